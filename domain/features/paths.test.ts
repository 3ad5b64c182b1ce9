import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Account, Asset } from "../accounts/account.ts";
import type { RecordedEvent } from "../kernel/events/event.ts";
import type { DomainFeature } from "../kernel/feature.ts";
import { move } from "../ledger/posting.ts";
import { GivenLog } from "../testing/given.ts";
import { forAll } from "../testing/properties/for-all.ts";
import { WAYS, Ways } from "../testing/ways.ts";
import { features } from "./all.ts";
import { eventTypes } from "./registry.ts";

const ALICE: Account = "player:p_alice";
const BOB: Account = "player:p_bob";
const POT: Account = "escrow:1";
const fact = (type: string, from: Account, to: Account, { asset = "RBX" as Asset, amount = 5n } = {}) => ({
  ...{ type, schemaVersion: 1, stream: "test:1" as const, payload: {} },
  postings: move({ from, to, asset, amount }),
});
const fills = (who: Account, amount?: bigint) =>
  fact("JackpotEntered", who, POT, amount === undefined ? {} : { amount });

// Every log in memory of the domain's tests and properties is followed event by event.
describe("value that reaches a player", () => {
  it("comes by a named way, in every event with an example", () => {
    const examples = (features as readonly DomainFeature[]).flatMap(({ events = [] }) => events);
    for (const definition of examples) expect(new Ways().problemOf(definition.example())).toBeNull();
    expect(Object.keys(WAYS).filter((type) => !(type in eventTypes))).toEqual([]);
  });

  const folder = new URL("../testing/fixtures/", import.meta.url);
  it.each(readdirSync(folder).filter((file) => file.startsWith("events-")))(
    "does so throughout %s",
    (file) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      const revive = (key: string, value: unknown) => (key === "delta" ? BigInt(value as string) : value);
      const { events } = JSON.parse(text, revive) as { readonly events: readonly RecordedEvent[] };
      const ways = new Ways();
      for (const event of events) expect(ways.problemOf(event)).toBeNull();
    },
  );

  it.each([
    ["by an event without a way", [fact("ListingOpened", "house", ALICE)]],
    ["as their own from another player", [fact("DepositCompleted", BOB, ALICE)]],
    [
      "as their own from an escrow that another has filled",
      [fills(BOB), fact("JackpotReturned", POT, ALICE)],
    ],
    [
      "as their own, and more than they put in",
      [fills(ALICE, 4n), fills(BOB), fact("JackpotReturned", POT, ALICE)],
    ],
    [
      "as their own twice",
      [fills(ALICE), fills(BOB), fact("JackpotReturned", POT, ALICE), fact("JackpotReturned", POT, ALICE)],
    ],
    ["by a game in dollars", [fact("JackpotSettled", POT, ALICE, { asset: "USD" })]],
    ["by a purchase in what is staked", [fact("PurchaseReleased", POT, ALICE)]],
    ["by the platform in what is no item", [fact("InventorySynced", BOB, ALICE)]],
  ])("does not come %s", (_, events) => {
    const log = new GivenLog();
    log.append(events.slice(0, -1));
    expect(() => log.append(events.slice(-1))).toThrow();
  });

  it("comes back from a shared escrow up to each player's own payments, in any order", () => {
    const step = fc.record({
      who: fc.constantFrom(ALICE, BOB),
      isBack: fc.boolean(),
      amount: fc.bigInt({ min: 1n, max: 9n }),
    });
    forAll(fc.array(step, { maxLength: 30 }), (steps) => {
      const ways = new Ways();
      const put = new Map<Account, bigint>();
      for (const { who, isBack, amount } of steps) {
        const own = put.get(who) ?? 0n;
        const isAllowed = !isBack || amount <= own;
        if (isBack && put.size === 0) continue;
        const event = isBack ? fact("JackpotReturned", POT, who, { amount }) : fills(who, amount);
        expect(ways.problemOf(event) === null).toBe(isAllowed);
        if (isAllowed) put.set(who, isBack ? own - amount : own + amount);
      }
    });
  });
});
