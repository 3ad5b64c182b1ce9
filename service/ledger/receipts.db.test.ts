import { afterEach, beforeEach, expect, it } from "vitest";
import { type Copy, copyOf } from "#domain/accounts/item.ts";
import { inventorySynced, type SyncFindings } from "#domain/features/inventory/events.ts";
import type { StreamName } from "#domain/kernel/events/event.ts";
import type { Posting } from "#domain/ledger/posting.ts";
import { receiptSchema } from "#domain/ledger/proof.ts";
import { type ReceiptPorts, verifyReceipt } from "#domain/ledger/receipt.ts";
import { type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { sha256 } from "#service/event-store/append/hashing.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { isPartyTo, receiptFor } from "#service/features/proofs/receipts.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, type World, worldSigner } from "#service/lab/testing/world.ts";
import { verifyEd25519 } from "./ed25519.ts";
import type { SigningContext } from "./heads/signed-heads.ts";
import { receiptOf } from "./receipts.ts";

const ports: ReceiptPorts = {
  keys: worldSigner.publicKeys().keys,
  sha256: async (bytes) => sha256(bytes),
  verifyEd25519,
};

describeEachEngine("receipts", (engine) => {
  let world: World;
  let alice: string;
  let bob: string;
  let context: SigningContext;

  beforeEach(async () => {
    world = await createWorld(engine, { role: serviceRole });
    alice = await world.register("alice");
    bob = await world.register("bob");
    context = { sql: world.db, logId: LOG_ID, signer: worldSigner, now: () => world.now };
  });
  afterEach(async () => {
    await world.stop();
    await world.db.close();
  });

  it("prove every event of the log, in blocks of one and of many", async () => {
    await Promise.all(Array.from({ length: 21 }, (_, i) => world.flip(i % 3 ? alice : bob, "rbx", "1.00")));
    await world.rotate(bob, "a-new-seed");
    const rows = await world.db.query<EventRow>("select * from events order by position");
    const sizes = new Set<number>();
    for (const row of rows) {
      const receipt = await receiptOf(Number(row.position), context);
      expect(receiptSchema.parse(receipt)).toEqual(receipt);
      if (receipt === null) throw new Error("Every event has a receipt");
      expect(await verifyReceipt(receipt, ports)).toEqual({ ok: true, event: eventOf(row) });
      sizes.add(receipt.block.to - receipt.block.from + 1);
    }
    expect(rows).toHaveLength(25);
    expect(Math.max(...sizes)).toBeGreaterThan(2);
    expect(sizes).toContain(1);
  });

  it("of one block share its signature", async () => {
    await Promise.all(Array.from({ length: 12 }, () => world.flip(alice, "rbx", "1.00")));
    const { position } = world.writer.head;
    const receipts = await Promise.all([position, position - 1].map((at) => receiptOf(at, context)));
    expect(receipts[0]?.head).toEqual(receipts[1]?.head);
  });

  it("are given to parties of the event, and to nobody else", async () => {
    await world.flip(alice, "rbx", "1.00");
    const { position } = world.writer.head;
    expect(await receiptFor(alice, position, context)).toMatchObject({ head: { to: position } });
    expect(await receiptFor(bob, position, context)).toBeNull();
    expect(await receiptFor("alice", position, context)).toBeNull();
    expect(await receiptFor(alice, 1, context)).toBeNull();
    await world.rotate(alice, "mine");
    expect(await receiptFor(alice, position + 1, context)).not.toBeNull();
    expect(await receiptFor(bob, position + 1, context)).toBeNull();
  });

  it("do not exist for positions beyond the log", async () => {
    for (const position of [0, world.writer.head.position + 1, Number.MAX_SAFE_INTEGER]) {
      expect(await receiptOf(position, context)).toBeNull();
      expect(await receiptFor(alice, position, context)).toBeNull();
    }
  });
});

const plain = { type: "CoinflipJoined", payload: {} } as const;

it("a player is party to events on the player's stream or account, not to those of a longer name", () => {
  const leg = { asset: "RBX", delta: 1n } as const;
  const isParty = (stream: StreamName, account?: string) =>
    isPartyTo(
      { ...plain, stream, postings: account === undefined ? [] : [{ ...leg, account } as Posting] },
      "p_1",
    );
  expect(isParty("player:p_1")).toBe(true);
  expect(isParty("coinflip:g", "player:p_1")).toBe(true);
  const also = {
    ...plain,
    stream: "coinflip:g",
    alsoIn: ["player:p_2", "player:p_1"],
    postings: [],
  } as const;
  expect(["p_1", "p_2", "p_12"].map((playerId) => isPartyTo(also, playerId))).toEqual([true, true, false]);
  expect(isParty("player:p_12", "player:p_12")).toBe(false);
  expect(isParty("coinflip:g", "house")).toBe(false);
});

it("a player is party to another's sync if it shows only the player's own copies", () => {
  const [HAT, CROWN] = [copyOf(101, "a"), copyOf(102, "b")];
  const from = (playerId: string, copy: Copy) => ({ copy, serial: null, from: playerId });
  const sync = (found: Partial<SyncFindings>) =>
    inventorySynced("p_buyer", {
      sync: "s",
      listedAt: 0,
      complete: false,
      listed: 1,
      credited: [],
      moved: [],
      confirmed: [],
      returned: [],
      inPlay: [],
      ...found,
    });
  const split = sync({ moved: [from("p_1", HAT)] });
  expect(isPartyTo(split, "p_1")).toBe(true);
  expect(isPartyTo(split, "p_buyer")).toBe(true);
  expect(isPartyTo(split, "p_2")).toBe(false);
  const seen = { copy: CROWN, serial: null };
  for (const besides of [
    { moved: [from("p_1", HAT), from("p_2", CROWN)] },
    { moved: [from("p_1", HAT)], credited: [seen] },
    { moved: [from("p_1", HAT)], confirmed: [seen] },
    { moved: [from("p_1", HAT)], returned: [CROWN] },
    { moved: [from("p_1", HAT)], inPlay: [seen] },
  ]) {
    expect(isPartyTo(sync(besides), "p_1")).toBe(false);
    expect(isPartyTo(sync(besides), "p_buyer")).toBe(true);
  }
});
