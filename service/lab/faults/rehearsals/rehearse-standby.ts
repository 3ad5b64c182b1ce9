import { join } from "node:path";
import { verifyStandby } from "../programs.ts";
import { LACKS_A_HEAD, ServerPair } from "../server-pair.ts";
import type { ServiceProcess } from "../service-process.ts";
import { Stage } from "../stage.ts";
import { runRehearsal } from "./rehearsal.ts";

/**
 * Rehearses the loss of a primary: a primary and its synchronous standby, a service that knows both, a primary killed
 * under load, the standby promoted, and the old primary back. Exits with 1 if anything is wrong.
 */
const BETS_BEFORE = 300;

async function failOver(stage: Stage, pair: ServerPair): Promise<ServiceProcess> {
  const service = await stage.startService();
  const [wrong] = await verifyStandby(stage.databaseUrl);
  if (wrong !== undefined) throw new Error(wrong);
  const load = await stage.load();
  await stage.answers(BETS_BEFORE);
  await pair.primary.kill9Postmaster();
  await pair.promote();
  const took = Math.round(await stage.recovers(service));
  stage.say(`killed the primary under load and promoted the standby; bets again ${took} ms after that`);
  await stage.audit(load);
  if ((await stage.recoveries()) === 0) throw new Error("The writer took no turn at the new primary");
  return service;
}

/** The old primary alone is refused because of the head signed since; beside the new one it is passed over. */
async function comeBack(stage: Stage, pair: ServerPair, service: ServiceProcess): Promise<void> {
  await service.stop();
  await pair.primary.kill9Postmaster();
  await pair.other.restart();
  await pair.waitFor(pair.other, "''");
  await service.refuses(LACKS_A_HEAD);
  stage.say("the service refuses the old primary, whose log lacks what was signed since");
  await pair.primary.restart();
  await service.start();
  await stage.audit();
  stage.say("with both servers there it goes on at the new primary");
}

await runRehearsal("standby", async (folder, say) => {
  const pair = await ServerPair.start();
  try {
    await pair.inStep();
    const at = { name: "rehearsed", folder: join(folder, "services"), standby: pair.other };
    const stage = await Stage.open(pair.primary, at, say);
    await failOver(stage, pair)
      .then((service) => comeBack(stage, pair, service))
      .finally(() => stage.close());
  } finally {
    await pair.stop();
  }
  return "The standby took over as it should.";
});
