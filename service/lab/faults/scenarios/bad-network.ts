import { setTimeout as sleep } from "node:timers/promises";
import { recoveryStream } from "#domain/ledger/recovery.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { Scenario } from "../scenario.ts";
import { until } from "../service-process.ts";
import type { Stage } from "../stage.ts";

const ROUNDS = 10;
const BETS_BETWEEN = 60;
const APPEND = "florin append";
/** Longer than the timeout of a silent connection, in milliseconds. */
const WAIT_MAX_MS = 10_000;
/** Longest time that a lock is held, in milliseconds: shorter than the lock timeout of a statement. */
const HELD_MAX_MS = 800;
const DOWN_MS = 8_000;

async function headOf(stage: Stage): Promise<bigint> {
  const db = await stage.open();
  const [row] = await db.query<Row & { position: bigint }>("select position from log_heads where log_id = 1");
  return row?.position ?? 0n;
}

/** A batch is committed, and the writer never learns of it. */
export const lostReplies: Scenario = {
  name: "a reply that is lost after the commit is found again: no bet is lost, none is made twice",
  async run(stage) {
    const { proxy, service } = await stage.startProxied();
    const load = await stage.load();
    for (let round = 1; round <= ROUNDS; round += 1) {
      await stage.answers(BETS_BETWEEN);
      if (proxy.mute(APPEND) === 0) throw new Error("No writer is connected");
      const before = await headOf(stage);
      await until(async () => (await headOf(stage)) > before, {
        maxMs: WAIT_MAX_MS,
        what: () => "nothing is appended",
      });
      // In half of the rounds the writer has to detect the silence by itself.
      if (round % 2 === 0) proxy.cut(APPEND)();
      await stage.recovers(service);
    }
    await load.stop();
    stage.say(`${await recovered(stage)} recoveries`);
    await stage.audit();
  },
};

/** A statement waits for the head when its connection is cut; the server does not notice and continues. */
export const cutWhileWaiting: Scenario = {
  name: "a connection that is cut while its statement waits may still commit: no bet is lost, none is made twice",
  async run(stage) {
    const { proxy, service } = await stage.startProxied();
    const load = await stage.load();
    const db = await stage.open();
    let orphans = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      await stage.answers(BETS_BETWEEN);
      let held = 0n;
      const letKnow = await db.transaction(async (tx) => {
        const [head] = await tx.query<Row & { position: bigint }>(
          "select position from log_heads where log_id = 1 for update",
        );
        held = head?.position ?? 0n;
        await until(() => isWaiting(stage), { maxMs: WAIT_MAX_MS, what: () => "no writer waits" });
        const cut = proxy.cut(APPEND);
        await sleep((HELD_MAX_MS * (round - 1)) / ROUNDS);
        return cut;
      });
      stage.onClose(letKnow);
      await stage.recovers(service);
      letKnow();
      if ((await recoveredAt(stage, held)) > held + 1n) orphans += 1;
    }
    await load.stop();
    stage.say(`${await recovered(stage)} recoveries; ${orphans} times the cut connection committed`);
    if (orphans === 0) throw new Error("No cut connection committed: the scenario shows nothing");
    await stage.audit();
  },
};

/** The database is unreachable for a while, but runs. */
export const networkDown: Scenario = {
  name: "a network that is down for a while loses no answered bet, and the site recovers by itself",
  async run(stage) {
    const { proxy, service } = await stage.startProxied();
    const load = await stage.load();
    for (const ms of [100, DOWN_MS]) {
      await stage.answers(BETS_BETWEEN);
      proxy.down();
      await sleep(ms);
      proxy.up();
      stage.say(`after ${ms} ms: takes bets again after ${Math.round(await stage.recovers(service))} ms`);
    }
    await stage.audit(load);
  },
};

/** Whether a writer waits for a lock. Asked through another pool, since this connection holds the lock. */
async function isWaiting(stage: Stage): Promise<boolean> {
  const db = await stage.open();
  const rows = await db.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = $1
      and wait_event_type = 'Lock'`,
    [APPEND],
  );
  return rows.length > 0;
}

/** The position of the first recovery after a position. */
async function recoveredAt(stage: Stage, after: bigint): Promise<bigint> {
  const db = await stage.open();
  const [row] = await db.query<Row & { position: bigint | null }>(
    "select min(position) as position from events where stream = $1 and position > $2",
    [recoveryStream, after],
  );
  return row?.position ?? 0n;
}

async function recovered(stage: Stage): Promise<number> {
  const recoveries = await stage.recoveries();
  if (recoveries < ROUNDS) throw new Error(`Of ${ROUNDS} failures only ${recoveries} were recovered from`);
  return recoveries;
}
