import { expect, it } from "vitest";
import { type Asset, platform, playerAccount } from "#domain/accounts/account.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { flipForItems, worth } from "#domain/testing/bot-flips.ts";
import { GivenLog } from "#domain/testing/given.ts";
import { CROWN, HAT, handedOver } from "#domain/testing/items.ts";
import { ALICE, registered } from "#domain/testing/players.ts";
import { standInSeeds } from "#domain/testing/seeds.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

const mine = playerAccount(ALICE);

/** What the check says of one flip for a hat that came out as told, once its event was changed. */
function problemOf(won: boolean, change: (flip: RecordedEvent) => Partial<RecordedEvent> = () => ({})) {
  const log = new GivenLog(standInSeeds(() => (won ? "rbx" : "tix")));
  log.append([registered(), handedOver(platform, mine, HAT)]);
  log.accept(flipForItems(worth("5000", HAT))(log));
  return problemOfEvents(
    log.events.map((event) => (event.type === "ItemsFlipped" ? { ...event, ...change(event) } : event)),
  );
}

const payload = (change: object) => (event: RecordedEvent) => ({ payload: { ...event.payload, ...change } });
const ELSEWHERE = "The flip does not move what its result comes to.";
const NOT_HELD = "The player staked items they did not hold, or one item twice.";

it("finds flips for items right that were won and lost", () => {
  expect(problemOf(true)).toBeNull();
  expect(problemOf(false)).toBeNull();
});

it("finds winnings and items that went elsewhere than the flip says", () => {
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

it("finds a stake, a pay-out or an edge that is not what the items come to", () => {
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

it("finds a nonce and a pair out of turn", () => {
  expect(problemOf(true, payload({ nonce: 1 }))).toBe("The flip has the nonce 1, where 0 is due.");
  expect(problemOf(true, payload({ pair: 2 }))).toBe("The flip is of the seed pair 2, where 1 is in use.");
});

it("finds items that a winner did not have", () => {
  expect(problemOf(true, payload({ items: worth("5000", CROWN) }))).toBe(NOT_HELD);
  const twice = payload({ items: worth("2500", HAT, HAT) });
  expect(problemOf(true, twice)).toBe(NOT_HELD);
});
