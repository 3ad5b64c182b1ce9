import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "#projections/features/all.ts";
import { headPosition } from "#projections/kernel/rebuild/shadows.ts";
import { ProjectionRuntime } from "#projections/kernel/runtime.ts";
import { Fences } from "#projections/kernel/subscriber/fences.ts";
import { readConfig } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { classify } from "#service/db/errors.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import {
  assertFollows,
  assertSameLog,
  NotFollowingError,
  subscriptionOf,
} from "#service/db/subscriber/follows.ts";
import { demandNoLog, demandTwoServers, publish, subscribe } from "#service/db/subscriber/subscribe.ts";
import { expectLog } from "#service/event-store/log-number.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { prepareSubscriber, published } from "#service/reads.ts";
import { EXIT_RIGHT, type Given, logTool, NotDone, TEXT, type Terminal, type Tool } from "./log-tool.ts";

const USAGE = `Makes the database of READ_MODELS_URL a subscriber of the log at DATABASE_URL, by PostgreSQL's logical
replication, and builds its read models. Run it once, and after each release; it changes only what is not so yet.

  npm run subscribe -- [--from URL]

  --from URL  how the subscriber's server reaches the log, where that is not DATABASE_URL: its user needs REPLICATION
              and SELECT. The URL is kept in the subscriber, where superusers can read it.

Exit code: 0 the read models are level with the log, 2 something is missing, which is said.`;

/** Intervals between looks at the progress, and between reports, in milliseconds. */
const LOOK_EVERY_MS = 250;
const SAY_EVERY_MS = 5_000;
/** Time limit for the arrival of a write, in milliseconds: PostgreSQL restarts a failed worker after 5 s. */
const ARRIVES_WITHIN_MS = 20_000;
const NOTHING_ARRIVES =
  "READ_MODELS_URL: nothing arrives there from the log, and the log of its server says why. Where the slot at DATABASE_URL is lost, make a new database.";
/** Time limit for building an index or the next slice, in milliseconds. */
const STATEMENT_MAX_MS = 3_600_000;

const options = { from: TEXT };

async function run(
  { from }: Given<typeof options>,
  { env, say }: Terminal,
  arrivesWithinMs: number,
): Promise<number> {
  const { databaseUrl, readModelsUrl, logId } = readConfig({ ...DEMO_KEYS, ...env }, "demo");
  if (databaseUrl === null || readModelsUrl === null)
    throw new NotDone("READ_MODELS_URL: is needed, with DATABASE_URL.");
  const primary = await openPostgres(databaseUrl, OPTIONS);
  try {
    await expectLog(primary, logId);
    await prepareSubscriber(readModelsUrl, async (owner) => {
      await demandTwoServers(primary, owner);
      if ((await subscriptionOf(owner, published)) === null) await demandNoLog(owner);
    });
    const owner = await openPostgres(readModelsUrl, OPTIONS);
    try {
      await publish(primary, published);
      await subscribe(owner, { from: from ?? databaseUrl, published });
      await copied(owner, say);
      await assertFollows({ subscriber: owner, primary, logId, published });
      const fences = new Fences({ primary, subscriber: owner, logId, scheduler });
      if (!(await fences.arrives(arrivesWithinMs))) throw new NotDone(NOTHING_ARRIVES);
    } finally {
      await owner.close();
    }
    const position = await built({ primary, readModelsUrl, logId }, say);
    say(`The read models are level with the log, at position ${position}.`);
    return EXIT_RIGHT;
  } finally {
    await primary.close();
  }
}

const OPTIONS = {
  poolSize: 4,
  applicationName: "florin subscribe",
  statementTimeoutMs: STATEMENT_MAX_MS,
} as const;

/** Waits until every table is copied. PostgreSQL retries a failed copy and logs the reason. */
async function copied(subscriber: OpenDatabase, say: Terminal["say"]): Promise<void> {
  const told = sayingAtTimes(say);
  for (;;) {
    const copying = (await subscriptionOf(subscriber, published))?.copying ?? [];
    if (copying.length === 0) return;
    told(
      `Copying: ${copying.join(", ")}. The log of the subscriber's server says what keeps it, if anything does.`,
    );
    await sleep(LOOK_EVERY_MS);
  }
}

interface Building {
  readonly primary: OpenDatabase;
  readonly readModelsUrl: string;
  readonly logId: number;
}

/** Builds the read models up to the present end of the log, unless running services do. @returns that position */
async function built({ primary, readModelsUrl, logId }: Building, say: Terminal["say"]): Promise<number> {
  const db = await openPostgres(readModelsUrl, { ...OPTIONS, role: serviceRole });
  const runtime = new ProjectionRuntime({
    ...{ db, logId, projections: allProjections, types: eventTypes, owner: `subscribe ${randomUUID()}` },
    scheduler,
    now: () => performance.now(),
    isTransient: (error) => classify(error) === "retry",
    copyOf: { head: () => Number.MAX_SAFE_INTEGER },
  });
  const told = sayingAtTimes(say);
  try {
    await assertSameLog({ subscriber: db, primary, logId });
    const goal = await headPosition(primary, logId);
    await runtime.start();
    for (;;) {
      const { projections } = await runtime.health();
      const stopped = projections.find(({ error }) => error !== null);
      if (stopped !== undefined) throw new NotDone(`${stopped.name} has stopped: ${stopped.error}`);
      const least = Math.min(...projections.map(({ position }) => position));
      if (least >= goal) return goal;
      told(`Read models: ${least} of ${goal} events.`);
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await runtime.stop().catch(() => {});
    await db.close();
  }
}

/** Prints a line at most once every `SAY_EVERY_MS`, and drops the others. */
function sayingAtTimes(say: Terminal["say"]): (line: string) => void {
  let next = 0;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + SAY_EVERY_MS;
    say(line);
  };
}

const scheduler = {
  after: (ms: number, work: () => void): (() => void) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** `npm run subscribe` with a time limit for the arrival of a write, in milliseconds. */
export const subscribeToolWithin = (arrivesWithinMs: number): Tool =>
  logTool({
    usage: USAGE,
    options,
    run: (given, terminal) => run(given, terminal, arrivesWithinMs),
    known: (error) => (error instanceof NotFollowingError ? error.message : null),
  });

/** `npm run subscribe`. */
export const subscribeTool: Tool = subscribeToolWithin(ARRIVES_WITHIN_MS);
