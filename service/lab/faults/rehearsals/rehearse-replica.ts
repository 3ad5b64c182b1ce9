import { asSuperuser } from "#service/lab/testing/databases/postgres.ts";
import { ServerPair } from "../server-pair.ts";
import { Stage } from "../stage.ts";
import { runRehearsal } from "./rehearsal.ts";
import { becomesUsed, figureOf, QUESTIONS, seeTheirOwn, TOKEN } from "./replica-figures.ts";

/**
 * Rehearses a replica that answers queries: under load every player sees their own bets, while the replica follows,
 * falls behind, is lost and comes back. Exits with 1 if anything is wrong.
 */
const BETS_BETWEEN = 200;

async function rehearse(stage: Stage, pair: ServerPair, replicaUrl: string): Promise<void> {
  const environment = { READ_DATABASE_URLS: replicaUrl, METRICS_TOKEN: TOKEN };
  const service = await stage.startService({ environment });
  await becomesUsed(service, true);
  const load = await stage.load();
  const during = async (what: string): Promise<void> => {
    const [questions, fallbacks] = [
      await figureOf(service, "questions_total"),
      await figureOf(service, "fallbacks_total"),
    ];
    const late = await seeTheirOwn(stage, service);
    if (late > 0) throw new Error(`${what}: ${late} of ${QUESTIONS} answers came before their bets`);
    await stage.answers(BETS_BETWEEN);
    const answered = (await figureOf(service, "questions_total")) - questions;
    const handedOn = (await figureOf(service, "fallbacks_total")) - fallbacks;
    stage.say(
      `${what}: everybody sees their own bets; the replica answered ${answered}, handed on ${handedOn}`,
    );
  };
  await during("while the replica follows");
  if ((await figureOf(service, "questions_total")) === 0) throw new Error("The replica was never asked");

  await asSuperuser(pair.other.superuserUrl, "select pg_wal_replay_pause()");
  stage.say(`left out ${Math.round(await becomesUsed(service, false))} ms after it stopped to follow`);
  await during("while it stands still");
  await asSuperuser(pair.other.superuserUrl, "select pg_wal_replay_resume()");
  stage.say(`taken back ${Math.round(await becomesUsed(service, true))} ms after it went on`);

  await pair.other.kill9Postmaster();
  await during("while it is lost");
  await becomesUsed(service, false);
  await pair.other.restart();
  stage.say(`taken back ${Math.round(await becomesUsed(service, true))} ms after it was started again`);
  await during("after that");
  await stage.audit(load);
}

await runRehearsal("replica", async (folder, say) => {
  const pair = await ServerPair.start();
  try {
    const stage = await Stage.open(pair.primary, { name: "rehearsed", folder }, say);
    const replicaUrl = stage.databaseUrl.replace(`:${pair.primary.port}/`, `:${pair.other.port}/`);
    await rehearse(stage, pair, replicaUrl).finally(() => stage.close());
  } finally {
    await pair.stop();
  }
  return "The replica answers questions as it should.";
});
