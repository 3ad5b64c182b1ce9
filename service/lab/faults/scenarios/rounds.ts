import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { demand } from "../coinflips.ts";
import { type Player, signIn } from "../load.ts";
import { betOn, demandRightRounds, leave, makeGame, reaches, type SeenRound } from "../rounds.ts";
import type { Scenario } from "../scenario.ts";
import type { ServiceProcess } from "../service-process.ts";
import type { Stage } from "../stage.ts";

/** How long a service or a database is away during a curve: longer than the two seconds after which bets leave. */
const GONE_MS = 3_000;
const AWAY_MS = 5_000;
/** Maximum retries for curves that bust before anything happens. */
const FLIGHTS_MAX = 8;
const ENDED = ["settled", "void"];

/** The players and their games. */
interface Scene {
  readonly stage: Stage;
  readonly service: ServiceProcess;
  readonly gameId: string;
  readonly alice: Player;
  readonly bob: Player;
}

async function sceneOf(stage: Stage, service: ServiceProcess, gameType = "crash"): Promise<Scene> {
  const names = ["maker", "alice", "bob"].map((name) => signIn(service.url, name));
  const [maker, alice, bob] = (await Promise.all(names)) as [Player, Player, Player];
  return { stage, service, gameId: await makeGame(service, maker, gameType), alice, bob };
}

/** Kills the service, restarts it, and reports how long it took until the round had ended. */
async function killed({ stage, service, alice }: Scene, round: SeenRound, when: string): Promise<SeenRound> {
  await service.kill9();
  await sleep(GONE_MS);
  const began = performance.now();
  await service.start();
  const up = performance.now() - began;
  const { round: end, ms } = await reaches(service, { player: alice, round, states: ENDED });
  demand(end.status === "settled", () => `the round ${round.id} was not played to its end`);
  stage.say(`killed ${when}: up after ${Math.round(up)} ms, the round ended ${Math.round(ms)} ms later`);
  return end;
}

/** A curve with alice without a target, and bob with one. @returns null if it bust before `leastMs` */
async function flight(scene: Scene, leastMs: number): Promise<SeenRound | null> {
  const { service, gameId, alice, bob } = scene;
  const placed = await betOn(service, alice, { gameId });
  await betOn(service, bob, { gameId, autoCashOut: 1.5 });
  const { round } = await reaches(service, { player: alice, round: placed, states: ["running", ...ENDED] });
  await sleep(leastMs);
  // Curves that busted have ended 1.5 s later.
  const heard = await reaches(service, { player: alice, round, states: ["running", ...ENDED] });
  return heard.round.status === "running" ? round : null;
}

async function flown(scene: Scene, leastMs: number): Promise<SeenRound> {
  for (let n = 0; n < FLIGHTS_MAX; n += 1) {
    const round = await flight(scene, leastMs);
    if (round !== null) return round;
  }
  throw new Error(`Of ${FLIGHTS_MAX} curves none flew for ${leastMs} ms.`);
}

/** The service is killed in each state of a round. */
export const killedRounds: Scenario = {
  name: "rounds end once and pay by their rules, though their service is killed in each of their states",
  async run(stage) {
    const service = await stage.startService();
    const db = await stage.open();
    const pot = await sceneOf(stage, service, "jackpot");
    const waiting = await betOn(service, pot.alice, pot);
    await service.kill9();
    await service.start();
    await betOn(service, pot.bob, pot);
    await reaches(service, { player: pot.alice, round: waiting, states: ["betting"] });
    await killed(pot, waiting, "while waiting, and in the countdown");

    const scene = await sceneOf(stage, service);
    const { gameId, alice, bob } = scene;
    const betting = await betOn(service, alice, { gameId, autoCashOut: 1.2 });
    await killed(scene, betting, "while betting");
    const locked = await betOn(service, alice, { gameId, autoCashOut: 1.2 });
    await sleep(Math.max(0, Date.parse(locked.closesAt ?? "") - Date.now()) + 100);
    await killed(scene, locked, "while locked");
    const running = await killed(scene, await flown(scene, 1_500), "while running");
    demand(running.you?.cause !== "manual", () => "a bet left by a hand that nobody moved");
    for (let n = 0; n < FLIGHTS_MAX; n += 1) {
      const round = await betOn(service, alice, { gameId });
      await betOn(service, bob, { gameId, autoCashOut: 1.01 });
      await reaches(service, { player: alice, round, states: ["running", ...ENDED] });
      await sleep(600);
      const heard = await leave(service, alice, round);
      if (heard.status !== 200) continue;
      // Everybody has cashed out: it settles next.
      await killed(scene, round, "while settling");
      break;
    }
    await demandRightRounds(db);
    await stage.audit();
  },
};

/** The database is away during a curve, and a player cashes out meanwhile. */
export const databaseAwayInFlight: Scenario = {
  name: "a cash-out during an outage of the database is decided by its time of arrival",
  async run(stage) {
    const { proxy, service } = await stage.startProxied();
    const scene = await sceneOf(stage, service);
    const { alice } = scene;
    for (let paid = 0, n = 0; paid === 0 && n < FLIGHTS_MAX; n += 1) {
      const round = await flown(scene, 1_500);
      proxy.down();
      await sleep(AWAY_MS / 2);
      const asked = leave(service, alice, round);
      await sleep(AWAY_MS / 2);
      proxy.up();
      const began = performance.now();
      const heard = await asked;
      const took = Math.round(performance.now() - began);
      const what = heard.status === 200 ? `${heard.body.multiplier}x, ${heard.body.cause}` : heard.body.code;
      stage.say(`a cash-out in the outage was answered ${took} ms after it: ${what}`);
      const { round: end, ms } = await reaches(service, { player: alice, round, states: ENDED });
      stage.say(`the round ended ${Math.round(ms)} ms later`);
      demand(heard.status === 200 || heard.body.code === "busted", () => JSON.stringify(heard));
      demand(
        heard.status !== 200 || end.you?.multiplier === heard.body.multiplier,
        () => "the answer was not what the round came to",
      );
      if (heard.body.cause === "manual") paid += 1;
    }
    await demandRightRounds(await stage.open());
    await stage.audit();
  },
};

/** The process that opened a round freezes during the curve, and later continues. */
export const frozenInFlight: Scenario = {
  name: "a round whose process freezes is ended by another one, once",
  async run(stage) {
    const [service, other] = [await stage.startService(), await stage.startService()] as const;
    const scene = await sceneOf(stage, service);
    const round = await flown(scene, 1_000);
    service.freeze();
    const { round: end, ms } = await reaches(other, { player: scene.alice, round, states: ENDED });
    stage.say(
      `the other process brought it to its end ${Math.round(ms)} ms after the freeze: ${end.you?.cause}`,
    );
    service.thaw();
    await sleep(GONE_MS);
    await demandRightRounds(await stage.open());
    await stage.audit();
  },
};

/** The beacon of a crash round comes late. */
export const beaconAwayBeforeFlight: Scenario = {
  name: "a crash round without its beacon stays locked, and starts when the beacon is back",
  async run(stage) {
    const first = await stage.startService();
    const scene = await sceneOf(stage, first);
    await first.stop();
    const away = join(stage.folder, "beacon-away");
    const service = await stage.startService({
      script: `service/lab/faults/faulty-service.ts beaconless ${away}`,
    });
    writeFileSync(away, "");
    const { alice, gameId } = scene;
    const round = await betOn(service, alice, { gameId, autoCashOut: 1.1 });
    await sleep(Math.max(0, Date.parse(round.startsAt ?? "") - Date.now()) + 2_000);
    const { round: locked } = await reaches(service, { player: alice, round, states: ["locked", ...ENDED] });
    demand(locked.status === "locked", () => `without its beacon the round is ${locked.status}`);
    rmSync(away);
    const { ms } = await reaches(service, { player: alice, round, states: ["running", ...ENDED] });
    stage.say(`the beacon came back: the curve started after ${Math.round(ms)} ms`);
    await reaches(service, { player: alice, round, states: ENDED });
    await demandRightRounds(await stage.open());
    await stage.audit();
  },
};
