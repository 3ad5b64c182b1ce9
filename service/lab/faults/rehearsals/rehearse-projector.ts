import { prepareDatabase } from "#service/databases.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { PUBLICATION } from "#service/db/subscriber/published.ts";
import { type SubscribedPair, startSubscribedPair } from "#service/lab/testing/databases/subscribed-pair.ts";
import { subscribe } from "../programs.ts";
import { Stage } from "../stage.ts";
import { runRehearsal } from "./rehearsal.ts";
import { becomesUsed, QUESTIONS, seeTheirOwn, TOKEN } from "./replica-figures.ts";

/**
 * Rehearses read models in a database that subscribes to the log. It is set up under a log that has begun. Under load,
 * every player sees their own bets while the subscription breaks and resumes, and while both servers are lost and come
 * back. Exits with 1 if anything is wrong.
 */
const BETS_BETWEEN = 200;
/** Most answers that may give up waiting for a bet, on a machine that runs both servers and all players. */
const LATE_MAX = 20;

async function setUp(stage: Stage): Promise<void> {
  const [wrong] = await subscribe(stage.databaseUrl, stage.environment);
  if (wrong !== undefined) throw new Error(wrong);
}

async function rehearse(stage: Stage, pair: SubscribedPair): Promise<void> {
  await prepareDatabase(stage.databaseUrl);
  await setUp(stage);
  const service = await stage.startService();
  await becomesUsed(service, true);
  const load = await stage.load();
  const during = async (what: string): Promise<void> => {
    const late = await seeTheirOwn(stage, service);
    if (late > LATE_MAX) throw new Error(`${what}: ${late} of ${QUESTIONS} answers came before their bets`);
    await stage.answers(BETS_BETWEEN);
    stage.say(
      `${what}: everybody sees their own bets; ${late} of ${QUESTIONS} answers gave up waiting for one`,
    );
  };
  await during("while the subscriber follows");
  await setUp(stage);
  stage.say("npm run subscribe may be run again meanwhile");

  await pair.atSubscriber(`alter subscription ${PUBLICATION} disable`);
  stage.say(
    `not asked ${Math.round(await becomesUsed(service, false))} ms after the subscription was broken`,
  );
  await stage.answers(BETS_BETWEEN);
  stage.say("bets go on meanwhile");
  await pair.atSubscriber(`alter subscription ${PUBLICATION} enable`);
  stage.say(`asked again ${Math.round(await becomesUsed(service, true))} ms after it was resumed`);
  await during("after that");

  await pair.subscriber.kill9Postmaster();
  await becomesUsed(service, false);
  await stage.answers(BETS_BETWEEN);
  stage.say("bets go on while the subscriber's server is lost");
  await pair.subscriber.restart();
  stage.say(`asked again ${Math.round(await becomesUsed(service, true))} ms after it was started`);
  await during("after that");

  await pair.primary.kill9Postmaster();
  await pair.primary.restart();
  stage.say(`bets again ${Math.round(await stage.recovers(service))} ms after the primary was started again`);
  await becomesUsed(service, true);
  await during("after that");
  await stage.audit(load);
  await primaryHasNone(stage);
}

async function primaryHasNone({ databaseUrl }: Stage): Promise<void> {
  const db = await openPostgres(databaseUrl, { poolSize: 1 });
  try {
    const tables = await db.query("select from pg_tables where schemaname = 'read_models'");
    if (tables.length > 0) throw new Error(`The primary has ${tables.length} tables of read models`);
  } finally {
    await db.close();
  }
}

await runRehearsal("projector", async (folder, say) => {
  const pair = await startSubscribedPair({ fsync: true });
  try {
    const environment = { READ_MODELS_URL: pair.readModelsUrl, METRICS_TOKEN: TOKEN };
    const stage = await Stage.open(pair.primary, { name: "rehearsed", folder, environment }, say);
    await rehearse(stage, pair).finally(() => stage.close());
  } finally {
    await pair.stop();
  }
  return "The primary had no read models, and the subscriber answered as it should.";
});
