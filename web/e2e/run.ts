import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { openBrowser } from "./chromium.ts";
import { type Journey, journeys, type Stage, travel } from "./harness.ts";
import { program, replayLog, verifyLog } from "./programs.ts";
import { startSite } from "./site.ts";

const USAGE = `Walks through the site with a real browser.

  npm run e2e -- [--smoke] [--grep TEXT]

  --smoke      only the shortest way through everything
  --grep TEXT  only journeys whose names contain TEXT

CHROME_PATH names another browser; pictures go to screenshots/.`;

const JOURNEYS = "web/e2e";
const SMOKE = "smoke.e2e.ts";

interface Result {
  readonly name: string;
  readonly error: Error | null;
  readonly seconds: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { smoke: { type: "boolean" }, grep: { type: "string" }, help: { type: "boolean" } },
  });
  if (values.help === true) return say(USAGE);
  await program("service/cli/build-web.ts");
  await declare(values.smoke === true);
  const chosen = journeys().filter(({ name }) => name.includes(values.grep ?? ""));
  if (chosen.length === 0) throw new Error("No journey has that name");
  const results = await runAll(chosen);
  const failed = results.filter(({ error }) => error !== null);
  process.exitCode = failed.length === 0 ? 0 : 1;
  say(`${results.length - failed.length} passed, ${failed.length} failed`);
}

async function declare(onlySmoke: boolean): Promise<void> {
  const paths = await readdir(JOURNEYS, { recursive: true });
  // All journeys use one site, one after another: by file name, in any folder.
  const files = paths
    .filter((path) => path.endsWith(".e2e.ts"))
    .toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1));
  for (const file of files) if (!onlySmoke || basename(file) === SMOKE) await import(`./${file}`);
}

async function runAll(chosen: readonly Journey[]): Promise<Result[]> {
  const browser = await openBrowser();
  const site = await startSite();
  const results: Result[] = [];
  try {
    for (const journey of chosen) {
      const { name } = journey;
      results.push(await timed(name, () => travel(journey, { browser, site }), { browser, site }));
    }
    await site.stop();
    // After the journeys, the log must verify, and its replay must equal the read models.
    results.push(await timed("the log of this run verifies", () => verifyLog(site)));
    results.push(await timed("a replay of this run is the same", () => replayLog(site)));
  } finally {
    await browser.close();
    await site.remove();
  }
  return results;
}

async function timed(name: string, work: () => Promise<void>, stage?: Stage): Promise<Result> {
  const startedAt = performance.now();
  const error = await work().then(
    () => null,
    (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  say(`${error === null ? "ok    " : "FAILED"}  ${name} (${seconds.toFixed(1)} s)`);
  if (error !== null) {
    say(`\n${error.stack ?? error.message}\n`);
    if (stage !== undefined) say(`The service said:\n${stage.site.log()}`);
  }
  return { name, error, seconds };
}

await main();
