import { randomBytes, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "#domain/features/contract.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { freePorts, PORTS_OF_A_DEMO } from "#service/lab/testing/databases/free-ports.ts";
import { logForNew } from "#service/ledger/peers/home-log.ts";
import { type LogsSettings, publicHalfOf } from "#service/ledger/peers/settings.ts";
import { auditLog } from "../audit.ts";
import { demand, type Heard, post } from "../coinflips.ts";
import { type Player, signIn } from "../load.ts";
import { verifyLogs } from "../programs.ts";
import type { Scenario } from "../scenario.ts";
import { type ServiceProcess, until } from "../service-process.ts";
import { healthOf, RECOVERY_MAX_MS, type Stage } from "../stage.ts";

const KILLS = 8;
const PLAYERS = 4;
/** So many stakes leave for another log between two kills. */
const STAKES_BETWEEN = 12;
/** The kill comes within this while, wherever the process is then, in milliseconds. */
const SPREAD_MS = 60;
/** A player who was not answered asks again after this while, in milliseconds. */
const AGAIN_MS = 100;
/** How long stakes may take to come back once both logs run, in milliseconds. */
const ALL_BACK_MAX_MS = 60_000;

/** One of the logs: its process, its database, who plays there, and the file of its settings. */
interface Log {
  readonly id: number;
  readonly service: ServiceProcess;
  readonly db: OpenDatabase;
  readonly players: readonly Player[];
  readonly settingsFile: string;
}

/** What the logs of a site share, and the head key of each. */
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
    LOG_ID: String(id),
    LOGS: JSON.stringify(logs),
    LOGS_SECRET: settings.secret,
    HEAD_KEYS: `h1:${seeds[id - 1]?.toString("base64")}`,
  });
  return { settings, environmentOf };
}

/** The first names of people who belong to a log. */
function namesIn(id: number, settings: LogsSettings): readonly string[] {
  const names: string[] = [];
  for (let n = 0; names.length < PLAYERS; n += 1)
    if (logForNew(subOf(`player${n}`), settings) === id) names.push(`player${n}`);
  return names;
}

/** Starts two logs, each a process on a database of its own. */
async function startLogs(stage: Stage): Promise<readonly [Log, Log]> {
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
    started.push({ id, service, db, settingsFile });
  }
  const withPlayers = async (one: Omit<Log, "players"> | undefined): Promise<Log> => {
    if (one === undefined) throw new Error("two logs were started");
    const players: Player[] = [];
    for (const name of namesIn(one.id, settings)) players.push(await signIn(one.service.url, name));
    return { ...one, players };
  };
  return [await withPlayers(started[0]), await withPlayers(started[1])];
}

/** Players of both logs who flip coins, open coinflips and stake on those of the other log. */
class Crowd {
  /** Every stake that a player was told has left, by its transit. */
  readonly told: { readonly log: Log; readonly transitId: string }[] = [];
  flips = 0;
  readonly #work: Promise<void>[];
  #isRunning = true;

  constructor(logs: readonly Log[]) {
    this.#work = logs.flatMap((log) => log.players.map((player) => this.#play(log, player)));
  }

  /** Begins nothing more, and waits until every player knows what became of the last request. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#work);
  }

  abandon(): void {
    this.#isRunning = false;
  }

  async #play(log: Log, player: Player): Promise<void> {
    while (this.#isRunning) {
      const flip = { betAmount: 1, betSide: "tix" };
      const flipped = await this.#insist(log, player, { path: "/games/coinflip", body: flip });
      this.flips += Number(flipped.status === 200);
      await this.#insist(log, player, { path: "/live-coinflips", body: { betAmount: 1, betSide: "rbx" } });
      const game = await this.#gameFor(log, player);
      if (game === undefined) continue;
      const joined = await this.#insist(log, player, {
        path: `/away-coinflips/${game.id}/join`,
        body: { log: game.log, currency: "RBX", betAmount: 1 },
      });
      if (joined.status === 200) this.told.push({ log, transitId: String(joined.body.id) });
    }
  }

  /** Asks with one key until it is known what became of a request. */
  async #insist(
    { service }: Log,
    player: Player,
    asked: { readonly path: string; readonly body: object },
  ): Promise<Heard> {
    const key = randomUUID();
    for (;;) {
      const heard = await post(service, player, { ...asked, key }).catch(() => null);
      const isKnown = heard !== null && heard.status !== 503 && heard.status !== 429;
      if (isKnown || !this.#isRunning) return heard ?? { status: 0, body: {} };
      await sleep(AGAIN_MS);
    }
  }

  async #gameFor({ service }: Log, player: Player) {
    try {
      const answer = await fetch(`${service.url}/api/away-coinflips`, { headers: { Cookie: player.cookie } });
      if (answer.status !== 200) return undefined;
      const { items } = endpoints.awayCoinflips.answers[200].parse(await answer.json());
      // Several pick the same now and then: one stake joins, the others come back.
      return items[Math.floor(Math.random() * Math.min(items.length, 2 * PLAYERS))];
    } catch {
      return undefined;
    }
  }
}

interface Counts extends Row {
  readonly away: bigint;
  readonly between: bigint;
}

/** Whether no stake of a log is away, and nothing of it is in a transit or with a guest. */
async function isAllBack({ db }: Log): Promise<boolean> {
  const [row] = await db.query<Counts>(
    `select (select count(*) filter (where type = 'AwayStakeMade') - count(*) filter (where type <> 'AwayStakeMade')
        from events where type in ('AwayStakeMade', 'AwayCoinflipPlayed', 'AwayStakeReturned')) as away,
      (select count(*) from holdings
        where amount <> 0 and (account like 'transit:%' or account like 'player:guest.%')) as between`,
  );
  return row?.away === 0n && row.between === 0n;
}

interface StakeRow extends Row {
  readonly stream: string;
  readonly made: bigint;
  readonly ended: bigint;
}

/** Every stake that is not in its log once with one end, and every one that a player was told of and is not there. */
async function auditStakes(log: Log, crowd: Crowd): Promise<string[]> {
  const rows = await log.db.query<StakeRow>(
    `select stream, count(*) filter (where type = 'AwayStakeMade') as made,
        count(*) filter (where type <> 'AwayStakeMade') as ended
      from events where type in ('AwayStakeMade', 'AwayCoinflipPlayed', 'AwayStakeReturned') group by stream`,
  );
  const known = new Set(rows.map(({ stream }) => stream.slice(stream.indexOf(":") + 1)));
  const missing = crowd.told.filter(({ log: { id }, transitId }) => id === log.id && !known.has(transitId));
  return [
    ...rows.flatMap(({ stream, made, ended }) =>
      made === 1n && ended === 1n ? [] : [`${stream} was made ${made} times and ended ${ended} times`],
    ),
    ...missing.map(({ transitId }) => `a player was told of the stake ${transitId}, which is not in the log`),
  ];
}

/** What all logs hold of each asset, with what they issued: nothing is left over. */
async function auditSums(logs: readonly Log[]): Promise<string[]> {
  const sums = new Map<string, bigint>();
  for (const { db } of logs) {
    const rows = await db.query<Row & { asset: string; sum: bigint }>(
      "select asset, sum(amount)::bigint as sum from holdings group by asset",
    );
    for (const { asset, sum } of rows) sums.set(asset, (sums.get(asset) ?? 0n) + sum);
  }
  return [...sums].flatMap(([asset, sum]) =>
    sum === 0n ? [] : [`all logs together hold ${sum} of ${asset}`],
  );
}

/** Two logs are killed in turn, and at times both, while stakes travel between them. */
export const twoLogsKilled: Scenario = {
  name: "of two logs that are killed under load no stake between them is lost or comes twice",
  async run(stage) {
    const logs = await startLogs(stage);
    const crowd = new Crowd(logs);
    stage.onClose(() => crowd.abandon());
    const stakes = async (more: number): Promise<void> => {
      const due = crowd.told.length + more;
      await until(() => crowd.told.length >= due, {
        maxMs: RECOVERY_MAX_MS,
        what: () => `${due - crowd.told.length} of ${more} stakes are missing`,
      });
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await stakes(STAKES_BETWEEN);
      await sleep(Math.random() * SPREAD_MS);
      const killed = kill % 3 === 2 ? logs : [logs[kill % 3] ?? logs[0]];
      await Promise.all(killed.map(({ service }) => service.kill9()));
      for (const { service } of killed) {
        await service.start();
        const isHealthy = () => healthOf(service).then(({ status }) => status === 200);
        await until(isHealthy, { maxMs: RECOVERY_MAX_MS, what: () => `${service.name} is not healthy` });
      }
      stage.say(`kill ${kill + 1}: of log ${killed.map(({ id }) => id).join(" and ")}`);
    }
    await stakes(STAKES_BETWEEN);
    await crowd.stop();
    const allBack = async () => (await isAllBack(logs[0])) && isAllBack(logs[1]);
    await until(allBack, { maxMs: ALL_BACK_MAX_MS, what: () => "stakes are away" });
    const wrong = await auditSums(logs);
    for (const log of logs) wrong.push(...(await auditStakes(log, crowd)), ...(await auditLog(log.db)));
    wrong.push(...(await verifyLogs(logs.map(({ settingsFile }) => settingsFile))));
    demand(wrong.length === 0, () => wrong.join("\n"));
    stage.say(
      `${crowd.told.length} stakes left and ended once, ${crowd.flips} flips beside them; verify passes`,
    );
  },
};
