import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { freePorts, PORTS_OF_A_DEMO } from "#service/lab/testing/databases/free-ports.ts";
import { logForNew } from "#service/ledger/peers/home-log.ts";
import { type LogsSettings, publicHalfOf } from "#service/ledger/peers/settings.ts";
import { type Player, signIn } from "./load.ts";
import type { ServiceProcess } from "./service-process.ts";
import type { Stage } from "./stage.ts";

/** Players of each log. */
export const PLAYERS_OF_LOG = 4;
const ADMINS = 2;

/** One of the logs: its process, database, players, two admins, and the file of its settings. */
export interface Log {
  readonly id: number;
  readonly service: ServiceProcess;
  readonly db: OpenDatabase;
  readonly players: readonly Player[];
  readonly admins: readonly string[];
  readonly settingsFile: string;
}

/** The shared settings of a site's logs, and the head key of each. */
function siteOf(ports: readonly number[]) {
  const seeds = ports.map(() => randomBytes(32));
  const keys = seeds.map((seed) => publicHalfOf(seed));
  const settings: LogsSettings = {
    secret: randomBytes(24).toString("base64url"),
    all: ports.map((port, n) => ({
      id: n + 1,
      origin: `http://127.0.0.1:${port}`,
      keys: [{ keyId: "h1", algorithm: "Ed25519", publicKey: keys[n] ?? "" }],
    })),
  };
  const logs = settings.all.map(({ id, origin }, n) => ({ id, origin, keys: { h1: keys[n] } }));
  const environmentOf = (id: number) => ({
    ADMIN_PLATFORM_IDS: namesIn(id, { settings, like: "boss", count: ADMINS }).map(subOf).join(","),
    LOG_ID: String(id),
    LOGS: JSON.stringify(logs),
    LOGS_SECRET: settings.secret,
    HEAD_KEYS: `h1:${seeds[id - 1]?.toString("base64")}`,
  });
  return { settings, environmentOf };
}

/** The first names of people who belong to a log. @param like the prefix of the names */
function namesIn(
  id: number,
  {
    settings,
    like,
    count,
  }: { readonly settings: LogsSettings; readonly like: string; readonly count: number },
): readonly string[] {
  const names: string[] = [];
  for (let n = 0; names.length < count; n += 1)
    if (logForNew(subOf(`${like}${n}`), settings) === id) names.push(`${like}${n}`);
  return names;
}

/** Starts two logs, each a process on a database of its own. */
export async function startLogs(stage: Stage): Promise<readonly [Log, Log]> {
  const ports = [await freePorts(PORTS_OF_A_DEMO), await freePorts(PORTS_OF_A_DEMO)];
  const { settings, environmentOf } = siteOf(ports);
  const started: Omit<Log, "players">[] = [];
  for (const [n, port] of ports.entries()) {
    const id = n + 1;
    const databaseUrl = n === 0 ? stage.databaseUrl : await stage.server.createDatabase("second_log");
    const environment = environmentOf(id);
    const service = await stage.startService({ databaseUrl, port, environment });
    const db = await openPostgres(databaseUrl, { poolSize: 2, applicationName: "florin audit" });
    stage.onClose(() => db.close());
    const settingsFile = join(stage.folder, `log${id}.env`);
    const lines = { ...environment, DATABASE_URL: databaseUrl, HEADS_FILE: service.headsFile };
    writeFileSync(
      settingsFile,
      Object.entries(lines)
        .map(([name, value]) => `${name}='${value}'`)
        .join("\n"),
    );
    const admins = namesIn(id, { settings, like: "boss", count: ADMINS });
    started.push({ id, service, db, settingsFile, admins });
  }
  const withPlayers = async (one: Omit<Log, "players"> | undefined): Promise<Log> => {
    if (one === undefined) throw new Error("two logs were started");
    const players: Player[] = [];
    for (const name of namesIn(one.id, { settings, like: "player", count: PLAYERS_OF_LOG }))
      players.push(await signIn(one.service.url, name));
    return { ...one, players };
  };
  return [await withPlayers(started[0]), await withPlayers(started[1])];
}
