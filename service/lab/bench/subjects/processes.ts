import { Acknowledged } from "../acknowledged.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { Child } from "../child.ts";
import type { EngineHandlers } from "../engine-worker.ts";
import { SATURATING_CALLERS } from "./engine.ts";

const CALLERS = 256;
const MEGABYTE = 1_000_000;

type Engine = Child<EngineHandlers>;

/** Runs engines, each a process, on one new log, and judges it by what all of them were told. */
async function withEngines(
  bench: Bench,
  count: number,
  work: (engines: readonly Engine[]) => Promise<Measures>,
): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const engines = Array.from({ length: count }, () => new Child<EngineHandlers>("engine-worker"));
    try {
      const { role } = bench.databases;
      // One after the other: the second plays against a first that rests, and follows what it did.
      for (const engine of engines) await engine.ask("open", { url, role });
      const measures = await work(engines);
      const told = new Acknowledged();
      for (const tally of await Promise.all(engines.map((engine) => engine.ask("finish", null)))) {
        told.addTally(tally);
      }
      await bench.audit(url, "log", told.tally);
      return measures;
    } finally {
      await Promise.all(engines.map((engine) => engine.end()));
    }
  });
}

/** Engines with so many callers each; the figures are of all of them together, or of the first alone. */
const processes = (id: string, callers: readonly number[], of: "all" | "first"): Subject => ({
  id,
  run: (bench) =>
    withEngines(bench, callers.length, async (engines) => {
      await Promise.all(
        engines.map((engine, index) => engine.ask("begin", { callers: callers[index] ?? 0 })),
      );
      const loaded = await Promise.all(engines.map((engine) => engine.ask("measure", bench.spans)));
      const counted = of === "all" ? loaded : loaded.slice(0, 1);
      return {
        rate: counted.reduce((sum, { rate }) => sum + rate, 0),
        p99: Math.max(...counted.map(({ p99 }) => p99)),
      };
    }),
});

const memory: Subject = {
  id: "memory",
  run: (bench) =>
    withEngines(bench, 1, async ([engine]) => {
      if (engine === undefined) throw new Error("One engine was asked for");
      const bets = { bets: bench.spans.memoryBets, callers: SATURATING_CALLERS };
      const halfway = await engine.ask("betsThenBytes", bets);
      const after = await engine.ask("betsThenBytes", bets);
      return { halfway: halfway / MEGABYTE, after: after / MEGABYTE };
    }),
};

/** Engines that are processes of their own. */
export const processSubjects: readonly Subject[] = [
  processes("process-alone", [CALLERS], "all"),
  processes("processes-256-256", [CALLERS, CALLERS], "all"),
  processes("processes-256-1", [CALLERS, 1], "first"),
  memory,
];
