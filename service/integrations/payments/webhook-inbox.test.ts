import { describe, expect, it } from "vitest";
import type { Database, Statement } from "#projections/kernel/sql.ts";
import { ProviderTrouble } from "./provider.ts";
import { WebhookInbox } from "./webhook-inbox.ts";

const hintOf = (eventId: string) => ({
  ...{ provider: "stripe" as const, raw: Buffer.from("{}"), at: 1 },
  hint: { eventId, type: "checkout.session.completed", reference: `cs_${eventId}` },
});

/** A database that records which webhooks a statement stores, and refuses one by its id. */
function database(refused = "none") {
  const kept: string[][] = [];
  let under = 0;
  const run = async ({ values = [] }: Statement) => {
    under += 1;
    expect(under).toBe(1);
    const ids = String(values[1]).replace(/[{}"]/g, "").split(",");
    await Promise.resolve();
    under -= 1;
    if (ids.includes(refused)) throw new Error("invalid text");
    kept.push(ids);
    return [{ due: 1 }];
  };
  return { kept, db: { run } as unknown as Database };
}

describe("the inbox of webhooks", () => {
  it("stores simultaneous webhooks in few statements, one at a time", async () => {
    const { kept, db } = database();
    let due = 0;
    const inbox = new WebhookInbox(db, () => {
      due += 1;
    });
    await Promise.all(Array.from({ length: 101 }, (_, index) => inbox.keep(hintOf(`e${index}`))));
    expect(kept.map((ids) => ids.length)).toEqual([1, 50, 50]);
    expect(due).toBe(3);
  });

  it("refuses one that the database refuses, and stores its neighbours", async () => {
    const { kept, db } = database("bad");
    const inbox = new WebhookInbox(db, () => undefined);
    const ids = ["first", "second", "bad", "third"];
    const answers = await Promise.allSettled(ids.map((id) => inbox.keep(hintOf(id))));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(kept.flat()).toEqual(["first", "second", "third"]);
  });

  it("refuses webhooks while too many wait, so that they are sent again", async () => {
    const { db } = database();
    const inbox = new WebhookInbox(db, () => undefined);
    const answers = await Promise.allSettled(
      Array.from({ length: 2_100 }, (_, index) => inbox.keep(hintOf(`e${index}`))),
    );
    const turnedAway = answers.filter(({ status }) => status === "rejected");
    expect(turnedAway).toHaveLength(99);
    expect(turnedAway[0]).toMatchObject({ reason: expect.any(ProviderTrouble) });
  });
});
