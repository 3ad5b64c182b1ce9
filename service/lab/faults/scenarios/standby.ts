import { join } from "node:path";
import { verifyStandby } from "../programs.ts";
import type { Scenario } from "../scenario.ts";
import { LACKS_A_HEAD, ServerPair } from "../server-pair.ts";
import { type ServiceProcess, until } from "../service-process.ts";
import { healthOf, RECOVERY_MAX_MS, Stage } from "../stage.ts";

const PROMOTIONS = 10;
const BETS_BETWEEN = 100;
const TOKEN = "token-of-the-scenario";

/** Runs on a primary and a standby of its own, both named in the services' URL. */
async function onPair(stage: Stage, run: (pair: ServerPair, inner: Stage) => Promise<void>): Promise<void> {
  const pair = await ServerPair.start();
  stage.onClose(() => pair.stop());
  const at = { name: "paired", folder: join(stage.folder, "services"), standby: pair.other };
  const inner = await Stage.open(pair.primary, at, (line) => stage.say(line));
  try {
    await run(pair, inner);
  } catch (error) {
    for (const { name, said } of inner.services) stage.say(`${name} said:\n${said}`);
    throw error;
  } finally {
    await inner.close();
  }
}

/** The primary of a synchronous standby is lost, again and again. */
export const promotedStandby: Scenario = {
  name: "a primary killed under load loses no answered bet: its synchronous standby is promoted, ten times over",
  run: (stage, { isSmoke }) =>
    onPair(stage, async (pair, inner) => {
      await pair.inStep();
      const service = await inner.startService();
      const [wrong] = await verifyStandby(inner.databaseUrl);
      if (wrong !== undefined) throw new Error(wrong);
      const load = await inner.load();
      for (let n = 1; n <= (isSmoke ? 1 : PROMOTIONS); n += 1) {
        await inner.answers(BETS_BETWEEN);
        await pair.primary.kill9Postmaster();
        await pair.promote();
        const took = Math.round(await inner.recovers(service));
        stage.say(`promotion ${n}: bets again after ${took} ms`);
        await pair.remake();
        await pair.inStep();
      }
      await load.stop();
      if ((await inner.recoveries()) < 1) throw new Error("The writer took no turn at a new primary");
      await inner.audit();
    }),
};

/** Waits until a process reports what the log lacks. */
async function namesWhatIsMissing(service: ServiceProcess): Promise<string> {
  let problem: string | undefined;
  const isNamed = async () => {
    const { status, body } = await healthOf(service);
    problem = body.problem;
    return status === 503 && problem !== undefined;
  };
  await until(isNamed, { maxMs: RECOVERY_MAX_MS, what: () => `${service.name} names nothing as missing` });
  if (!(await service.metrics(TOKEN)).includes("\nflorin_log_rewound 1\n"))
    throw new Error("The metrics do not tell of the loss");
  return problem ?? "";
}

/** A standby that was behind is promoted: its missing events are lost, and the service must not continue. */
export const lostByPromotion: Scenario = {
  name: "a promoted standby that lacks answered bets is refused: the service stops and names what is missing",
  run: (stage) =>
    onPair(stage, async (pair, inner) => {
      const service = await inner.startService({ environment: { METRICS_TOKEN: TOKEN, METRICS: "on" } });
      const load = await inner.load();
      const [told = ""] = await verifyStandby(inner.databaseUrl);
      if (!told.includes("set synchronous_standby_names")) throw new Error(`verify --standby: ${told}`);
      await inner.answers(BETS_BETWEEN);
      await pair.other.kill9Postmaster();
      await inner.answers(BETS_BETWEEN);
      // Its newest head is signed at its stop, and the standby will not have it.
      await load.stop();
      await service.stop();
      await service.start();
      const later = await inner.load();
      await inner.answers(BETS_BETWEEN);
      await pair.primary.kill9Postmaster();
      await pair.other.restart();
      await pair.promote();
      stage.say(await namesWhatIsMissing(service));
      await later.abandon();
      await service.kill9();
      stage.say(await service.refuses(LACKS_A_HEAD));
    }),
};

/** Both servers take writes. Acknowledged events are on one of them only. */
export const splitBrain: Scenario = {
  name: "an old primary that still takes writes, or comes back, is left for the promoted one and never used again",
  run: (stage) =>
    onPair(stage, async (pair, inner) => {
      await pair.inStep();
      const service = await inner.startService();
      const load = await inner.load();
      await inner.answers(BETS_BETWEEN);
      await pair.promote();
      stage.say(
        `promoted beside a living primary: bets again after ${Math.round(await inner.recovers(service))} ms`,
      );
      await pair.waitFor(pair.other, "''");
      await inner.answers(BETS_BETWEEN);
      await pair.primary.kill9Postmaster();
      await until(async () => (await healthOf(service)).status === 503, {
        maxMs: RECOVERY_MAX_MS,
        what: () => "the service goes on at a primary of an older timeline",
      });
      await pair.primary.restart();
      await inner.recovers(service);
      stage.say("alone, the old primary was refused by its timeline");
      await load.stop();
      await service.stop();
      await pair.primary.kill9Postmaster();
      stage.say(await service.refuses(LACKS_A_HEAD));
      await pair.primary.restart();
      await service.start();
      await inner.audit();
    }),
};
