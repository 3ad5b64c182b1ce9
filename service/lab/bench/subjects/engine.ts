import type { ChainHashing } from "#service/event-store/append/hashing.ts";
import type { Writer } from "#service/event-store/writer.ts";
import type { LogWriterOptions } from "#service/features/log-writer.ts";
import { betsByTransaction } from "#service/lab/bench/baselines/transaction-per-command.ts";
import { bettorsOnMadeGames } from "#service/lab/bench/play/made-games.ts";
import { Bettors } from "#service/lab/bench/play/players.ts";
import { withDb, withWriter } from "#service/lab/bench/play/with-writer.ts";
import { bettorsWithoutRules } from "#service/lab/bench/play/without-rules.ts";
import { ProcessorTime } from "#service/lab/bench/report/processor-time.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { closedLoop, openLoop } from "../load.ts";

/** Callers that saturate one writer: enough to fill both batches in flight, and the next. */
export const SATURATING_CALLERS = 2_048;
const OPEN_LOOP_RATE = 5_000;
const BASELINE_CALLERS = [8, 16, 32];

/** The writer's options, and its bettors. */
interface Through extends Partial<LogWriterOptions> {
  bettorsOf?(writer: Writer): Promise<Bettors>;
}

/** Runs bets through a writer on a database of its own, and audits the log afterwards. */
export async function throughWriter(
  bench: Bench,
  work: (bettors: Bettors, processor: ProcessorTime) => Promise<Measures>,
  { bettorsOf = async (writer) => new Bettors(writer), ...options }: Through = {},
): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const { measures, told } = await withDb(bench.databases.asService(url), (db) =>
      withWriter({ db, onTrouble: bench.onTrouble, ...options }, async (writer) => {
        const bettors = await bettorsOf(writer);
        await bettors.everyFirstBet();
        const measures = await work(bettors, new ProcessorTime(db));
        return { measures, told: bettors.acknowledged.tally };
      }),
    );
    await bench.audit(url, "log", told);
    return measures;
  });
}

/** Runs bets through the baseline on a database of its own, and audits its rows. */
async function throughBaseline(
  bench: Bench,
  at: { readonly connections: number; readonly callers: number },
): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const db = await bench.databases.asService(url, at.connections);
    const baseline = await betsByTransaction(db);
    const bettors = new Bettors(baseline);
    const processor = new ProcessorTime(db);
    const load = { callers: at.callers, ...bench.spans, processor };
    const loaded = await closedLoop(bettors.bet, load).finally(() => db.close());
    await bench.audit(url, "baseline", bettors.acknowledged.tally);
    return { ...loaded };
  });
}

/** Connections at which one transaction per bet is fastest; tried once. */
export const baselineConnections = (bench: Bench): Promise<number> =>
  bench.best("one transaction per bet", BASELINE_CALLERS, (callers) =>
    throughBaseline(bench, { connections: callers, callers }),
  );

const writerAt = (id: string, callers: number, options?: Through): Subject => ({
  id,
  run: (bench) =>
    throughWriter(
      bench,
      async ({ bet }, processor) => ({ ...(await closedLoop(bet, { callers, ...bench.spans, processor })) }),
      options,
    ),
});

const NOTHING = new Uint8Array(32);
/** Blocks still name their predecessor, since all have the same hash. */
const NO_LEAF = "\0".repeat(32);
const WITHOUT_CHAIN: ChainHashing = { leaf: () => NO_LEAF, root: () => NOTHING, block: () => NOTHING };

const writerOpenLoop: Subject = {
  id: "writer-open-loop",
  run: (bench) =>
    throughWriter(bench, async ({ bet }) => {
      const { turnedAway, ...loaded } = await openLoop(bet, { rate: OPEN_LOOP_RATE, ...bench.spans });
      const kept = Math.round(loaded.rate);
      if (turnedAway > 0 || kept < 0.99 * OPEN_LOOP_RATE) {
        bench.note(
          `open loop: ${kept} of ${OPEN_LOOP_RATE} bets/s were answered in time, ${turnedAway} turned away`,
        );
      }
      return { ...loaded };
    }),
};

/** The engine and its baselines, with callers in this process. */
export const engineSubjects: readonly Subject[] = [
  writerAt("writer-32", 32),
  {
    id: "transaction-32",
    run: async (bench) =>
      throughBaseline(bench, { connections: await baselineConnections(bench), callers: 32 }),
  },
  writerAt("writer-saturated", SATURATING_CALLERS),
  writerAt("writer-without-rules", SATURATING_CALLERS, { bettorsOf: bettorsWithoutRules }),
  writerAt("user-coinflip-saturated", SATURATING_CALLERS, { bettorsOf: bettorsOnMadeGames }),
  writerAt("writer-without-chain", SATURATING_CALLERS, { hashing: WITHOUT_CHAIN }),
  {
    id: "transaction-best",
    run: async (bench) => {
      const connections = await baselineConnections(bench);
      return throughBaseline(bench, { connections, callers: connections });
    },
  },
  writerOpenLoop,
  writerAt("writer-lone", 1),
  { id: "transaction-lone", run: (bench) => throughBaseline(bench, { connections: 1, callers: 1 }) },
];
