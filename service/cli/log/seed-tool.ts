import { existsSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { Config } from "#service/config.ts";
import { openMigrated } from "#service/databases.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { setHeadsAside } from "#service/demo/former-heads.ts";
import { playMonth } from "#service/demo/month.ts";
import { demoConfig, demoPlaces } from "#service/demo/settings.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import {
  EXIT_RIGHT,
  FLAG,
  type Given,
  logTool,
  NotDone,
  TEXT,
  type Terminal,
  type Tool,
  WrongUse,
} from "./log-tool.ts";

const DAYS_DEFAULT = 30;
const DAYS_MAX = 366;
/** How many times progress is printed. */
const REPORTS = 10;

const USAGE = `Fills the demo's database with a month of games of the demo players, through the real service.

  npm run seed -- [--days N] [--force]

  --days N  how many days to play, up to ${DAYS_MAX} (${DAYS_DEFAULT}); they end now
  --force   plays on in a database that holds a log already, from its newest event

The database is that of DATABASE_URL, or the PGlite folder DATA_DIR (.data), which is made where it is not there.
It takes the demo's keys alone, and never a log that is signed with other keys.
Exit code: 0 it was filled, 2 it could not be filled.`;

const options = { days: TEXT, force: FLAG };

async function run({ days: asked, force }: Given<typeof options>, { env, say }: Terminal): Promise<number> {
  const days = Number(asked ?? DAYS_DEFAULT);
  if (!(days > 0 && days <= DAYS_MAX))
    throw new WrongUse(`--days: must be a number above 0, up to ${DAYS_MAX}`);
  refuseProduction(env);
  const { sandboxOrigin, client } = demoPlaces(env);
  const config = demoConfig(env, `${sandboxOrigin}/oauth/`);
  const newest = await newestEvent(config);
  if (newest > 0 && force !== true)
    throw new NotDone("The database holds a log already. Choose another, or play on in it with --force.");
  const aside = newest > 0 ? null : await setHeadsAside(config);
  if (aside !== null) say(`A new log begins: the signed heads of the former one are in ${aside}`);
  const until = Date.now() - ENDS_BEFORE_MS;
  const from = Math.max(Math.floor(until - days * DAY_MS), newest);
  const log = pino({ level: config.logLevel });
  const startedAt = performance.now();
  const db = await openMigrated(config, log);
  try {
    const onProgress = progress({ from, until, say });
    const { turns, position } = await playMonth({ config, client, log, db, from, until, onProgress });
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    const count = (n: number): string => n.toLocaleString("en");
    say(`Filled in ${seconds} s: ${count(turns)} turns of the demo players, ${count(position)} events.`);
    say("Check it with npm run verify and npm run replay; see it with npm run demo.");
    return EXIT_RIGHT;
  } finally {
    await db.close();
  }
}

/** Time between the crowd's end and now, in milliseconds: open rounds then end on the seeded clock. */
const ENDS_BEFORE_MS = 900_000;

/** @throws NotDone when the environment is that of a real service */
function refuseProduction(env: Terminal["env"]): void {
  if (env.NODE_ENV === "production") throw new NotDone("NODE_ENV is production: only a demo can be filled.");
  const own = Object.entries(DEMO_KEYS).filter(([name, key]) => (env[name] || key) !== key);
  if (own.length === 0) return;
  const names = own.map(([name]) => name).join(", ");
  throw new NotDone(`${names}: not the demo's keys. Only a demo can be filled.`);
}

/**
 * Time of the newest event, in milliseconds; 0 without a log. Reads before anything is written.
 * @throws NotDone when the log belongs to a real service
 */
async function newestEvent({ databaseUrl, dataFolder, headKeys, logId }: Config): Promise<number> {
  if (databaseUrl === null && !existsSync(join(dataFolder, "PG_VERSION"))) return 0;
  const db = await (databaseUrl === null
    ? openPglite(dataFolder)
    : openPostgres(databaseUrl, { poolSize: 1 }));
  try {
    const [table] = await db.query<{ exists: boolean }>(
      "select to_regclass('log_heads') is not null as exists",
    );
    if (table?.exists !== true) return 0;
    const [head] = await db.query<{ recorded_at: bigint }>(
      "select recorded_at from log_heads where log_id = $1",
      [logId],
    );
    const signed = await db.query<{ key_id: string }>(
      "select distinct key_id from signed_heads where log_id = $1",
      [logId],
    );
    const known = new Set(headKeys.map(({ keyId }) => keyId));
    if (signed.some(({ key_id }) => !known.has(key_id)))
      throw new NotDone("The log is signed with keys that the demo does not have. Nothing was written.");
    return Number(head?.recorded_at ?? 0);
  } finally {
    await db.close();
  }
}

/** Prints the progress of the simulated month from time to time. */
function progress({
  from,
  until,
  say,
}: {
  readonly from: number;
  readonly until: number;
  readonly say: Terminal["say"];
}): (at: number) => void {
  let printed = 0;
  return (at) => {
    const reached = Math.floor(((at - from) / Math.max(1, until - from)) * REPORTS);
    if (reached <= printed) return;
    printed = reached;
    say(`${new Date(at).toISOString().slice(0, 10)}: ${reached * (100 / REPORTS)} %`);
  };
}

/** `npm run seed`. */
export const seedTool: Tool = logTool({ usage: USAGE, options, run });
