import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "#service/lab/testing/databases/postgres.ts";
import type { Scenario } from "./scenario.ts";
import { failingDatabase, frozenInTurn } from "./scenarios/bad-database.ts";
import { cutWhileWaiting, lostReplies, networkDown } from "./scenarios/bad-network.ts";
import { beaconAway } from "./scenarios/beacon-away.ts";
import { killedWhileLocked, platformAway, racesAtTwo } from "./scenarios/coinflips.ts";
import { expiryAgainstJoin } from "./scenarios/expiry-race.ts";
import { killedChat } from "./scenarios/killed-chat.ts";
import { killedBackend, killedPostmaster, noDatabase } from "./scenarios/killed-database.ts";
import { killedPayments } from "./scenarios/killed-payments.ts";
import { killedService } from "./scenarios/killed-service.ts";
import {
  beaconAwayBeforeFlight,
  databaseAwayInFlight,
  frozenInFlight,
  killedRounds,
} from "./scenarios/rounds.ts";
import { lostByPromotion, promotedStandby, splitBrain } from "./scenarios/standby.ts";
import { twoLogsKilled } from "./scenarios/two-logs.ts";
import { oneOfTwoFrozen, oneOfTwoKilled, stoppedService } from "./scenarios/two-services.ts";
import { Stage } from "./stage.ts";

const SCENARIOS: readonly Scenario[] = [
  killedService,
  stoppedService,
  oneOfTwoKilled,
  oneOfTwoFrozen,
  killedWhileLocked,
  racesAtTwo,
  expiryAgainstJoin,
  platformAway,
  beaconAway,
  killedBackend,
  killedPostmaster,
  noDatabase,
  lostReplies,
  cutWhileWaiting,
  networkDown,
  frozenInTurn,
  failingDatabase,
  killedRounds,
  databaseAwayInFlight,
  frozenInFlight,
  beaconAwayBeforeFlight,
  killedChat,
  killedPayments,
  promotedStandby,
  lostByPromotion,
  splitBrain,
  twoLogsKilled,
];

const USAGE = `usage: npm run test:faults [-- --smoke] [-- --grep <text>]
  --smoke  only what is quick: one kill of the service under load
  --grep   only scenarios whose name has this text`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the scenarios against a real PostgreSQL and real processes. @returns how many failed */
async function run(scenarios: readonly Scenario[], isSmoke: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "florin-faults-"));
  const server = await startPostgres({ fsync: true, settings: { max_connections: "100" } });
  let failed = 0;
  try {
    for (const [index, scenario] of scenarios.entries()) {
      const began = performance.now();
      say(`▶ ${scenario.name}`);
      const name = `scenario_${index + 1}`;
      let stage: Stage | null = null;
      let error: unknown = null;
      try {
        stage = await Stage.open(server, { name, folder: join(folder, name) }, (line) => say(`    ${line}`));
        await scenario.run(stage, { isSmoke });
      } catch (thrown) {
        error = thrown;
      }
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      if (error === null) say(`✔ passed in ${seconds} s`);
      else {
        failed += 1;
        for (const service of stage?.services ?? []) say(`--- ${service.name} said:\n${service.said}`);
        say(`✘ failed after ${seconds} s: ${error instanceof Error ? error.stack : String(error)}`);
      }
      await stage?.close();
      // A scenario that failed may have left the server down.
      if (error !== null) await server.restart();
    }
  } finally {
    await server.stop();
  }
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  else say(`What was asked and answered is kept in ${folder}`);
  say(`${scenarios.length - failed} passed, ${failed} failed`);
  return failed;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { smoke: { type: "boolean", default: false }, grep: { type: "string" } },
  });
  const picked = SCENARIOS.filter(({ isSmoke }) => !values.smoke || isSmoke === true).filter(({ name }) =>
    name.includes(values.grep ?? ""),
  );
  if (picked.length === 0) throw new Error(`No scenario is called so.\n${USAGE}`);
  const failed = await run(picked, values.smoke);
  // Unanswered requests to a killed service must not keep this process alive at the end.
  process.stdout.write("", () => process.exit(failed === 0 ? 0 : 1));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
