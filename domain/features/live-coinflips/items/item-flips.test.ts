import { describe, expect, it } from "vitest";
import { house, platform, playerAccount } from "../../../accounts/account.ts";
import { type Copy, copyOf } from "../../../accounts/item.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import { worth } from "../../../testing/bot-flips.ts";
import {
  BOB,
  CAROL,
  cancel,
  expire,
  GAME,
  giveUp,
  join,
  OPEN_MS,
  open,
  published,
  settle,
} from "../../../testing/coinflips.ts";
import { carriedOut, type Decide, type GivenEvent, GivenLog, given, NOON } from "../../../testing/given.ts";
import { CROWN, HAT, HAT_2, HAT_3, handedOver, holderIn } from "../../../testing/items.ts";
import { ALICE, enriched, registered } from "../../../testing/players.ts";
import { coinflipEscrow } from "../events.ts";
import { STAKED_ITEMS_MAX, VOID_AFTER_MS } from "../rules.ts";

/** Alice has two hats, bob the third and a crown, carol RBX alone. */
const owned: readonly GivenEvent[] = [
  registered(ALICE),
  registered(BOB),
  registered(CAROL),
  handedOver(platform, playerAccount(ALICE), HAT, HAT_2),
  handedOver(platform, playerAccount(BOB), HAT_3, CROWN),
];
const ROUND = 2;
const escrow = coinflipEscrow(GAME);

function whatFollows(...steps: readonly Decide<JsonObject>[]): readonly GivenEvent[] {
  const log = new GivenLog();
  log.append(owned);
  return carriedOut(log, ...steps).events;
}

const opens = open(worth("5000", HAT, HAT_2));
const joins = join({ items: worth("5200", HAT_3, CROWN) });
const isOpen = whatFollows(opens);
const isLocked = whatFollows(opens, joins);

/** Each copy's holder after a decision. */
function holders(events: readonly GivenEvent[], decide: Decide<JsonObject>, at = NOON): (string | null)[] {
  const log = new GivenLog();
  log.append(events);
  log.at = at;
  log.accept(decide(log));
  return [HAT, HAT_2, HAT_3, CROWN].map((copy) => holderIn(log, copy));
}
const [alices, bobs] = [playerAccount(ALICE), playerAccount(BOB)];
const asBefore = [alices, alices, bobs, bobs];

describe("a coinflip for items", () => {
  it("puts the creator's copies into escrow, each with its value of the time", () => {
    const { decision } = given(...owned).when(open(worth("5000", HAT, HAT_2)));
    expect(decision).toMatchObject({
      events: [{ type: "CoinflipOpened", payload: { creator: { stakes: worth("5000", HAT, HAT_2) } } }],
    });
    expect(holders(owned, opens)).toEqual([escrow, escrow, bobs, bobs]);
  });

  it("is opened with free copies of one's own, up to the largest stake of a side", () => {
    const refused = (copies: readonly Copy[], events: readonly GivenEvent[] = owned) =>
      given(...events).when(open(worth("5000", ...copies), { gameId: "another" }));
    refused([CROWN]).refused("items_not_free");
    refused([HAT, CROWN]).refused("items_not_free");
    refused([HAT], isOpen).refused("items_not_free");
    refused([]).refused("too_many_items");
    const many = Array.from({ length: STAKED_ITEMS_MAX + 1 }, (_, n) => copyOf(101, `m${n}`));
    refused(many, [...owned, handedOver(platform, alices, ...many)]).refused("too_many_items");
  });

  it("is joined with items worth 100 to 110 % of the creator's, to the minor unit", () => {
    const joined = (value: string) =>
      given(...isOpen).when(join({ items: [...worth("5000", HAT_3), ...worth(value, CROWN)] }));
    joined("5000").answers({ id: GAME });
    joined("6000").answers({ id: GAME });
    joined("4999").refused(
      "items_do_not_match",
      "Stake items worth 100.00 to 110.00: yours are worth 99.99, off by 0.01.",
    );
    joined("6001").refused(
      "items_do_not_match",
      "Stake items worth 100.00 to 110.00: yours are worth 110.01, off by 0.01.",
    );
  });

  it("cannot be joined with a currency or with another player's items", () => {
    given(...isOpen, enriched(1_000_000n, CAROL)).refuses(join({ playerId: CAROL }), "other_stakes");
    given(...isOpen).refuses(join({ playerId: CAROL, items: worth("5000", HAT_3, CROWN) }), "items_not_free");
    given(...isOpen).refuses(join({ items: worth("5000", HAT, HAT_3) }), "items_not_free");
  });

  it.each([
    ["rbx", ALICE],
    ["tix", BOB],
  ] as const)("gives every copy of both to the player with %s, without a fee", (result, winnerId) => {
    const winner = playerAccount(winnerId);
    expect(holders(isLocked, settle(result))).toEqual([winner, winner, winner, winner]);
    const log = new GivenLog();
    log.append(isLocked);
    const decision = settle(result)(log);
    if ("refused" in decision) throw new Error(decision.refused.detail);
    const settled = decision.events.find(({ type }) => type === "CoinflipSettled");
    const sums = { currency: null, wagered: "20400", payout: "20400", edge: "0" };
    expect(settled?.payload).toMatchObject({ winnerId, ...sums });
    const moved = decision.events.flatMap(({ postings }) => postings);
    expect(moved.filter(({ account, asset }) => account === house || asset === "RBX")).toEqual([]);
  });

  it("returns each player's own copies when it is cancelled, expires, or its beacon does not come", () => {
    expect(holders(isOpen, cancel())).toEqual(asBefore);
    expect(holders(isOpen, expire(), NOON + OPEN_MS)).toEqual(asBefore);
    const late = published(ROUND) + VOID_AFTER_MS;
    expect(holders(isLocked, giveUp(), late)).toEqual(asBefore);
  });
});
