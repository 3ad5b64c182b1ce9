import { expect, it } from "vitest";
import { type Asset, platform, playerAccount } from "#domain/accounts/account.ts";
import { type ItemsFlip, itemsFlipped } from "#domain/features/bot-flips/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { flipForItems, worth } from "#domain/testing/bot-flips.ts";
import { GivenLog } from "#domain/testing/given.ts";
import { CROWN, catalogued, HAT, handedOver } from "#domain/testing/items.ts";
import { ALICE, registered } from "#domain/testing/players.ts";
import { standInSeeds } from "#domain/testing/seeds.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

const mine = playerAccount(ALICE);

/** The check's problem with one flip for a hat, after a change to its event. */
function problemOf(won: boolean, change: (flip: RecordedEvent) => Partial<RecordedEvent> = () => ({})) {
  const log = new GivenLog(standInSeeds(() => (won ? "rbx" : "tix")));
  log.append([registered(), catalogued, handedOver(platform, mine, HAT)]);
  log.accept(flipForItems(worth("5000", HAT))(log));
  return problemOfEvents(
    log.events.map((event) => (event.type === "ItemsFlipped" ? { ...event, ...change(event) } : event)),
  );
}

const payload = (change: object) => (event: RecordedEvent) => ({ payload: { ...event.payload, ...change } });
const ELSEWHERE = "The flip's postings do not match its result.";
const NOT_HELD = "The player staked items they did not hold, or one item twice.";

it("accepts flips for items that were won or lost", () => {
  expect(problemOf(true)).toBeNull();
  expect(problemOf(false)).toBeNull();
});

it("rejects winnings and items that went elsewhere than the flip says", () => {
  const more = ({ postings }: RecordedEvent) => ({
    postings: postings.map((leg) => ({ ...leg, delta: leg.delta * 2n })),
  });
  const elsewhere = ({ postings }: RecordedEvent) => ({
    postings: postings.map((leg) => (leg.delta > 0n ? { ...leg, account: playerAccount("p_eve") } : leg)),
  });
  const inTix = ({ postings }: RecordedEvent) => ({
    postings: postings.map((leg) => ({ ...leg, asset: "TIX" as Asset })),
  });
  for (const change of [more, elsewhere, inTix, () => ({ postings: [] })]) {
    expect(problemOf(true, change)).toBe(ELSEWHERE);
    expect(problemOf(false, change)).toBe(ELSEWHERE);
  }
});

it("rejects a stake, payout or edge that does not follow from the items", () => {
  for (const change of [
    { stake: "6000" },
    { payout: "9001" },
    { edge: "0" },
    { payout: "11000", edge: "-1000" },
  ])
    expect(problemOf(true, payload(change))).toBe(ELSEWHERE);
  expect(problemOf(false, payload({ payout: "1" }))).toBe(ELSEWHERE);
  expect(problemOf(false, payload({ result: "rbx" }))).toBe(ELSEWHERE);
});

it("rejects winnings that are not the bot's, even if posted so", () => {
  const generous = ({ payload: flip, postings }: RecordedEvent) => ({
    payload: { ...flip, payout: "9999", edge: "1" },
    postings: postings.map((leg) => ({ ...leg, delta: leg.delta < 0n ? -4_999n : 4_999n })),
  });
  expect(problemOf(true, generous)).toBe(ELSEWHERE);
});

it("rejects items at another value than the catalogue's, even if all follows from it", () => {
  const dear = ({ payload: flip }: RecordedEvent) =>
    itemsFlipped({
      ...(flip as unknown as ItemsFlip),
      ...{ playerId: ALICE, items: worth("5000000", HAT), winnings: 4_000_000n, xp: 30 },
    });
  expect(problemOf(true, dear)).toBe("item:101:1 was staked at 5000000, which it is not worth.");
});

it("rejects a nonce or a seed pair out of turn", () => {
  expect(problemOf(true, payload({ nonce: 1 }))).toBe("The flip has the nonce 1, where 0 is due.");
  expect(problemOf(true, payload({ pair: 2 }))).toBe("The flip is of the seed pair 2, where 1 is in use.");
});

it("rejects items that the winner did not hold", () => {
  expect(problemOf(true, payload({ items: worth("5000", CROWN) }))).toBe(NOT_HELD);
  const twice = payload({ items: worth("2500", HAT, HAT) });
  expect(problemOf(true, twice)).toBe(NOT_HELD);
});
