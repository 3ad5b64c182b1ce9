import { randomUUID } from "node:crypto";
import { setTimeout as setTimeoutAsync } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { eventTypes } from "#domain/features/registry.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { allProjections } from "#projections/features/all.ts";
import { ProjectionRuntime } from "#projections/kernel/runtime.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { createApp } from "#service/app.ts";
import type { Config } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { asError, classify } from "#service/db/errors.ts";
import { migrate, readMigrations } from "#service/db/migrate.ts";
import { openPglite } from "#service/db/pglite.ts";
import { openPostgres } from "#service/db/postgres.ts";
import { ensureServiceRole, serviceRole } from "#service/db/roles.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { fundBankCommand } from "#service/features/bank/fund-command.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { createDrandBeacon } from "#service/features/beacon/drand.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { checkBooks, verifyBooks } from "#service/features/halts/check-books.ts";
import { NightlyChecks } from "#service/features/halts/nightly.ts";
import { Nights, nightOf } from "#service/features/halts/nights.ts";
import { Verifications } from "#service/features/halts/verifications.ts";
import { SessionGuard } from "#service/features/live/session-guard.ts";
import {
  CoinflipSettlementWorker,
  type SettlementWorkerOptions,
} from "#service/features/live-coinflips/settlement-worker.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import { PlatformTokenStore } from "#service/features/players/platform-tokens.ts";
import { SessionSweep } from "#service/features/players/session-sweep.ts";
import { Sessions } from "#service/features/players/sessions.ts";
import { Watchers } from "#service/features/spectator/watchers.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { Limits } from "#service/http/limits.ts";
import { LiveHub } from "#service/http/live-hub.ts";
import { Positions } from "#service/http/positions.ts";
import { RequestCounts } from "#service/http/request-counts.ts";
import { createSealer } from "#service/keys/seal.ts";
import { createHeadSigner, type HeadSigner } from "#service/ledger/head-signer.ts";
import { HeadSigningJob } from "#service/ledger/head-signing-job.ts";
import { createGateway, hostsAt, LIVE_HOSTS } from "#service/platform/gateway.ts";
import { createPictures } from "#service/platform/pictures.ts";
import { samplePicture } from "#service/platform/sample/art.ts";
import { createSignIn, type SignIn } from "#service/platform/sign-in.ts";
import { READ_WAIT_MS } from "./http/route.ts";

const MIGRATIONS = fileURLToPath(new URL("../migrations/", import.meta.url));
const SIGN_IN_TIMEOUT_MS = 10_000;

/** A service that runs, without a port yet. */
export interface Service {
  readonly app: Hono<Env>;
  readonly deps: Deps;
  /** Ends live streams, answers what is under way, signs the newest head and gives the database back. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  /** The built site; without it only the API is served. */
  readonly siteFolder?: string;
  /** A database that is open already, for tests; closed by whoever opened it. */
  readonly db?: OpenDatabase;
  readonly now?: () => number;
  /** How coinflips, sessions and counts of watchers wait for their time, for tests that do not. */
  readonly scheduler?: Scheduler;
  /** False leaves the nightly check of the books out: a month that is played in minutes has thirty nights. */
  readonly checksNightly?: boolean;
  /** How long an answer waits for read models, in milliseconds, for tests on a machine that is busy. */
  readonly readWaitMs?: number;
  /** The beacon of games between players, in place of the configured one. */
  readonly beacon?: Beacon;
  /** How the provider is reached, for tests that have it in memory. */
  readonly fetch?: typeof fetch;
  /** How the service waits before it asks the platform again, for tests whose clock stands still. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Opens the database of a configuration: PostgreSQL where a URL is given, else PGlite in the data folder. */
export async function openDatabase({ databaseUrl, dataFolder }: Config, log: Logger): Promise<OpenDatabase> {
  const onError = (error: Error) => log.warn({ error: error.message }, "a database connection failed");
  if (databaseUrl === null) return openPglite(dataFolder, { onError });
  const owner = await openPostgres(databaseUrl, { poolSize: 1, onError });
  const hasRole = await ensureServiceRole(owner).finally(async () => {
    await owner.close();
  });
  if (!hasRole)
    log.warn("the database user may not make the role florin_service; the log is guarded by triggers alone");
  await migrateAs(databaseUrl);
  return openPostgres(databaseUrl, { onError, ...(hasRole ? { role: serviceRole } : {}) });
}

/** Opens the database of a configuration and brings it up to date. */
export async function openMigrated(config: Config, log: Logger): Promise<OpenDatabase> {
  return upToDate(await openDatabase(config, log));
}

/** PostgreSQL was brought up to date by its owner, before the service's role came in. */
async function upToDate(db: OpenDatabase): Promise<OpenDatabase> {
  if (db.engine === "pglite") await migrate(db, await readMigrations(MIGRATIONS));
  return db;
}

/** Migrations run as the owner of the tables, never under the service's own role. */
async function migrateAs(databaseUrl: string): Promise<void> {
  const owner = await openPostgres(databaseUrl, { poolSize: 1 });
  try {
    await migrate(owner, await readMigrations(MIGRATIONS));
  } finally {
    await owner.close();
  }
}

/**
 * Puts a service together and starts it: migrations, the bank's funds, writer, projections, heads.
 * @throws when the database cannot be reached or belongs to a newer program
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, now = Date.now, scheduler = { after: later }, sleep = delay } = options;
  const { checksNightly = true } = options;
  const db = await upToDate(options.db ?? (await openDatabase(config, log)));
  const onTrouble = (what: string, error: Error) => log.warn({ error: error.message }, what);
  const waiting = { now, scheduler, onTrouble };
  const live = new LiveHub();
  const reads = new ProjectionRuntime({
    db,
    projections: allProjections,
    types: eventTypes,
    scheduler: { after: later },
    owner: randomUUID(),
    logId: LOG_ID,
    isTransient: (error) => classify(error) === "retry",
    onTrouble,
  });
  await reads.start();
  const beacon = options.beacon ?? beaconOf(options);
  const submit: SettlementWorkerOptions["submit"] = (command) => writer.submit(command);
  const coinflips = new CoinflipSettlementWorker({ beacon, reads, submit, ...waiting });
  const writer = createLogWriter({
    db,
    sealer: createSealer({ keys: config.masterKeys }),
    onTrouble,
    onAppended: (events) => {
      reads.wake();
      live.appended(events);
      coinflips.appended(events);
    },
  });
  await writer.start();
  const funded = await writer.submit(fundBankCommand(config.bankFunds, now()));
  invariant(funded.kind === "committed", "the bank has its funds");
  const signer = createHeadSigner({ keys: config.headKeys, retired: config.retiredHeadKeys });
  const keepers = startKeepers({ config, db, writer, signer, now, checksNightly, onTrouble });
  coinflips.start();
  const streams = await startStreams({ config, db, live, head: () => writer.head, ...waiting });
  const signIn = signInOf(options);
  const tokenSealer = createSealer({ keys: config.tokenKeys });
  const deps: Deps = {
    config,
    db,
    writer,
    reads,
    positions: new Positions(),
    readWaitMs: options.readWaitMs ?? READ_WAIT_MS,
    ...streams.parts,
    ...keepers.parts,
    signIn,
    signer,
    tokenSealer,
    ...platformOf(options),
    platformTokens: new PlatformTokenStore({ db, sealer: tokenSealer, signIn, now, sleep }),
    beacon,
    coinflips,
    live,
    limits: new Limits(),
    requests: new RequestCounts(),
    log,
    now,
  };
  const app = createApp(deps, options.siteFolder === undefined ? {} : { siteFolder: options.siteFolder });
  return {
    app,
    deps,
    stop: async () => {
      live.close();
      await streams.stop();
      await coinflips.stop();
      await keepers.stopChecks();
      await writer.stop();
      await keepers.stop();
      // Without a database the leases cannot be given back, and end by themselves.
      await reads.stop().catch((error: unknown) => onTrouble("leases were not given back", asError(error)));
      if (options.db === undefined) await db.close();
    },
  };
}

interface KeepersOf extends Required<Pick<ServiceOptions, "checksNightly">> {
  readonly config: Config;
  readonly db: OpenDatabase;
  readonly writer: Writer;
  readonly signer: HeadSigner;
  readonly now: () => number;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** Starts what vouches for the log: the signing of its newest head, and the nightly check of all of it. */
function startKeepers({ config, db, writer, signer, now, checksNightly, onTrouble }: KeepersOf) {
  const { headsFile, headsFolder, nightlyHour: hour } = config;
  const keeping = { file: headsFile, folder: headsFolder, onTrouble };
  const headSigning = new HeadSigningJob({ sql: db, logId: LOG_ID, signer, now, ...keeping });
  const owner = randomUUID();
  const { keys } = signer.publicKeys();
  const nightly = new NightlyChecks({
    nights: new Nights(db, LOG_ID),
    check: (signal) => checkBooks({ db, logId: LOG_ID, owner, keys, headsFile, headsFolder, signal }),
    submit: (command) => writer.submit(command),
    canJudge: () => writer.isTakingCommands,
    now,
    owner,
    hour,
    onTrouble,
  });
  const verifications = new Verifications({
    verify: (watch) => verifyBooks({ db, logId: LOG_ID, keys, headsFile, headsFolder, ...watch }),
    submit: (command) => writer.submit(command),
    head: () => writer.head,
    newId: randomUUID,
    now,
    onTrouble,
  });
  headSigning.start();
  if (checksNightly) nightly.start();
  const stopChecks = async () => {
    await verifications.stop();
    await nightly.stop();
  };
  return { parts: { verifications }, stopChecks, stop: () => headSigning.stop() };
}

interface StreamsOf {
  readonly config: Config;
  readonly db: OpenDatabase;
  readonly live: LiveHub;
  readonly now: () => number;
  readonly scheduler: Scheduler;
  readonly onTrouble: (what: string, error: Error) => void;
  /** Where the log ends. */
  readonly head: () => { readonly position: number };
}

/** Starts what live streams live with: sessions that end them, and the count of who watches which game. */
async function startStreams({ config, db, live, now, scheduler, onTrouble, head }: StreamsOf) {
  const key = config.tokenKeys[0]?.bytes ?? Buffer.alloc(0);
  const onChange = () => live.spectatorsChanged(head().position);
  const watchers = new Watchers({ key, db, scheduler, onChange, onTrouble });
  await watchers.start();
  const sessions = new Sessions(db, now, (ended) => live.endSessions(new Set([ended])));
  const guard = new SessionGuard({ live, sessions, scheduler, onTrouble });
  guard.start();
  const sweep = new SessionSweep({
    sessions,
    now,
    nightOf: (at) => nightOf(at, config.nightlyHour),
    onTrouble,
  });
  sweep.start();
  const stop = async () => {
    await sweep.stop();
    await guard.stop();
    await watchers.stop();
  };
  return { parts: { watchers, sessions }, stop };
}

function signInOf({ config, log, now, fetch }: ServiceOptions): SignIn | null {
  if (config.signIn === null) return null;
  return createSignIn({
    ...config.signIn,
    timeoutMs: SIGN_IN_TIMEOUT_MS,
    cookieKeys: config.tokenKeys,
    onTrouble: (trouble, error) => log.warn({ trouble, error }, "a sign-in failed"),
    ...(now === undefined ? {} : { now }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}

/** What asks the platform for items, prices and pictures. */
function platformOf({
  config,
  fetch = globalThis.fetch,
  now = Date.now,
  sleep = delay,
}: ServiceOptions): Pick<Deps, "gateway" | "pictures" | "samplePicture"> {
  const { platformOrigin, pictureOrigins: origins } = config;
  const hosts = platformOrigin === null ? LIVE_HOSTS : hostsAt(platformOrigin);
  const gateway = createGateway(hosts, { fetch, sleep, now, random: Math.random });
  return {
    gateway,
    pictures: createPictures({ gateway, fetch, origins, now }),
    samplePicture: config.mode === "production" ? () => null : samplePicture,
  };
}

async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeoutAsync(ms, undefined, signal === undefined ? {} : { signal });
}

function beaconOf({ config: { beacon }, now = Date.now, log }: ServiceOptions): Beacon {
  if (beacon.kind === "local") return createLocalBeacon(beacon.keys, now);
  const onTrouble = (what: string, error: Error) => log.warn({ error: error.message }, what);
  return createDrandBeacon({ relays: beacon.relays, now, onTrouble });
}

/** Calls `work` once after a while, without keeping the process alive for it. */
function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
