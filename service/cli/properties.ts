import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { runProgram } from "#service/cli/program.ts";

/** Within npm test, properties on a database run few cases: here there is time for more. */
const TIMES = 4;

const USAGE = `Runs every property-based test.

  npm run test:properties -- [--runs N | --times N] [--seed S] [words of file names ...]

  --runs N   how many random cases each property is tried with; without it --times decides
  --times N  how many times as many cases as within npm test; without it ${TIMES}
  --seed S   the seed that a run printed, to see the same cases again`;

const SEED_MAX = 2 ** 31 - 1;

const { values, positionals } = parseArgs({
  options: {
    runs: { type: "string" },
    times: { type: "string" },
    seed: { type: "string" },
    help: { type: "boolean" },
  },
  allowPositionals: true,
});
const isNumber = (text: string | undefined): boolean => text === undefined || /^-?\d+$/.test(text);

if (values.help === true || ![values.runs, values.times, values.seed].every(isNumber)) {
  console.log(USAGE);
  process.exitCode = values.help === true ? 0 : 2;
} else {
  const seed = values.seed ?? String(randomInt(SEED_MAX));
  const times = values.times ?? String(TIMES);
  const cases = values.runs === undefined ? { PROPERTY_TIMES: times } : { PROPERTY_RUNS: values.runs };
  const env = { PROPERTY_SEED: seed, ...cases };
  const files = positionals.length === 0 ? [".property."] : positionals;
  console.log(`Seed ${seed}`);
  const { code } = await runProgram(["node_modules/.bin/vitest", "run", ...files], { env });
  console.log(`To see the same cases again: npm run test:properties -- --seed ${seed}`);
  process.exitCode = code;
}
