import { describe, expect, it } from "vitest";
import { platform, playerAccount } from "../../../accounts/account.ts";
import type { Copy } from "../../../accounts/item.ts";
import { refuse } from "../../../kernel/decision.ts";
import type { Departure } from "../../../ledger/transit/transit-events.ts";
import { guestIdOf } from "../../../player/guest.ts";
import { NO_ITEMS } from "../../../testing/away/stakes.ts";
import { worth } from "../../../testing/bot-flips.ts";
import { CHAIN, coinflipIn, GAME, open, rbx, settle } from "../../../testing/coinflips.ts";
import { codeOf, GivenLog } from "../../../testing/given.ts";
import { CROWN, HAT, HAT_2, HAT_3, handedOver } from "../../../testing/items.ts";
import { ALICE, playerIn, registered } from "../../../testing/players.ts";
import { coinflipEscrow } from "../events.ts";
import { type Stake, valueOfStakes } from "../items/stake.ts";
import { STAKED_ITEMS_MAX } from "../rules.ts";
import { awayEscrow, joinAsGuest, refusedBack, withGuestPaid } from "./guest.ts";
import { type GuestItemsContext, guestItemsStream, guestItemsStreamKind } from "./guest-items.ts";

const STAKE = "2-s1";
const GUEST = playerAccount(guestIdOf(STAKE));
const inCustody = (stakes: Stake): Stake => stakes.map((one) => ({ ...one, inCustody: true }));
const stakeOf = (...copies: readonly string[]): Departure => ({
  ...{ id: STAKE, to: 1, purpose: `coinflip:${GAME}`, receiver: GUEST, sender: awayEscrow(STAKE) },
  things: copies.map((asset) => ({ asset, origin: { custody: "d_9", serial: 7 } })),
});

/** Every copy counts 50.00, and alice's are kept by a deposit of hers. */
const ground: GuestItemsContext = {
  ...NO_ITEMS,
  stakesOf: (copies) => ({ stakes: worth("5000", ...copies) }),
  valueNow: valueOfStakes,
  keptOf: (copy) => ({ copy, depositId: "d_1", serial: 1 }),
  depositOf: () => ({ status: "arrived", playerId: "", copies: [HAT, HAT_2], homes: [] }),
};

/** Alice has opened a coinflip for two hats in custody, and copies of a guest have arrived. */
function ready(stakes: Stake = inCustody(worth("5000", HAT, HAT_2))): GivenLog {
  const log = new GivenLog();
  log.append([registered(), handedOver(platform, playerAccount(ALICE), HAT, HAT_2)]);
  log.accept(open(stakes)(log));
  log.append([handedOver(platform, GUEST, HAT_3, CROWN)]);
  return log;
}
const joins = (log: GivenLog, change: Partial<GuestItemsContext> = {}, stake = stakeOf(HAT_3, CROWN)) =>
  joinAsGuest(stake, {
    coinflip: coinflipIn(log, GAME),
    playerOf: (playerId) => playerIn(log, playerId),
    at: log.at,
    chain: CHAIN,
    newestRound: 0,
    items: { ...ground, ...change },
  });
const refusalOf = (...of: Parameters<typeof joins>) => codeOf(joins(...of) as never);

describe("a guest's stake of items", () => {
  it("joins the game, valued by this log, and records the custody of both sides' copies", () => {
    const log = ready();
    log.accept(joins(log) as never);
    expect(coinflipIn(log, GAME)).toMatchObject({
      status: "locked",
      joiner: { stakes: inCustody(worth("5000", HAT_3, CROWN)) },
    });
    expect(log.holding(coinflipEscrow(GAME), CROWN)).toBe(1n);
    expect(log.stream(guestItemsStreamKind, guestItemsStream(STAKE)).kept).toEqual([
      { copy: HAT, depositId: "d_1", serial: 1 },
      { copy: HAT_2, depositId: "d_1", serial: 1 },
      { copy: HAT_3, depositId: STAKE, serial: 7 },
      { copy: CROWN, depositId: STAKE, serial: 7 },
    ]);
  });

  it("is refused if this log does not know an item, or values them otherwise, whatever the other log says", () => {
    const unknown = refuse("items_not_listed", "Some of these items are not in the catalogue.");
    expect(refusalOf(ready(), { stakesOf: () => unknown })).toBe("items_not_listed");
    const valued = (value: string) => ({
      stakesOf: (copies: readonly Copy[]) => ({ stakes: worth(value, ...copies) }),
    });
    expect(refusalOf(ready(), valued("4999"))).toBe("items_do_not_match");
    expect(refusalOf(ready(), valued("5501"))).toBe("items_do_not_match");
    expect(refusalOf(ready(), valued("5500"))).toBe("accepted");
    expect(refusalOf(ready(), { valueNow: () => 20_000n })).toBe("values_changed");
    expect(refusalOf(ready(), { valueNow: () => null })).toBe("values_changed");
  });

  it("is refused if the creator's copies could not leave with it: on sight, not looked up, or barred", () => {
    expect(refusalOf(ready(), { keptOf: () => null })).toBe("game_not_in_custody");
    expect(refusalOf(ready(), { depositOf: () => ({ status: "absent" }) })).toBe("game_not_in_custody");
    const bar = { code: "purchase_unsettled", detail: "Its seller has not been paid." };
    expect(refusalOf(ready(), { bar })).toBe("purchase_unsettled");
  });

  it("is a few items, against items", () => {
    expect(refusalOf(ready(), {}, stakeOf())).toBe("other_stakes");
    expect(refusalOf(ready(), {}, stakeOf("thing:1:2"))).toBe("other_stakes");
    const { things: _, ...way } = stakeOf() as Extract<Departure, { readonly things: unknown }>;
    expect(refusalOf(ready(), {}, { ...way, asset: "RBX", amount: "10000" })).toBe("other_stakes");
    expect(refusalOf(ready(rbx("10.00")))).toBe("other_stakes");
  });

  it(`is at most ${STAKED_ITEMS_MAX} items, even if their total matches`, () => {
    const many = (count: number) => stakeOf(...Array.from({ length: count }, (_, n) => `item:101:m${n}`));
    // Twenty of 5.00 match two of 50.00, and so would one more.
    const stakesOf = (copies: readonly Copy[]) => ({ stakes: worth("500", ...copies) });
    expect(refusalOf(ready(), { stakesOf }, many(STAKED_ITEMS_MAX))).toBe("accepted");
    expect(joins(ready(), { stakesOf }, many(STAKED_ITEMS_MAX + 1))).toEqual(
      refuse("too_many_items", "Stake 1 to 20 items."),
    );
  });

  it("goes back whole if no game takes it, out of the custody that came with it", () => {
    const events = refusedBack(stakeOf(HAT_3, CROWN), { id: "1-back", here: 1, transit: { is: "unknown" } });
    expect(events.map(({ type, payload }) => [type, payload.depositId ?? payload.to])).toEqual([
      ["CustodyEnded", STAKE],
      ["CustodyEnded", STAKE],
      ["TransitLeft", 2],
    ]);
    expect(events.at(-1)?.payload).toMatchObject({
      purpose: `coinflip-refused:${STAKE}`,
      things: [HAT_3, CROWN].map((asset) => ({ asset, origin: { custody: STAKE, serial: 7 } })),
    });
  });

  it.each([
    ["won", "tix", 4],
    ["lost", "rbx", 0],
  ] as const)("brings all copies of both, or nothing, to the log of a guest who %s", (_how, face, count) => {
    const log = ready();
    log.accept(joins(log) as never);
    const { kept } = log.stream(guestItemsStreamKind, guestItemsStream(STAKE));
    const way = { id: "1-back", here: 1, transit: { is: "unknown" }, kept } as const;
    log.accept(withGuestPaid(settle(face)(log), () => way) as never);
    const back = log.events.at(-1);
    expect(back).toMatchObject({
      type: "TransitLeft",
      payload: { purpose: `coinflip-paid:${STAKE}`, to: 2 },
    });
    expect(back?.payload.things).toHaveLength(count);
    for (const copy of [HAT, HAT_2, HAT_3, CROWN]) {
      expect(log.holding(GUEST, copy)).toBe(0n);
      expect(log.holding(playerAccount(ALICE), copy)).toBe(count === 0 ? 1n : 0n);
    }
  });
});
