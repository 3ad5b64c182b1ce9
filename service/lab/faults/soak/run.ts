import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { Latencies } from "#service/lab/bench/report/latencies.ts";
import { startPostgres } from "#service/lab/testing/databases/postgres.ts";
import type { Load } from "../load.ts";
import { verify } from "../programs.ts";
import { appendBackend } from "../scenarios/killed-database.ts";
import type { ServiceProcess } from "../service-process.ts";
import { healthOf, Stage } from "../stage.ts";
import { Pace } from "./pace.ts";
import { betsIn, METRICS_TOKEN, missingOf, readProcesses, readTables } from "./readings.ts";
import { type Reading, type Trend, trendsOf } from "./trend.ts";

const USAGE = `Lets people bet for a long time while things are killed, and judges whether everything stays flat.

  npm run soak -- [--minutes N] [--rate half|N] [--database-every N]

  --minutes         how long, 60 unless told otherwise; the service is killed at the beginning of each
  --rate            bets/s over HTTP: half of what was answered when nobody waited, or a number
  --database-every  in every so manyth minute the database is killed too, in turns a process of it and all of it: 10
Exit code: 0 nothing is missing, the log is right and everything is flat; 1 not so; 2 it could not be done.`;

const EXIT_NOT_DONE = 2;
const PLAYERS = 128;
const SATURATED_MS = 15_000;
const WARM_MS = 5_000;
/** Age of a bet at which it is not sent again. */
const SETTLED_MS = 10_000;
/** Time limit for programs: the log of an hour takes minutes to verify. */
const VERIFY_MAX_MS = 1_800_000;

interface Wanted {
  readonly minutes: number;
  /** Null for half of the possible rate. */
  readonly rate: number | null;
  readonly databaseEvery: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** People bet at a service, as fast as it lets them. */
class Soak {
  readonly readings: Reading[] = [];
  readonly #stage: Stage;
  readonly #service: ServiceProcess;
  #latencies = new Latencies();

  constructor(stage: Stage, service: ServiceProcess) {
    this.#stage = stage;
    this.#service = service;
  }

  async load(perSecond: number | null): Promise<Load> {
    const pace = new Pace(perSecond);
    return this.#stage.load([this.#service], {
      players: await this.#stage.players(PLAYERS),
      keys: perSecond === null ? "saturated" : "paced",
      turn: pace.turn,
      answered: (ms) => this.#latencies.add(ms),
    });
  }

  /** The rate of answered bets when everybody bets at once. */
  async saturation(): Promise<number> {
    const load = await this.load(null);
    await sleep(WARM_MS);
    const before = this.#stage.journal.answered;
    await sleep(SATURATED_MS);
    const rate = ((this.#stage.journal.answered - before) * 1_000) / SATURATED_MS;
    await load.stop();
    return rate;
  }

  /** One minute: kills, waits until bets are accepted again, measures the rest of the minute. */
  async minute(number: number, databaseEvery: number): Promise<void> {
    const kills = number % databaseEvery === 0 ? number / databaseEvery : 0;
    // The running service finds out by itself; one starting meanwhile would find no database.
    if (kills % 2 === 1) {
      process.kill(await appendBackend(this.#stage), "SIGKILL");
      await this.#stage.recovers(this.#service);
    }
    const began = performance.now();
    await this.#service.kill9();
    if (kills > 0 && kills % 2 === 0) {
      await this.#stage.server.kill9Postmaster();
      await this.#stage.server.restart();
    }
    await this.#service.start();
    await this.#stage.recovers(this.#service);
    const backMs = performance.now() - began;
    const latencies = new Latencies();
    this.#latencies = latencies;
    const measured = performance.now();
    await sleep(Math.max(WARM_MS, MINUTE_MS - backMs));
    const seconds = (performance.now() - measured) / 1_000;
    const [p50 = 0, p99 = 0] = latencies.at(0.5, 0.99);
    const db = await this.#stage.open();
    const health = await healthOf(this.#service);
    this.readings.push({
      ...{ rate: latencies.count / seconds, p50, p99, backMs },
      ...(await readProcesses(this.#service, this.#stage.server.pid())),
      ...(await readTables(db)),
      lag: Math.max(0, ...health.body.projections.map(({ lag }) => lag)),
      missing: await missingOf(db, this.#stage.journal.takeSettled(SETTLED_MS)),
    });
    say(lineOf(number, this.readings.at(-1) as Reading));
  }
}

const HEADING =
  "minute  answers/s  p50 ms  p99 ms  resident MB  heap MB  handles  of PostgreSQL  table B/event  index B/event  dead rows  lag  back ms  missing";

function lineOf(minute: number, reading: Reading): string {
  const { rate, p50, p99, residentMb, heapMb, serviceHandles, postgresHandles } = reading;
  const { tableBytes, indexBytes, deadRows, lag, backMs, missing } = reading;
  const cells = [
    ...[minute, rate.toFixed(0), p50.toFixed(1), p99.toFixed(1), residentMb.toFixed(0), heapMb.toFixed(0)],
    ...[serviceHandles, postgresHandles, tableBytes.toFixed(0), indexBytes.toFixed(0), deadRows, lag],
    ...[backMs.toFixed(0), missing],
  ];
  const widths = HEADING.split("  ").map(({ length }) => length);
  return cells.map((cell, column) => String(cell).padStart(widths[column] ?? 0)).join("  ");
}

const trendLine = ({ name, median, slope, rise, riseMax, isFlat }: Trend): string =>
  `  ${isFlat ? "flat " : "RISES"} ${name}: median ${median.toFixed(1)}, ${slope.toFixed(3)} a minute, ${rise.toFixed(1)} in all, at most ${riseMax.toFixed(1)}`;

/** @returns the problems; none when all is well */
async function soak(stage: Stage, { minutes, rate, databaseEvery }: Wanted): Promise<string[]> {
  const service = await stage.startService({ environment: { METRICS_TOKEN } });
  const soaked = new Soak(stage, service);
  const perSecond = rate ?? Math.max(1, Math.round((await soaked.saturation()) / 2));
  say(`${PLAYERS} players bet ${perSecond} times a second for ${minutes} minutes\n${HEADING}`);
  const load = await soaked.load(perSecond);
  for (let minute = 1; minute <= minutes; minute += 1) await soaked.minute(minute, databaseEvery);
  await load.stop();
  const { readings } = soaked;
  const wrong = await wrongWith(stage, readings, [service.headsFile]);
  const trends = trendsOf(readings);
  if (trends === null) say("Too few minutes to tell whether anything rises: it takes six");
  else for (const trend of trends) say(trendLine(trend));
  const rising = (trends ?? []).filter(({ isFlat }) => !isFlat);
  return [...wrong, ...rising.map(({ name }) => `${name} rises`)];
}

async function wrongWith(
  stage: Stage,
  readings: readonly Reading[],
  headsFiles: readonly string[],
): Promise<string[]> {
  const { journal } = stage;
  const db = await stage.open();
  const last = await missingOf(db, journal.takeSettled(0));
  const missing = readings.reduce((sum, reading) => sum + reading.missing, last);
  const wrong = [...journal.contradictions, ...journal.improper];
  if (missing > 0) wrong.push(`${missing} answered bets are not in the log where they were told`);
  const open = journal.bets.length;
  if (open > 0) wrong.push(`of ${open} bets nobody knows what became of them`);
  const bets = await betsIn(db);
  if (bets !== journal.answered) wrong.push(`${journal.answered} bets were answered, the log has ${bets}`);
  wrong.push(...(await verify(stage.databaseUrl, headsFiles, VERIFY_MAX_MS)));
  if (wrong.length === 0) say(`${bets} bets answered, each in the log once; verify and trial balance pass`);
  return wrong;
}

function wantedOf(argv: string[]): Wanted | null {
  const { values } = parseArgs({
    args: argv,
    options: {
      minutes: { type: "string", default: "60" },
      rate: { type: "string", default: "half" },
      "database-every": { type: "string", default: "10" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  const rate = values.rate === "half" ? null : Number(values.rate);
  const wanted = { minutes: Number(values.minutes), rate, databaseEvery: Number(values["database-every"]) };
  const isRight = [wanted.minutes, wanted.databaseEvery].every((n) => Number.isSafeInteger(n) && n > 0);
  if (!isRight || (rate !== null && !(rate > 0))) throw new Error(USAGE);
  return wanted;
}

async function main(): Promise<number> {
  const wanted = wantedOf(process.argv.slice(2));
  if (wanted === null) {
    say(USAGE);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), "florin-soak-"));
  const server = await startPostgres({ fsync: true, settings: { max_connections: "100" } });
  try {
    const stage = await Stage.open(server, { name: "soak", folder: join(folder, "soak") }, say);
    const wrong = await soak(stage, wanted).finally(() => stage.close());
    for (const line of wrong) say(`✘ ${line}`);
    say(wrong.length === 0 ? "✔ nothing is missing, and everything is flat" : `${wrong.length} findings`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  // Unanswered requests to a killed service must not keep this process alive at the end.
  (code) => process.stdout.write("", () => process.exit(code)),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(EXIT_NOT_DONE);
  },
);
