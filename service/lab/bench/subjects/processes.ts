import { Acknowledged } from "../acknowledged.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { Child } from "../child.ts";
import type { EngineHandlers } from "../engine-worker.ts";
import { SATURATING_CALLERS } from "./engine.ts";

const CALLERS = 256;
const MEGABYTE = 1_000_000;

type Engine = Child<EngineHandlers>;

type Work = (engines: readonly Engine[]) => Promise<Measures>;

/** Runs engines, each a process, on one new log, and audits it against all their answers. */
const withEngines = (bench: Bench, count: number, work: Work): Promise<Measures> =>
  bench.onDatabase({ filled: true }, (url) =>
    onLogs(
      bench,
      Array.from({ length: count }, () => url),
      work,
    ),
  );

/** Runs two engines, each on a new log in a database of its own, and audits both logs. */
const withTwoLogs = (bench: Bench, work: Work): Promise<Measures> =>
  bench.onDatabase({ filled: true }, (one) =>
    bench.onDatabase({ filled: true }, (two) => onLogs(bench, [one, two], work)),
  );

/** Runs an engine on each of some logs, several of which may be the same. */
async function onLogs(bench: Bench, urls: readonly string[], work: Work): Promise<Measures> {
  const engines = urls.map((url) => ({ url, engine: new Child<EngineHandlers>("engine-worker") }));
  try {
    const { role } = bench.databases;
    // One after the other: the second warms up beside an idle first, and follows its events.
    for (const { url, engine } of engines) await engine.ask("open", { url, role });
    const measures = await work(engines.map(({ engine }) => engine));
    const told = new Map(urls.map((url) => [url, new Acknowledged()]));
    await Promise.all(
      engines.map(async ({ url, engine }) => told.get(url)?.addTally(await engine.ask("finish", null))),
    );
    for (const [url, { tally }] of told) await bench.audit(url, "log", tally);
    return measures;
  } finally {
    await Promise.all(engines.map(({ engine }) => engine.end()));
  }
}

/** Lets a number of callers bet in each engine; the figures are of all together, or of the first alone. */
const measured =
  (bench: Bench, callers: readonly number[], of: "all" | "first"): Work =>
  async (engines) => {
    await Promise.all(engines.map((engine, index) => engine.ask("begin", { callers: callers[index] ?? 0 })));
    const loaded = await Promise.all(engines.map((engine) => engine.ask("measure", bench.spans)));
    const counted = of === "all" ? loaded : loaded.slice(0, 1);
    return {
      rate: counted.reduce((sum, { rate }) => sum + rate, 0),
      p99: Math.max(...counted.map(({ p99 }) => p99)),
    };
  };

/** Engines on one log. */
const processes = (id: string, callers: readonly number[], of: "all" | "first"): Subject => ({
  id,
  run: (bench) => withEngines(bench, callers.length, measured(bench, callers, of)),
});

const twoLogs: Subject = {
  id: "two-logs",
  run: (bench) => withTwoLogs(bench, measured(bench, [CALLERS, CALLERS], "all")),
};

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

/** Engines in processes of their own. */
export const processSubjects: readonly Subject[] = [
  processes("process-alone", [CALLERS], "all"),
  processes("processes-256-256", [CALLERS, CALLERS], "all"),
  processes("processes-256-1", [CALLERS, 1], "first"),
  twoLogs,
  memory,
];
