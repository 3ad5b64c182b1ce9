import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario } from "../scenario.ts";
import { until } from "../service-process.ts";
import type { Stage } from "../stage.ts";

const FREEZES = 8;
/** How often the writer has to recover, alone on the log and beside another. */
const RECOVERIES = 8;
const RECOVERIES_MAX_MS = 90_000;
/** Bets that the others must answer, and the time for them, while one process is frozen holding the head. */
const GOES_ON_BETS = 20;
const GOES_ON_MAX_MS = 5_000;
/** How long it is frozen, in milliseconds: shorter and longer than a turn may be idle. */
const FROZEN_MS = [100, 300, 1_500, 3_000];
const FROZEN_WITHIN_MS = 30_000;

/** A process locks the head, follows and decides, and freezes before it appends. */
export const frozenInTurn: Scenario = {
  name: "a service frozen in the middle of a turn does not stop the others, and its turn is void",
  async run(stage) {
    await stage.startService();
    const freezing = await stage.startService({ script: "service/lab/faults/faulty-service.ts freezing" });
    const loads = await stage.loadEach();
    for (let freeze = 0; freeze < FREEZES; freeze += 1) {
      await freezing.says("in the middle of a turn", FROZEN_WITHIN_MS);
      const ms = FROZEN_MS[freeze % FROZEN_MS.length] ?? 0;
      const began = performance.now();
      if (ms >= 1_000) await stage.answers(GOES_ON_BETS, GOES_ON_MAX_MS);
      const took = Math.round(performance.now() - began);
      await sleep(Math.max(0, ms - took));
      freezing.thaw();
      if (ms >= 1_000) stage.say(`frozen for ${ms} ms: ${GOES_ON_BETS} more bets after ${took} ms`);
    }
    freezing.says("in the middle of a turn", FROZEN_WITHIN_MS).then(
      () => freezing.thaw(),
      () => undefined,
    );
    await stage.audit(...loads);
  },
};

/** The database fails at random: full disk, locks, lost connections, before and after the commit. */
export const failingDatabase: Scenario = {
  name: "a database with random failures, a full disk included, loses no answered bet and makes none twice",
  async run(stage) {
    await stage.startService();
    const failing = await stage.startService({ script: "service/lab/faults/faulty-service.ts failing" });
    const alone = await stage.load([failing]);
    await recoversOften(stage, RECOVERIES);
    await alone.stop();
    const loads = await stage.loadEach();
    await recoversOften(stage, 2 * RECOVERIES);
    await Promise.all(loads.map((load) => load.stop()));
    stage.say(`${await stage.recoveries()} recoveries`);
    await stage.audit();
  },
};

async function recoversOften(stage: Stage, times: number): Promise<void> {
  await until(async () => (await stage.recoveries()) >= times, {
    maxMs: RECOVERIES_MAX_MS,
    what: () => `the writer has not recovered ${times} times`,
  });
}
