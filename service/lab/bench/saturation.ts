import type { Acknowledged } from "./acknowledged.ts";
import { EVERYBODY, TransactionPerCommand } from "./baselines/transaction-per-command.ts";
import type { Bench, Measures, Subject } from "./bench.ts";
import { closedLoopOf, type Work } from "./load.ts";
import type { BetTaker } from "./play/players.ts";
import { withDb, withWriter } from "./play/with-writer.ts";
import { SATURATING_CALLERS } from "./subjects/engine.ts";

const BASELINE_LANES = [8, 16, 32];

/** Players who repeat something of several steps, with the results. */
export interface Steps {
  readonly acknowledged: Acknowledged;
  /** Warms the states of players up. @returns the work that each of several lanes repeats */
  ready(lanes: number): Promise<readonly Work[]>;
}

/** The work, and the names of both ways to do it. */
export interface Stepped {
  /** The id of the subject through the writer, and of its baseline. */
  readonly ids: readonly [string, string];
  /** The baseline, in words. */
  readonly what: string;
  readonly stepsOn: (to: BetTaker) => Steps;
  /** The statuses of completed streams. */
  readonly over: readonly string[];
}

/** Through a writer on a database of its own, whose log is audited afterwards. */
async function throughWriter(bench: Bench, { stepsOn }: Stepped): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const { measured, told } = await withDb(bench.databases.asService(url), (db) =>
      withWriter({ db, onTrouble: bench.onTrouble }, async (writer) => {
        const steps = stepsOn(writer);
        const measured = await closedLoopOf(await steps.ready(SATURATING_CALLERS), bench.spans);
        return { measured, told: steps.acknowledged.tally };
      }),
    );
    await bench.audit(url, "log", told);
    return { ...measured };
  });
}

/** With a transaction per step and a connection per lane; the result is audited. */
async function throughBaseline(bench: Bench, { stepsOn, over }: Stepped, lanes: number): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const isOver = (state: unknown) =>
      typeof state === "object" && state !== null && "status" in state && over.includes(String(state.status));
    const { measured, told } = await withDb(bench.databases.asService(url, lanes), async (db) => {
      const steps = stepsOn(await TransactionPerCommand.open(db, { ...EVERYBODY, isOver }));
      const measured = await closedLoopOf(await steps.ready(lanes), bench.spans);
      return { measured, told: steps.acknowledged.tally };
    });
    await bench.audit(url, "baseline", told);
    return { ...measured };
  });
}

/** Work of several steps, saturated, compared with one transaction per step. */
export const steppedSubjects = (stepped: Stepped): readonly Subject[] => [
  { id: stepped.ids[0], run: (bench) => throughWriter(bench, stepped) },
  {
    id: stepped.ids[1],
    run: async (bench) => {
      const lanes = await bench.best(stepped.what, BASELINE_LANES, (tried) =>
        throughBaseline(bench, stepped, tried),
      );
      return throughBaseline(bench, stepped, lanes);
    },
  },
];
