import { type Outcome, type Step, steps } from "#service/cli/test-steps.ts";

interface Finished extends Outcome {
  readonly name: string;
  readonly seconds: string;
}

const finished: Finished[] = [];
for (const step of chosen(process.argv.slice(2))) finished.push(await runStep(step));
summarise(finished);

/** All steps, or those whose names contain one of the words given. */
function chosen(words: readonly string[]): readonly Step[] {
  if (words.length === 0) return steps;
  return steps.filter(({ name }) => words.some((word) => name.includes(word)));
}

async function runStep(step: Step): Promise<Finished> {
  console.log(`\n=== ${step.name} ${"=".repeat(Math.max(0, 70 - step.name.length))}\n`);
  const startedAt = performance.now();
  const outcome = await step.run().catch((error: unknown): Outcome => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  return { name: step.name, seconds, ...outcome };
}

function summarise(all: readonly Finished[]): void {
  console.log(`\n=== summary ${"=".repeat(63)}\n`);
  for (const { name, seconds, passed, failed } of all) {
    const mark = failed === 0 ? "ok    " : "FAILED";
    console.log(
      `${mark}  ${name.padEnd(16)}${seconds.padStart(7)} s${String(passed).padStart(7)} passed${String(failed).padStart(5)} failed`,
    );
  }
  const passed = all.reduce((sum, step) => sum + step.passed, 0);
  const failed = all.reduce((sum, step) => sum + step.failed, 0);
  process.exitCode = failed === 0 && all.length > 0 ? 0 : 1;
  console.log(`\n${passed} passed, ${failed} failed`);
}
