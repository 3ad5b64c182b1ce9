import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario } from "../scenario.ts";

const ROUNDS = 4;
const BETS_BETWEEN = 200;
/** Bets that the others must answer while one process is away, and the time limit in milliseconds. */
const GOES_ON_BETS = 50;
const GOES_ON_MAX_MS = 5_000;
/** How long a process is frozen, in milliseconds: past every time limit of a turn. */
const FROZEN_MS = 1_500;
/** One freeze lasts longer than its leases on the projections. */
const FROZEN_LONG_MS = 13_000;
const FREEZES = 12;
const SPREAD_MS = 60;

/** Two processes write one log; one of them is killed. */
export const oneOfTwoKilled: Scenario = {
  name: "one of two services on one database is killed: the other continues, and every answered bet is there",
  async run(stage) {
    const services = [await stage.startService(), await stage.startService()];
    const loads = await stage.loadEach();
    for (let round = 0; round < ROUNDS; round += 1) {
      const killed = services[round % services.length];
      await stage.answers(BETS_BETWEEN);
      await sleep(Math.random() * SPREAD_MS);
      await killed?.kill9();
      const took = await stage.answers(GOES_ON_BETS, GOES_ON_MAX_MS);
      stage.say(`${killed?.name} killed: ${GOES_ON_BETS} more bets after ${Math.round(took)} ms`);
      await killed?.start();
    }
    await stage.answers(BETS_BETWEEN);
    await stage.audit(...loads);
  },
};

/** One of two processes freezes at any point, and later continues. */
export const oneOfTwoFrozen: Scenario = {
  name: "one of two services on one database freezes: the other continues, and late writes are refused",
  async run(stage) {
    const services = [await stage.startService(), await stage.startService()];
    const loads = await stage.loadEach();
    for (let freeze = 1; freeze <= FREEZES; freeze += 1) {
      const frozen = services[freeze % services.length];
      await stage.answers(GOES_ON_BETS);
      await sleep(Math.random() * SPREAD_MS);
      frozen?.freeze();
      const took = await stage.answers(GOES_ON_BETS, GOES_ON_MAX_MS);
      await sleep(Math.max(0, (freeze <= services.length ? FROZEN_LONG_MS : FROZEN_MS) - took));
      frozen?.thaw();
      if (took > FROZEN_MS)
        stage.say(`freeze ${freeze}: ${GOES_ON_BETS} more bets took ${Math.round(took)} ms`);
    }
    await stage.answers(BETS_BETWEEN);
    await stage.audit(...loads);
  },
};

/** A process is stopped under load, as for every new version. */
export const stoppedService: Scenario = {
  name: "a service stopped under load ends in good order, and another continues",
  async run(stage) {
    const services = [await stage.startService(), await stage.startService()];
    const loads = await stage.loadEach();
    for (const service of services) {
      await stage.answers(BETS_BETWEEN);
      const began = performance.now();
      await service.stop();
      stage.say(`${service.name} stopped after ${Math.round(performance.now() - began)} ms`);
      await stage.answers(GOES_ON_BETS, GOES_ON_MAX_MS);
      await service.start();
    }
    await stage.audit(...loads);
  },
};
