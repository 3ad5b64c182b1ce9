import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { type Config, readConfig } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { personaAddresses } from "#service/demo/settings.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { beacon } from "#service/features/beacon/feature.ts";
import { liveCoinflips } from "#service/features/live-coinflips/feature.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import { createSandbox, type SandboxApp } from "#service/integrations/platform/sandbox/app.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import type { TestEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { Visitor } from "#service/lab/testing/visitor.ts";
import { type Service, startService } from "#service/service.ts";

/** Default start of a site's clock, in milliseconds. */
export const SITE_BEGINS_AT = Date.parse("2026-01-01T12:00:00.000Z");

/** The events of a first sign-in: the registration, and the confirmed age. */
export const EVENTS_OF_FIRST_SIGN_IN = 2n;

/** Longer than a visitor would wait, because tests share their machine. In milliseconds. */
const READS_WITHIN_MS = 5_000;
export const SITE_ORIGIN = "http://localhost:3000";
const PLATFORM_ORIGIN = "http://localhost:3001";
const CLIENT = { id: "florin-test", secret: "florin-test-secret" };

/** The service's own secret at the platform, which must never appear anywhere. */
export const CLIENT_SECRET = CLIENT.secret;

const MIN_POSITION = "Ledger-Min-Position";

/** The header for a read as of the newest event. */
export const NEWEST = { [MIN_POSITION]: "999999999999999" } as const;

export interface SiteOptions {
  /** An open database; closed by its opener. */
  readonly db?: OpenDatabase;
  /** False leaves out the platform's client, so that sign-in is not configured. */
  readonly signInConfigured?: boolean;
  /** Settings in place of those of a test. */
  readonly config?: Partial<Config>;
  /** The address of requests; without it there is none, and no rate is limited. */
  readonly remoteAddress?: string;
  /** Another clock than one that stands still. */
  readonly clock?: { now: number } | RunningClock;
  /** How the service waits; by default in real time, or by a running clock. */
  readonly scheduler?: Scheduler;
  /** The beacon of games between players, in place of one of the service's own. */
  readonly beacon?: Beacon;
  /** How long an answer waits for read models, in milliseconds. */
  readonly readWaitMs?: number;
  /** How many streams the writer keeps in memory: with one, each command finds it as after a start. */
  readonly streamsMax?: number;
  /** Further servers that the service reaches, by the origin of the address. */
  readonly elsewhere?: { readonly [origin: string]: (url: string, init: RequestInit) => Promise<Response> };
  /** Wraps the service's database. */
  readonly throughDatabase?: (db: OpenDatabase) => OpenDatabase;
}

/** What a refused request must leave unchanged. */
export interface Books {
  readonly head: { readonly position: bigint; readonly block: bigint; readonly hash: string };
  readonly holdings: readonly string[];
  readonly entries: bigint;
  readonly commands: bigint;
  readonly seeds: bigint;
  readonly identities: bigint;
}

/** The whole service in memory, with its visitors. */
export interface Site {
  readonly service: Service;
  readonly db: OpenDatabase;
  readonly sandbox: SandboxApp;
  /** The clock of service and platform, in milliseconds; a test moves it. */
  readonly clock: { now: number };
  /** Every line that was logged, as it was written. */
  readonly logLines: readonly string[];
  /** All answers so far: bodies, and headers except cookies. */
  readonly heard: readonly string[];
  /** Every token that the platform issued. */
  readonly platformTokens: readonly string[];
  /** A new visitor, with a browser of their own. */
  visitor(): Visitor;
  /** A signed-in visitor; reuses a recent session of the player if there is one. */
  player(name: string): Promise<Visitor>;
  /** A visitor who has just signed in, with a session of their own. */
  anew(name: string): Promise<Visitor>;
  /** Has `admin2` confirm an answer that waits for a second admin; returns any other answer unchanged. */
  byTwo(answer: Answer): Promise<Answer>;
  /** The ledger's holding of an account and asset. */
  held(account: string, asset: string): Promise<bigint>;
  /** The log's head and everything stored with it. */
  books(): Promise<Books>;
  close(): Promise<void>;
}

/**
 * Starts the real app on a fresh database, with the platform in memory and a clock that stands still.
 * @example const site = await createSite(engine); const alice = await site.player("alice");
 */
export async function createSite(engine: TestEngine, options: SiteOptions = {}): Promise<Site> {
  // PGlite has one connection, also used for creating projections: only there the owner does everything.
  const role = engine.name === "postgres" ? { role: serviceRole } : {};
  const db = options.db ?? (await engine.fresh({ ...role, readModels: true }));
  const logId = options.config?.logId ?? LOG_ID;
  // Existing read models are those of the first log, and empty.
  if (options.db === undefined && logId !== LOG_ID)
    await db.query("update projections set log_id = $1", [logId]);
  const folder = await mkdtemp(join(tmpdir(), "florin-site-"));
  const clock = options.clock ?? { now: SITE_BEGINS_AT };
  const sandbox = createSandbox({
    issuer: `${PLATFORM_ORIGIN}/oauth/`,
    client: { ...CLIENT, redirectUris: [`${SITE_ORIGIN}/api/callback`] },
    now: () => clock.now,
  });
  const logLines: string[] = [];
  const platformTokens: string[] = [];
  const service = await startService({
    config: {
      ...configOf(folder, sandbox, options),
      knownAddresses: personaAddresses,
      ...options.config,
    },
    log: pino({ level: "debug" }, { write: (line: string) => void logLines.push(line) }),
    db: options.throughDatabase?.(db) ?? db,
    now: () => clock.now,
    ...(clock instanceof RunningClock ? { scheduler: clock } : {}),
    ...(options.scheduler === undefined ? {} : { scheduler: options.scheduler }),
    replace: options.beacon === undefined ? [] : [beacon.with({ beacon: options.beacon })],
    fetch: reaching(options.elsewhere ?? {}, listening(sandbox, platformTokens)),
    sleep: async () => {},
    readWaitMs: options.readWaitMs ?? READS_WITHIN_MS,
    ...(options.streamsMax === undefined ? {} : { streamsMax: options.streamsMax }),
  });
  if (clock instanceof RunningClock) skipToRounds(service, clock);
  const heard: string[] = [];
  const env =
    options.remoteAddress === undefined
      ? {}
      : { incoming: { socket: { remoteAddress: options.remoteAddress } } };
  const visitor = () =>
    new Visitor({
      origin: SITE_ORIGIN,
      toSite: async (request) => {
        if (request.headers.get(MIN_POSITION) === NEWEST[MIN_POSITION]) await atHead(request, db);
        return service.app.fetch(request, env);
      },
      toPlatform: (request) => sandbox.fetch(request),
      heard: (text) => void heard.push(text),
      troubleOf: (requestId) =>
        logLines.findLast(
          (line) => requestId !== null && line.includes(requestId) && line.includes("unexpected error"),
        ) ?? null,
    });
  const anew = async (name: string) => {
    const one = visitor();
    await one.signIn(name);
    return one;
  };
  const player = signedIn({ visitor, anew, clock });
  return {
    service,
    db,
    sandbox,
    clock,
    logLines,
    heard,
    platformTokens,
    visitor,
    player,
    anew,
    byTwo: async (answer) => {
      if (answer.status !== 202) return answer;
      const { proposal } = endpoints.resumeStakes.answers[202].parse(answer.body);
      const second = await player("admin2");
      return second.post(`/api/admin/proposals/${proposal.id}/confirm`, {});
    },
    held: async (account, asset) => {
      const query = "select amount from holdings where account = $1 and asset = $2";
      const [row] = await db.query<{ amount: bigint }>(query, [account, asset]);
      return row?.amount ?? 0n;
    },
    books: () => booksOf(db),
    close: async () => {
      await service.stop();
      if (options.db === undefined) await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** How long a session is reused for the same player, in milliseconds of the site's clock. */
const SESSION_AGAIN_MS = 1_000;

/** Signs players in as browsers do, which takes as long as most tests: once for callers at about the same time. */
function signedIn(site: Pick<Site, "visitor" | "anew" | "clock">): Site["player"] {
  const sessions = new Map<string, { readonly cookies: ReadonlyMap<string, string>; readonly at: number }>();
  return async (name) => {
    const begun = sessions.get(name);
    if (begun !== undefined && site.clock.now - begun.at < SESSION_AGAIN_MS) {
      const again = site.visitor();
      for (const [key, value] of begun.cookies) again.cookies.set(key, value);
      if ((await again.get("/api/auth/user")).status === 200) return again;
    }
    const player = await site.anew(name);
    sessions.set(name, { cookies: new Map(player.cookies), at: site.clock.now });
    return player;
  };
}

/** Asks for the head instead, which a process knows when it gets there: later positions have to be looked up. */
async function atHead({ headers }: Request, db: OpenDatabase): Promise<void> {
  const [head] = await db.query<{ position: bigint }>("select position from log_heads");
  headers.set(MIN_POSITION, String(head?.position ?? 0n));
}

/** Moves a clock that skips to rounds to a game's deciding one, as soon as its join is written. */
function skipToRounds({ deps }: Service, clock: RunningClock): void {
  const { coinflips, beacon: rounds } = liveCoinflips.of(deps);
  const joined = coinflips.joined.bind(coinflips);
  coinflips.joined = (game) => {
    joined(game);
    setImmediate(() => {
      if (clock.skipsToRounds) clock.now = Math.max(clock.now, publishedAt(game.round, rounds.chain));
    });
  };
}

const reaching =
  (elsewhere: NonNullable<SiteOptions["elsewhere"]>, platform: typeof fetch): typeof fetch =>
  (url, init) =>
    elsewhere[new URL(String(url)).origin]?.(String(url), init ?? {}) ?? platform(url, init);

/** The connection to the platform, which records every returned token. */
function listening(sandbox: SandboxApp, tokens: string[]): typeof fetch {
  return async (url, init) => {
    const response = await sandbox.clientFetch(String(url), init ?? {});
    if (new URL(String(url)).pathname.endsWith("/token")) {
      const body = (await response.clone().json()) as { readonly [name: string]: unknown };
      for (const name of ["access_token", "refresh_token", "id_token"]) {
        if (typeof body[name] === "string") tokens.push(body[name]);
      }
    }
    return response;
  };
}

function configOf(folder: string, sandbox: SandboxApp, { signInConfigured = true }: SiteOptions): Config {
  const signIn = {
    ROBLOX_CLIENT_ID: CLIENT.id,
    ROBLOX_CLIENT_SECRET: CLIENT.secret,
    ROBLOX_REDIRECT_URI: `${SITE_ORIGIN}/api/callback`,
    ROBLOX_ISSUER: sandbox.issuer,
    ROBLOX_API_ORIGIN: PLATFORM_ORIGIN,
    LIMITED_ASSET_IDS: sampleItems.map(({ assetId }) => assetId).join(","),
  };
  return readConfig(
    {
      ...DEMO_KEYS,
      PORT: new URL(SITE_ORIGIN).port,
      DATA_DIR: join(folder, "data"),
      ADMIN_PLATFORM_IDS: [subOf("admin"), subOf("admin2")].join(","),
      DEPOSIT_ACCOUNT: "FlorinVault",
      ...(signInConfigured ? signIn : {}),
    },
    "test",
  );
}

interface BooksRow extends Row {
  readonly position: bigint;
  readonly block: bigint;
  readonly hash: Uint8Array;
  readonly entries: bigint;
  readonly commands: bigint;
  readonly seeds: bigint;
  readonly identities: bigint;
  readonly holdings: string;
}

async function booksOf(db: OpenDatabase): Promise<Books> {
  const [row] = await db.query<BooksRow>(`select position, block, hash,
      (select count(*) from entries) as entries,
      (select count(*) from commands) as commands,
      (select count(*) from sealed_seeds) as seeds,
      (select count(*) from identities) as identities,
      (select coalesce(string_agg(account || ' ' || asset || ' ' || amount, ',' order by account, asset), '')
        from holdings) as holdings
    from log_heads`);
  if (row === undefined) throw new Error("The log has no head");
  const { position, block, hash, entries, commands, seeds, identities } = row;
  return {
    head: { position, block, hash: Buffer.from(hash).toString("hex") },
    holdings: row.holdings.split(","),
    entries,
    commands,
    seeds,
    identities,
  };
}
