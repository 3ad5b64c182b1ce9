import { describe, expect, it } from "vitest";
import { platform, playerAccount } from "../../../accounts/account.ts";
import type { Copy } from "../../../accounts/item.ts";
import { flipForItems, worth } from "../../../testing/bot-flips.ts";
import { BOB, join, open } from "../../../testing/coinflips.ts";
import { carriedOut, type GivenEvent, GivenLog, given } from "../../../testing/given.ts";
import { CROWN, HAT, HAT_2, HAT_3, handedOver } from "../../../testing/items.ts";
import { ALICE, registered } from "../../../testing/players.ts";
import type { Stake } from "./stake.ts";

const owned: readonly GivenEvent[] = [
  registered(ALICE),
  registered(BOB),
  handedOver(platform, playerAccount(ALICE), HAT, HAT_2),
  handedOver(platform, playerAccount(BOB), HAT_3, CROWN),
];
const staked = (inCustody: boolean, ...copies: readonly Copy[]): Stake =>
  worth("5000", ...copies).map((one) => ({ ...one, inCustody }));
const kept = staked(true, HAT);
const onSight = staked(false, HAT_2);
const itemsStaked = "custody" as const;
const REFUSED = [
  "items_not_in_custody",
  "Only deposited items can be staked. Deposit these first, on the Deposits page: item 101, copy 2.",
] as const;

describe("where only items in custody can be staked", () => {
  it("the bot plays for those alone, and names the others", () => {
    given(...owned).answers(flipForItems(kept, { itemsStaked }), { won: true });
    given(...owned).refuses(flipForItems([...kept, ...onSight], { itemsStaked }), ...REFUSED);
    // Items not marked as in custody are not, as in older events and from careless callers.
    given(...owned).refuses(flipForItems(worth("5000", HAT_2), { itemsStaked }), ...REFUSED);
  });

  it("a coinflip is opened and joined with those alone", () => {
    given(...owned).refuses(open([...kept, ...onSight], { itemsStaked }), ...REFUSED);
    const log = new GivenLog();
    log.append(owned);
    carriedOut(log, open(kept, { itemsStaked }));
    given(...log.events).refuses(join({ items: staked(false, HAT_3), itemsStaked }), "items_not_in_custody");
    given(...log.events).answers(join({ items: staked(true, HAT_3), itemsStaked }), { round: 2 });
  });

  it("nobody joins a coinflip that was opened with others before", () => {
    const log = new GivenLog();
    log.append(owned);
    carriedOut(log, open(onSight, { itemsStaked: "sight" }));
    given(...log.events)
      .when(join({ items: staked(true, HAT_3), itemsStaked }))
      .refused("game_not_in_custody", "This coinflip was opened with items that are not in custody.");
    given(...log.events).answers(join({ items: staked(true, HAT_3), itemsStaked: "sight" }), { round: 2 });
  });
});

describe("a coinflip whose items have another value than when they were staked", () => {
  it("can be joined while the value differs by up to a tenth, and not beyond", () => {
    const log = new GivenLog();
    log.append(owned);
    carriedOut(log, open(staked(true, HAT)));
    const items = staked(true, HAT_3);
    for (const now of [4_546n, 5_000n, 5_500n])
      given(...log.events).answers(join({ items, valueNow: () => now }), { round: 2 });
    for (const now of [4_545n, 5_501n, null])
      given(...log.events)
        .when(join({ items, valueNow: () => now }))
        .refused(
          "values_changed",
          "The value of these items has changed. Their owner can open the coinflip again.",
        );
  });
});

describe("where items on sight can be staked too", () => {
  it("both kinds are, and the event keeps which is which", () => {
    const { decision } = given(...owned).when(flipForItems([...kept, ...onSight]));
    expect(decision).toMatchObject({
      events: [
        {
          schemaVersion: 2,
          payload: {
            items: [
              { asset: HAT, inCustody: true },
              { asset: HAT_2, inCustody: false },
            ],
          },
        },
      ],
    });
  });
});
