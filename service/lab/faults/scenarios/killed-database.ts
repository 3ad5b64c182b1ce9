import { setTimeout as sleep } from "node:timers/promises";
import type { Row } from "#projections/kernel/sql.ts";
import { asSuperuser } from "#service/lab/testing/databases/postgres.ts";
import type { Scenario } from "../scenario.ts";
import { until } from "../service-process.ts";
import { healthOf, type Stage } from "../stage.ts";

const KILLS = 3;
const BETS_BETWEEN = 150;
/** How long the server stays away, in milliseconds: longer than a command is held. */
const AWAY_MS = 6_000;
const NOTICED_MAX_MS = 10_000;
/** When a server surely knows that one of its processes is dead, and its time limit to be back, in milliseconds. */
const NOTICED_BY_SERVER_MS = 500;
const SERVER_BACK_MAX_MS = 180_000;
/** Time limit for the stop of a service without a database, in milliseconds. */
const STOP_MAX_MS = 20_000;

/** The server's process for a writer's connection. */
export async function appendBackend(stage: Stage): Promise<number> {
  const db = await stage.open();
  const [row] = await db.query<Row & { pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'florin append'",
  );
  if (row === undefined) throw new Error("No writer is connected");
  return row.pid;
}

/**
 * Waits until the server has restarted by itself: it first syncs each file of all databases, which takes half a minute
 * on a busy disk. The service is timed from then on.
 */
async function serverIsBack({ server }: Stage): Promise<void> {
  await sleep(NOTICED_BY_SERVER_MS);
  const accepts = () =>
    asSuperuser(server.superuserUrl, "select 1").then(
      () => true,
      () => false,
    );
  await until(accepts, { maxMs: SERVER_BACK_MAX_MS, what: () => "the server has not restarted by itself" });
}

/** One process of the server is killed, so that it ends all others and restarts by itself. */
export const killedBackend: Scenario = {
  name: "a database process killed under load loses no answered bet, and the site recovers by itself",
  async run(stage) {
    const service = await stage.startService();
    const load = await stage.load();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await stage.answers(BETS_BETWEEN);
      process.kill(await appendBackend(stage), "SIGKILL");
      await serverIsBack(stage);
      stage.say(`kill ${kill}: takes bets again after ${Math.round(await stage.recovers(service))} ms`);
    }
    await stage.audit(load);
  },
};

/** The whole server is killed, stays away for a while, and is restarted by its supervisor. */
export const killedPostmaster: Scenario = {
  name: "a database server killed under load loses no answered bet, and the site recovers by itself",
  async run(stage) {
    const service = await stage.startService();
    const load = await stage.load();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await stage.answers(BETS_BETWEEN);
      await stage.server.kill9Postmaster();
      await until(async () => (await healthOf(service)).status === 503, {
        maxMs: NOTICED_MAX_MS,
        what: () => "the service calls itself healthy without a database",
      });
      await sleep(AWAY_MS);
      await stage.server.restart();
      stage.say(`kill ${kill}: takes bets again after ${Math.round(await stage.recovers(service))} ms`);
    }
    await stage.audit(load);
  },
};

/** The service is told to stop, and to start, while there is no database. */
export const noDatabase: Scenario = {
  name: "a service without a database stops on request, does not start, and loses no answered bet",
  async run(stage) {
    const service = await stage.startService();
    const load = await stage.load();
    await stage.answers(BETS_BETWEEN);
    await stage.server.kill9Postmaster();
    const began = performance.now();
    await service.stop();
    const took = performance.now() - began;
    stage.say(`stopped after ${Math.round(took)} ms`);
    if (took > STOP_MAX_MS) throw new Error(`The service took ${Math.round(took)} ms to stop`);
    await service.refuses("ended before it was ready");
    await stage.server.restart();
    await service.start();
    await stage.recovers(service);
    await stage.audit(load);
  },
};
