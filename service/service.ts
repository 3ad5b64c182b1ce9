import { setTimeout as setTimeoutAsync } from "node:timers/promises";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { invariant } from "#domain/kernel/invariant.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { createApp } from "#service/app.ts";
import type { Config } from "#service/config.ts";
import { openDatabase, upToDate } from "#service/databases.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { asError } from "#service/db/errors.ts";
import { hostUrls } from "#service/db/primary/primary.ts";
import { assertSameTime } from "#service/db/same-time.ts";
import { features } from "#service/features/all.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import { only, type Replacement, type RunningFeature } from "#service/features/service-feature.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Core, Deps } from "#service/http/deps.ts";
import { openSite } from "#service/http/files/built-site.ts";
import { Limits } from "#service/http/limits/limits.ts";
import { RequestCounts } from "#service/http/limits/request-counts.ts";
import { Positions } from "#service/http/reads/positions.ts";
import { QuietHead } from "#service/http/reads/quiet-head.ts";
import { meetKeys } from "#service/keys/known-keys.ts";
import { createSealer } from "#service/keys/seal.ts";
import { later } from "#service/later.ts";
import { createHeadSigner } from "#service/ledger/heads/head-signer.ts";
import { HeadSigningJob, LogForkedError } from "#service/ledger/heads/head-signing-job.ts";
import { openReads } from "#service/reads.ts";
import { openReplicas } from "#service/replicas.ts";
import { NO_FRIENDS } from "./http/access/viewer.ts";
import { READ_WAIT_MS } from "./http/route.ts";

/** A running service, without a port yet. */
export interface Service {
  readonly app: Hono<Env>;
  readonly deps: Deps;
  /** Ends long-lived connections, so that a server can close. */
  drain(): void;
  /** Drains, finishes requests under way, signs the newest head and closes the database. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  /** The built site; without it only the API is served. */
  readonly siteFolder?: string;
  /** An open database, for tests; closed by its opener. */
  readonly db?: OpenDatabase;
  readonly now?: () => number;
  /** Schedules the features' timers; replaced by tests with a clock of their own. */
  readonly scheduler?: Scheduler;
  /** How long an answer waits for read models, in milliseconds; longer in tests on a busy machine. */
  readonly readWaitMs?: number;
  /** How many streams the writer keeps in memory. */
  readonly streamsMax?: number;
  /** Replaces services that features would create. */
  readonly replace?: readonly Replacement[];
  /** Reaches the provider; replaced by tests with one in memory. */
  readonly fetch?: typeof fetch;
  /** Pauses between requests to the platform; replaced by tests whose clock stands still. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Ends something that a service has opened. */
type Close = () => Promise<void> | void;

/**
 * Assembles and starts a service: migrations, writer, projections, the features' opening commands, their jobs. One that
 * cannot start closes what it has opened.
 * @throws BrokenSiteError; also when the database cannot be reached or belongs to a newer version
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const opened: Close[] = [];
  try {
    return await opening(options, opened);
  } catch (error) {
    const onTrouble = (trouble: unknown) =>
      options.log.warn(
        { error: asError(trouble).message },
        "a service that did not start left something open",
      );
    for (const close of opened.reverse()) await Promise.resolve().then(close).catch(onTrouble);
    throw error;
  }
}

async function opening(options: ServiceOptions, opened: Close[]): Promise<Service> {
  const { config, log } = options;
  const site = options.siteFolder === undefined ? {} : { site: await openSite(options.siteFolder) };
  const { core, begun, heads } = await openCore(options, opened);
  const { db, writer } = core;
  opened.push(() => writer.stop());
  await startWriting(core, heads);
  // Closed behind the writer, whose last block it signs; only a log that may be written is signed.
  opened.splice(-1, 0, () => heads.stop());
  heads.start();
  const asked = openReplicas(config, { db, writer, log, scheduler: { after: later } });
  opened.push(asked.close);
  for (const job of begun.flatMap((feature) => feature.jobs)) {
    opened.push(() => job.stop());
    await job.start?.();
  }
  const deps: Deps = {
    ...core,
    replicas: asked.replicas,
    positions: new Positions(),
    quietHead: new QuietHead({ head: () => writer.head.position, clock: () => performance.now() }),
    ...guardsOf(begun),
    friends: begun.find(({ friends }) => friends !== null)?.friends ?? NO_FRIENDS,
    limits: new Limits(),
    requests: new RequestCounts(),
  };
  const drain = () => {
    for (const feature of begun) feature.drain();
  };
  return {
    app: createApp(deps, site),
    deps,
    drain,
    stop: async () => {
      drain();
      for (const close of opened.splice(0).reverse()) await close();
    },
  };
}

/** The database, the read models, the writer and the features, of which only the read models have started. */
async function openCore(options: ServiceOptions, opened: Close[]) {
  const { config, log, now = Date.now, scheduler = { after: later }, sleep = delay } = options;
  const unready = options.db ?? (await openDatabase(config, log));
  if (options.db === undefined) opened.push(() => unready.close());
  const db = await upToDate(unready, config);
  await meetKeys(db, config);
  if (options.now === undefined && config.databaseUrl !== null) await assertSameTime(db, now);
  const { logId } = config;
  const onTrouble = (what: string, error: Error) => log.warn({ error: error.message }, what);
  let head = () => 0;
  const { reads, close: closeReads } = openReads(config, {
    ...{ db, scheduler: { after: later }, head: () => head(), onTrouble },
  });
  opened.push(closeReads, () =>
    // Without a database the leases cannot be released: they expire.
    reads.stop().catch((error: unknown) => onTrouble("leases were not given back", asError(error))),
  );
  await reads.start();
  const begun: RunningFeature[] = [];
  const writer = createLogWriter({
    db,
    logId,
    sealer: createSealer({ keys: config.masterKeys }),
    now,
    onTrouble,
    ...(options.streamsMax === undefined ? {} : { streamsMax: options.streamsMax }),
    onAppended: (events) => {
      reads.wake();
      for (const feature of begun) feature.appended(events);
    },
  });
  head = () => writer.head.position;
  const signer = createHeadSigner({ keys: config.headKeys, retired: config.retiredHeadKeys });
  const world = { log, now, scheduler, sleep, fetch: options.fetch ?? globalThis.fetch, onTrouble };
  const readWaitMs = options.readWaitMs ?? READ_WAIT_MS;
  const heads = new HeadSigningJob({ sql: db, logId, signer, now, ...headsOf(config), onTrouble });
  const core: Core = { features: begun, config, db, writer, reads, readWaitMs, signer, heads, ...world };
  for (const replacement of options.replace ?? []) replacement(core);
  for (const feature of features) begun.push(feature.begin(core));
  return { core, begun, heads };
}

/** The callers, access rules and second factors, each provided by exactly one feature. */
const guardsOf = (begun: readonly RunningFeature[]): Pick<Deps, "callers" | "access" | "secondFactors"> => ({
  callers: only(
    begun.map((one) => one.callers),
    "callers",
  ),
  access: only(
    begun.map((one) => one.access),
    "access",
  ),
  secondFactors: only(
    begun.map((one) => one.secondFactors),
    "second factors",
  ),
});

/** Starts the writer, but refuses first if heads cannot be kept, or if the log lacks what a kept head covers. */
async function startWriting(core: Core, heads: HeadSigningJob): Promise<void> {
  await heads.assertWritable();
  await refuseEarlierLog(core, heads);
  await core.writer.start();
  await open(core);
}

/**
 * A promoted standby or a restored backup may lack acknowledged events, which other logs and players rely on.
 * @throws LogForkedError when it does; where nobody else may have been promoted or told, kept heads that cannot be read
 * are reported only
 */
async function refuseEarlierLog({ config, onTrouble }: Core, heads: HeadSigningJob): Promise<void> {
  if (config.databaseUrl === null && config.logs === null) return;
  const isStrict = hasStandbys(config) || config.logs !== null;
  try {
    await heads.assertHeld();
  } catch (error) {
    if (isStrict || error instanceof LogForkedError) throw error;
    onTrouble("the kept heads could not be read", asError(error));
  }
}

/** Commits the features' opening commands before any other command is taken. */
async function open({ features: begun, writer }: Core): Promise<void> {
  for (const { opening } of begun) {
    if (opening === null) continue;
    const { kind } = await writer.submit(opening);
    invariant(kind === "committed", `${opening.commandId} is in the log before the service takes anything`);
  }
}

const hasStandbys = ({ databaseUrl }: Config) => databaseUrl !== null && hostUrls(databaseUrl).length > 1;

const headsOf = ({ headsFile: file, headsFolder: folder }: Config) => ({ file, folder });

async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeoutAsync(ms, undefined, signal === undefined ? {} : { signal });
}
