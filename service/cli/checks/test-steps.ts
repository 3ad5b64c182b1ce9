import { mkdir, readFile, rm } from "node:fs/promises";
import { z } from "zod";
import { runProgram } from "#service/cli/program.ts";

/** The result of a step. A step that could not do its work has failed. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/** Receives a step's output. */
export type Write = (text: string) => void;

/** One step of `npm test`. */
export interface Step {
  readonly name: string;
  /** Names of steps that must have ended before. */
  readonly after?: readonly string[];
  /** The same in `npm test -- quick`, where it may leave out what takes long; left out where it is no part of that. */
  readonly quick?: Step;
  run(write: Write): Promise<Outcome>;
}

/** Far longer than a step takes on a busy machine: it ends a hanging one. */
const STEP_TIMEOUT_MS = 60 * 60_000;
const REPORTS = ".cache/test";

/** The word for the steps of the quick loop. */
const QUICK = "quick";

const ONE_PASSED: Outcome = { passed: 1, failed: 0 };
const ONE_FAILED: Outcome = { passed: 0, failed: 1 };

type Environment = Readonly<Record<string, string>>;

/**
 * The compiler is written in Go: collecting its garbage a fifth as often takes 48 s of processor time instead of 62,
 * and 3.1 GB instead of 2.2.
 */
const LESS_COLLECTING: Environment = { GOGC: "400" };

const npmRun = (script: string, ...args: string[]): string[] => [
  "npm",
  "run",
  "--silent",
  script,
  "--",
  ...args,
];

/** A program that counts as one test, by its exit code. */
export const check = (name: string, argv: readonly string[], env: Environment = {}): Step => ({
  name,
  run: async (write) => ((await run(argv, write, env)).code === 0 ? ONE_PASSED : ONE_FAILED),
});

/** A program that ends by printing `N passed, N failed`. */
export const suite = (name: string, argv: readonly string[]): Step => ({
  name,
  run: async (write) => {
    const { code, tail } = await run(argv, write);
    const counts = countsIn(tail);
    return counts === null ? ONE_FAILED : neverSilent(counts, code);
  },
});

/** One of vitest's projects, counted test by test. */
export const vitestProject = (project: string, env: Environment = {}): Step => ({
  name: `${project} tests`,
  run: async (write) => {
    const report = `${REPORTS}/${project}.json`;
    await mkdir(REPORTS, { recursive: true });
    await rm(report, { force: true });
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const { code } = await run(
      ["node_modules/.bin/vitest", "run", "--project", project, ...reporters],
      write,
      env,
    );
    return neverSilent(await vitestCounts(report), code);
  },
});

async function run(
  argv: readonly string[],
  write: Write,
  env: Environment = {},
): Promise<{ code: number; tail: string }> {
  const end = await runProgram(argv, { timeoutMs: STEP_TIMEOUT_MS, write, env });
  if (end.timedOut) write(`\nEnded after ${STEP_TIMEOUT_MS / 60_000} minutes.\n`);
  return end;
}

/** The counts of the last line that has some, or null if the suite did not get so far. */
export function countsIn(output: string): Outcome | null {
  const match = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return match === undefined ? null : { passed: Number(match[1]), failed: Number(match[2]) };
}

// A suite that ran nothing, or exited with an error that it did not count, must not look like a passed one.
function neverSilent(counts: Outcome, code: number): Outcome {
  const isSilent = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return isSilent ? { ...counts, failed: 1 } : counts;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

async function vitestCounts(report: string): Promise<Outcome> {
  const text = await readFile(report, "utf8").catch(() => null);
  if (text === null) return ONE_FAILED;
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(JSON.parse(text));
  // A file that failed to load has no tests to count.
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

const quick = (step: Step, shorter: Step = step): Step => ({ ...step, quick: shorter });
/** The lint without its one rule that follows types from file to file, which takes a third as long as all others. */
const lintInFiles = npmRun("lint", "--skip=nursery/noFloatingPromises");
/** Keeps between runs what each file holds. */
const knipKept = npmRun("knip", "--cache", "--cache-location", ".cache/knip");
/** A step that needs the built site, and would otherwise build it again during the build. */
const afterBuild = (step: Step): Step => ({ ...step, after: ["build"] });

/** Everything `npm test` runs, in the order of start: the longest first, so that the rest runs in parallel. */
export const steps: readonly Step[] = [
  vitestProject("db"),
  quick(check("types", npmRun("typecheck"), LESS_COLLECTING)),
  quick(check("lint", npmRun("lint")), check("lint", lintInFiles)),
  quick(check("unused code", npmRun("knip")), check("unused code", knipKept)),
  quick(vitestProject("unit"), vitestProject("unit", { PROPERTIES: "no" })),
  check("build", npmRun("build")),
  afterBuild(check("bundle budget", npmRun("budget"))),
  vitestProject("web"),
  afterBuild(suite("browser smoke", npmRun("e2e", "--smoke"))),
  suite("kill -9", npmRun("test:faults", "--smoke")),
];

/** All steps, those of the quick loop, or those whose names contain one of the given words. */
export function chosen(words: readonly string[]): readonly Step[] {
  if (words.length === 0) return steps;
  return steps.flatMap((step) => {
    if (words.some((word) => word !== QUICK && step.name.includes(word))) return [step];
    return words.includes(QUICK) && step.quick !== undefined ? [step.quick] : [];
  });
}
