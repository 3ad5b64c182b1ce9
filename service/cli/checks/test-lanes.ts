import type { Step, Write } from "#service/cli/checks/test-steps.ts";

/** How much of a step's output is kept until the step has ended, in characters, from the end. */
const OUTPUT_CHARACTERS_MAX = 2_000_000;

/**
 * Runs steps in parallel: each lane takes the first remaining step whose `after` has ended.
 * @returns the result of each step, in the order of the steps
 */
export async function runInLanes<T>(
  steps: readonly Step[],
  lanes: number,
  run: (step: Step) => Promise<T>,
): Promise<T[]> {
  const left = [...steps];
  const ended = new Map<Step, T>();
  let wakeIdle: () => void = () => {};
  let oneEnds = new Promise<void>((resolve) => {
    wakeIdle = resolve;
  });
  const isFree = ({ after = [] }: Step): boolean =>
    steps.every((step) => !after.includes(step.name) || ended.has(step));
  const lane = async (): Promise<void> => {
    while (left.length > 0) {
      const next = left.findIndex(isFree);
      const [step] = next < 0 ? [] : left.splice(next, 1);
      if (step === undefined) {
        if (ended.size + left.length === steps.length)
          throw new Error(`Steps wait for each other: ${left.map(({ name }) => name).join(", ")}`);
        await oneEnds;
        continue;
      }
      ended.set(step, await run(step));
      wakeIdle();
      oneEnds = new Promise((resolve) => {
        wakeIdle = resolve;
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return steps.flatMap((step) => (ended.has(step) ? [ended.get(step) as T] : []));
}

/** Buffers what is written until it is read. */
export function keptOutput(): { readonly write: Write; readonly text: () => string } {
  let kept = "";
  return {
    write: (text) => {
      kept = (kept + text).slice(-OUTPUT_CHARACTERS_MAX);
    },
    text: () => kept,
  };
}
