import { keptOutput, runInLanes } from "#service/cli/checks/test-lanes.ts";
import { chosen, type Outcome, type Step, type Write } from "#service/cli/checks/test-steps.ts";

/** Steps in parallel: as many as the smallest machine has cores. */
const LANES = 2;

interface Finished extends Outcome {
  readonly name: string;
  readonly seconds: string;
}

const show: Write = (text) => void process.stdout.write(text);

const wanted = chosen(process.argv.slice(2));
const startedAt = performance.now();
const finished = await runInLanes(wanted, LANES, wanted.length === 1 ? runShown : runKept);
summarise(finished);

/** The output of a single step is shown as it comes. */
function runShown(step: Step): Promise<Finished> {
  show(headerOf(step.name));
  return runStep(step, show);
}

/** The output of parallel steps is shown step by step, each when it ends. */
async function runKept(step: Step): Promise<Finished> {
  const output = keptOutput();
  const end = await runStep(step, output.write);
  show(`${headerOf(step.name)}${output.text()}`);
  return end;
}

async function runStep(step: Step, write: Write): Promise<Finished> {
  const began = performance.now();
  const outcome = await step.run(write).catch((error: unknown): Outcome => {
    write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return { passed: 0, failed: 1 };
  });
  return { name: step.name, seconds: secondsSince(began), ...outcome };
}

function headerOf(name: string): string {
  return `\n=== ${name} ${"=".repeat(Math.max(0, 70 - name.length))}\n\n`;
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1);
}

function summarise(all: readonly Finished[]): void {
  console.log(headerOf("summary"));
  for (const { name, seconds, passed, failed } of all) {
    const mark = failed === 0 ? "ok    " : "FAILED";
    console.log(
      `${mark}  ${name.padEnd(16)}${seconds.padStart(7)} s${String(passed).padStart(7)} passed${String(failed).padStart(5)} failed`,
    );
  }
  const passed = all.reduce((sum, step) => sum + step.passed, 0);
  const failed = all.reduce((sum, step) => sum + step.failed, 0);
  process.exitCode = failed === 0 && all.length > 0 ? 0 : 1;
  console.log(`\nIn ${secondsSince(startedAt)} s.`);
  console.log(`\n${passed} passed, ${failed} failed`);
}
