import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario } from "../scenario.ts";

const KILLS = 10;
/** Bets answered between two kills. */
const BETS_BETWEEN = 150;
/** The kill comes within this time, whatever the process is doing, in milliseconds. */
const SPREAD_MS = 40;

/** The service is killed while it works, again and again, and restarted by its supervisor. */
export const killedService: Scenario = {
  name: "a service killed under load loses no answered bet and makes none twice",
  isSmoke: true,
  async run(stage, { isSmoke }) {
    const service = await stage.startService();
    const load = await stage.load();
    for (let kill = 1; kill <= (isSmoke ? 1 : KILLS); kill += 1) {
      await stage.answers(BETS_BETWEEN);
      await sleep(Math.random() * SPREAD_MS);
      await service.kill9();
      const began = performance.now();
      await service.start();
      await stage.recovers(service);
      stage.say(`kill ${kill}: takes bets again after ${Math.round(performance.now() - began)} ms`);
    }
    await stage.audit(load);
  },
};
