import { expect, it } from "vitest";
import { SESSION_TIMEOUTS } from "#service/event-store/writer-options.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { Dice } from "#service/lab/testing/simulation/dice.ts";
import { FaultPlan } from "./faults.ts";
import { MortalDatabase } from "./mortal-database.ts";

/** Far longer than a test: no timeout ends an idle transaction. */
const TIMEOUTS = { ...SESSION_TIMEOUTS, idleInTransactionTimeoutMs: 600_000 };
const lockHead = { text: "select position from log_heads where log_id = 1 for update" };

describeEachEngine("a process of a random world that dies in the middle of a turn", (engine) => {
  it("gets no answer, and releases the head", async () => {
    const db = await engine.fresh();
    const stage = { dice: new Dice(1), faults: new FaultPlan([]), crash: () => {}, kill: null };
    const mortal = new MortalDatabase(db, stage, 0);
    const session = await mortal.openAppendSession(TIMEOUTS);
    let heard = 0;
    const hear = (): void => {
      heard += 1;
    };
    await new Promise<void>((resolve) => {
      const work = async (_: unknown, tx: { run: (statement: typeof lockHead) => Promise<unknown> }) => {
        mortal.die();
        resolve();
        await tx.run(lockHead);
        return null;
      };
      void session.turn([lockHead], work).then(hear, hear);
    });
    expect(await db.query(lockHead.text)).toHaveLength(1);
    expect(heard).toBe(0);
  });
});
