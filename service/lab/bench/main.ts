import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Bench, type Measures, type Spans } from "./bench.ts";
import { Child } from "./child.ts";
import { Databases } from "./databases.ts";
import { describeMachine } from "./report/machine.ts";
import { holds, isMeasured, type Measured, type Report, reportRows, textOf } from "./report/report.ts";
import { ROWS, type Row } from "./report/rows.ts";
import type { SubjectHandlers } from "./subject-worker.ts";
import { SUBJECTS } from "./subjects.ts";

const USAGE = `Measures how fast the ledger is, as ratios of runs side by side on a real PostgreSQL with fsync on.

  npm run bench -- [--quick] [--json] [--only id,id] [--rounds N] [--seconds S] [--long DIR]

  --quick    2 rounds of short runs, within 10 minutes; without it 5 rounds
  --json     one document alone on standard output: {rows, machine}
  --only     only these rows: ${ROWS.map(({ id }) => id).join(", ")}
  --rounds   so many rounds
  --seconds  so long a measurement in each run
  --long     only the rows about long logs: the longest of those that "npm run bench:long" made in a folder ÷ the shortest

A server of its own is started; with DATABASE_URL that server is used, in databases of their own.
Exit code: 0 every ratio holds its floor, 1 one does not, 2 not all could be measured.`;

const EXIT_BELOW_FLOOR = 1;
const EXIT_NOT_MEASURED = 2;
const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;

const FULL: Spans = {
  rounds: 5,
  warmMs: 1_000,
  measureMs: 5_000,
  memoryBets: 500_000,
  historyEntries: 5_000_000,
  longFolder: null,
};
const QUICK: Spans = {
  rounds: 2,
  warmMs: 500,
  measureMs: 2_000,
  memoryBets: 50_000,
  historyEntries: 500_000,
  longFolder: null,
};

interface Wanted {
  readonly rows: readonly Row[];
  readonly spans: Spans;
  readonly isQuick: boolean;
  readonly asJson: boolean;
}

/** A request that cannot be fulfilled, in one sentence. */
class UsageError extends Error {}

function wantedOf(argv: string[]): Wanted | null {
  const { values } = parseArgs({
    args: argv,
    options: {
      json: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      long: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  const ids = values.only?.split(",");
  const unknown = ids?.filter((id) => !ROWS.some((row) => row.id === id)) ?? [];
  if (unknown.length > 0) throw new UsageError(`There is no row ${unknown.join(", ")}.\n\n${USAGE}`);
  const spans = values.quick ? QUICK : FULL;
  const measureMs = Number(values.seconds ?? spans.measureMs / 1_000) * 1_000;
  const rounds = Number(values.rounds ?? spans.rounds);
  if (!(measureMs > 0 && Number.isSafeInteger(rounds) && rounds > 0)) throw new UsageError(USAGE);
  const longFolder = values.long === undefined ? null : resolve(values.long);
  const rows = ROWS.filter(({ isLong = false }) => isLong === (longFolder !== null));
  return {
    rows: rows.filter(({ id }) => ids?.includes(id) ?? true),
    spans: { ...spans, rounds, measureMs, longFolder },
    isQuick: values.quick,
    asJson: values.json,
  };
}

/** Runs a subject in its own process: leftovers of one were measured to cost the next a third of its rate. */
async function inItsOwnProcess(bench: Bench, id: string): Promise<Measures> {
  const child = new Child<SubjectHandlers>("subject-worker");
  try {
    const { spans, folder, databases, found: best } = bench;
    const ran = await child.ask("run", { id, spans, folder, place: await databases.place(), best });
    for (const note of ran.notes) bench.note(note);
    bench.remember(ran.best);
    databases.keep(ran.kept);
    return ran.measures;
  } finally {
    await child.end();
  }
}

/** Runs the subjects of some rows, each once per round. A failing one does not affect the others. */
async function runRounds(bench: Bench, rows: readonly Row[]): Promise<Measured> {
  const needed = new Set(rows.flatMap(({ ours, baseline }) => [ours.subject, baseline.subject]));
  const subjects = SUBJECTS.filter(({ id }) => needed.has(id));
  const measured = new Map<string, Measures[]>(subjects.map(({ id }) => [id, []]));
  for (let round = 1; round <= bench.spans.rounds; round += 1) {
    for (const subject of subjects) {
      const began = performance.now();
      const measures = await inItsOwnProcess(bench, subject.id).catch((error: unknown) => {
        bench.note(
          `Round ${round}, ${subject.id}: ${error instanceof Error ? error.message : String(error)}`,
        );
        return null;
      });
      if (measures !== null) measured.get(subject.id)?.push(measures);
      const seconds = Math.round((performance.now() - began) / MS_PER_SECOND);
      const outcome = measures === null ? "not measured" : told(measures);
      bench.say(`round ${round}  ${subject.id.padEnd(22)}${outcome}  (${seconds} s)`);
    }
  }
  return measured;
}

const told = (measures: Measures): string =>
  Object.entries(measures)
    .map(([name, value]) => `${name} ${value >= 100 ? Math.round(value) : value.toFixed(2)}`)
    .join("  ");

async function measure({ rows, spans, isQuick }: Wanted): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "florin-bench-"));
  const began = performance.now();
  const databases = await Databases.open(process.env.DATABASE_URL || undefined);
  try {
    const bench = new Bench({ databases, spans, folder });
    const machine = await describeMachine(databases, folder);
    if (isQuick) bench.note("Quick: fewer and shorter runs than the figures that count.");
    if (machine.fsync !== "on")
      bench.note("The server does not wait for its disk: the figures do not count.");
    const bets = spans.memoryBets.toLocaleString("en");
    bench.note(`Memory: after ${(spans.memoryBets * 2).toLocaleString("en")} bets ÷ after ${bets}.`);
    const measured = await runRounds(bench, rows);
    return {
      rows: reportRows(rows, measured),
      machine: {
        ...machine,
        rounds: spans.rounds,
        secondsPerRun: spans.measureMs / 1_000,
        loadAfter: loadavg()[0] ?? 0,
        tookMinutes: (performance.now() - began) / MS_PER_MINUTE,
        notes: bench.notes,
      },
    };
  } finally {
    await databases.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const wanted = wantedOf(process.argv.slice(2));
  if (wanted === null) {
    console.log(USAGE);
    return 0;
  }
  const report = await measure(wanted);
  console.log(wanted.asJson ? JSON.stringify(report) : textOf(report));
  if (!report.rows.every(isMeasured)) return EXIT_NOT_MEASURED;
  return report.rows.every(holds) ? 0 : EXIT_BELOW_FLOOR;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof UsageError ? error.message : error);
    // At once: a failed run may have left something that keeps the process alive.
    process.exit(EXIT_NOT_MEASURED);
  },
);
