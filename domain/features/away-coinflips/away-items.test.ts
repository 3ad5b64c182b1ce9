import { describe, expect, it } from "vitest";
import { house, platform, playerAccount } from "../../accounts/account.ts";
import type { Copy } from "../../accounts/item.ts";
import type { Decision } from "../../kernel/decision.ts";
import { transitStreamKind } from "../../ledger/transit/transit.ts";
import { type Departure, transitArrived, transitStream } from "../../ledger/transit/transit-events.ts";
import { depositOf } from "../../testing/away/logs.ts";
import { worth } from "../../testing/bot-flips.ts";
import { GAME } from "../../testing/coinflips.ts";
import { codeOf, GivenLog } from "../../testing/given.ts";
import { CROWN, HAT, HAT_2, HAT_3, handedOver } from "../../testing/items.ts";
import { ALICE, playerIn, registered } from "../../testing/players.ts";
import { settingsIn } from "../../testing/settings.ts";
import { depositCompleted, depositRequested } from "../deposits/events.ts";
import { awayEscrow, BACK_PURPOSES, type BackReason } from "../live-coinflips/guests/guest.ts";
import { purchaseStreamKind } from "../purchases/purchase.ts";
import { refusalOfStaker } from "../registry.ts";
import { awayStakeStreamKind } from "./away-stake.ts";
import { endAway } from "./end.ts";
import { awayStream } from "./events.ts";
import { type OfferGround, refusalOfLeaving, refusalOfOffer } from "./leaving.ts";
import { type StakeItemsAwayContext, stakeItemsAway } from "./stake.ts";

const STAKE = "2-s1";
const alice = playerAccount(ALICE);
const { receipt } = transitArrived.example().payload;
const subject = { type: "roblox_limited", itemId: 1, assetId: 101, quantity: 2 } as const;
const OWN = [HAT, HAT_2] as const;

/** Alice of log 2 has two hats in custody by one deposit. */
function ready(): GivenLog {
  const log = new GivenLog();
  const of = { depositId: "d_1", playerId: ALICE };
  log.append([
    registered(),
    depositRequested({ ...of, wanted: subject }),
    depositCompleted(
      { ...of, by: "p_root", firstBy: null, note: null, credited: [...OWN], kept: [], value: "0" },
      subject,
    ),
  ]);
  return log;
}

const stakes = (
  log: GivenLog,
  {
    copies = OWN as readonly Copy[],
    kept = copies,
    custody = "d_1",
    inCustody = true,
    ...context
  }: {
    copies?: readonly Copy[];
    kept?: readonly Copy[];
    custody?: string;
    inCustody?: boolean;
  } & Partial<StakeItemsAwayContext> = {},
) =>
  stakeItemsAway(
    {
      ...{ transitId: STAKE, playerId: ALICE, gameId: GAME, log: 1, side: "tix" },
      stakes: worth("5000", ...copies).map((one) => ({ ...one, inCustody })),
      kept: kept.map((copy) => ({ copy, depositId: custody, serial: 7 })),
      against: [101, 102],
    },
    {
      player: playerIn(log),
      holding: (copy) => log.holding(alice, copy as Copy),
      owes: 0n,
      depositOf: (id) => depositOf(log as never)(id),
      isListed: () => true,
      bar: null,
      at: log.at,
      settings: settingsIn(log),
      refusalOfStaker,
      here: 2,
      peers: new Set([1, 2]),
      transit: log.stream(transitStreamKind, transitStream(STAKE)),
      ...context,
    },
  );
const refusalOf = (decision: Decision<never> | ReturnType<typeof stakes>): string =>
  codeOf(decision as never);

function away(): GivenLog {
  const log = ready();
  log.accept(stakes(log));
  return log;
}

const origin = { custody: "2-s1", serial: 7 };
/** The return, as a departure of log 1 records it. */
const comesBack = (
  log: GivenLog,
  reason: BackReason,
  { copies = OWN as readonly Copy[], from = 1, receiver = awayEscrow(STAKE) as string } = {},
) => {
  const departure: Departure = {
    ...{ id: "1-back", to: 2, purpose: `${BACK_PURPOSES[reason]}:${STAKE}` },
    ...{ receiver, sender: "player:guest.2-s1" },
    things: copies.map((asset) => ({ asset, origin })),
  };
  const things = copies.map((asset) => ({ asset, back: null }));
  const arrival = { events: [transitArrived({ id: "1-back", things, receiver, receipt })], answer: {} };
  return endAway(
    { departure, log: from, reason },
    {
      away: log.stream(awayStakeStreamKind, awayStream(STAKE)),
      playerOf: (playerId) => playerIn(log, playerId),
      at: log.at,
      settings: settingsIn(log),
      worthOf: (copy) => (copy === CROWN ? null : 4_000n),
      wayOn: () => ({ id: "2-on", here: 2, transit: { is: "unknown" } }),
    },
    arrival,
  );
};
const typesOf = (decision: Decision) => ("events" in decision ? decision.events.map(({ type }) => type) : []);

describe("the answer of a game's log to an offer of items", () => {
  const ground: OfferGround = { isOpen: true, areKept: true, areSettled: true };
  const codeFor = (change: Partial<OfferGround>) => refusalOfOffer({ ...ground, ...change })?.code ?? null;

  it("is no if they would be sent back", () => {
    expect(codeFor({})).toBeNull();
    expect(codeFor({ areKept: false })).toBe("game_not_in_custody");
    expect(codeFor({ isOpen: false })).toBe("withdrawals_closed");
  });

  it("does not reveal that the creator bought an item whose seller is not paid", () => {
    const refusal = refusalOfOffer({ ...ground, areSettled: false });
    expect(refusal?.code).toBe("game_items_held");
    expect(refusal?.detail).not.toMatch(/bought|shop|seller|paid/);
  });
});

describe("a stake of items on a coinflip of another log", () => {
  it("leaves custody and the player, each copy with what kept it, by one transit", () => {
    const decision = stakes(ready());
    expect(typesOf(decision)).toEqual(["AwayStakeMade", "CustodyEnded", "CustodyEnded", "TransitLeft"]);
    const log = away();
    expect(OWN.map((copy) => [log.holding(alice, copy), log.holding(`transit:${STAKE}`, copy)])).toEqual([
      [0n, 1n],
      [0n, 1n],
    ]);
    const things = OWN.map((asset) => ({ asset, origin: { custody: "d_1", serial: 7 } }));
    expect(log.events.at(-1)?.payload).toMatchObject({ things, purpose: `coinflip:${GAME}` });
    // Departed copies cannot be staked, listed, withdrawn or deposited here.
    expect(refusalOf(stakes(log, { transit: { is: "unknown" } }))).toBe("items_not_free");
  });

  it("is of copies in custody only, with the deposit that keeps each as of the head", () => {
    expect(refusalOf(stakes(ready(), { inCustody: false }))).toBe("items_not_in_custody");
    expect(refusalOf(stakes(ready(), { custody: "d_2" }))).toBe("not_in_custody");
    for (const part of [{ kept: [HAT] }, { copies: [HAT], kept: OWN }])
      expect(refusalOf(stakes(ready(), part))).toBe("items_not_in_custody");
    expect(refusalOf(stakes(ready(), { copies: [] }))).toBe("too_many_items");
    const sighted = ready();
    sighted.append([handedOver(platform, alice, HAT_3)]);
    expect(refusalOf(stakes(sighted, { copies: [HAT_3] }))).toBe("not_in_custody");
  });

  it("is of free copies: not listed, in a withdrawal, or in another game", () => {
    for (const elsewhere of ["escrow:l_1", "escrow:wd_1", "escrow:g_1"] as const) {
      const log = ready();
      log.append([handedOver(alice, elsewhere, HAT_2)]);
      expect(refusalOf(stakes(log))).toBe("items_not_free");
    }
  });

  it("is refused for debtors, for items with an unsettled purchase, and while withdrawals are closed", () => {
    expect(refusalOf(stakes(ready(), { owes: 1n }))).toBe("debt_open");
    const { initial } = purchaseStreamKind;
    const delivered = { status: "delivered" } as typeof initial;
    expect(refusalOfLeaving({ isOpen: true, purchases: [] })).toBeNull();
    expect(refusalOfLeaving({ isOpen: true, purchases: [initial] })).toBeNull();
    const unsettled = refusalOfLeaving({ isOpen: true, purchases: [initial, delivered] });
    expect(unsettled?.code).toBe("purchase_unsettled");
    expect(refusalOfLeaving({ isOpen: false, purchases: [] })?.code).toBe("withdrawals_closed");
    expect(refusalOf(stakes(ready(), { bar: unsettled }))).toBe("purchase_unsettled");
  });

  it("is not against copies that the winner could neither see nor withdraw here", () => {
    const isListed = (assetId: number) => assetId !== 102;
    expect(refusalOf(stakes(ready(), { isListed }))).toBe("items_not_listed");
  });

  it("goes to an existing log, once", () => {
    expect(refusalOf(stakes(ready(), { peers: new Set([2]) }))).toBe("log_unknown");
    const log = away();
    log.append([handedOver(platform, alice, CROWN)]);
    expect(
      refusalOf(stakes(log, { holding: () => 1n, depositOf: () => depositOf(ready() as never)("d_1") })),
    ).toBe("transit_exists");
  });
});

describe("the return of a stake of items", () => {
  it("is the player's own copies if it was void or refused", () => {
    for (const reason of ["void", "refused"] as const) {
      const log = away();
      log.accept(comesBack(log, reason));
      expect(OWN.map((copy) => log.holding(alice, copy))).toEqual([1n, 1n]);
    }
  });

  it("is all copies of both if it was won: others count by this log's catalogue, or as nothing", () => {
    const log = away();
    log.accept(comesBack(log, "paid", { copies: [HAT_3, CROWN, ...OWN] }));
    expect([HAT_3, CROWN, ...OWN].map((copy) => log.holding(alice, copy))).toEqual([1n, 1n, 1n, 1n]);
    expect(log.events.at(-1)?.payload).toMatchObject({ payout: "14000", result: "tix", side: "tix" });
    // Of the 100.00 that were staked, whatever was won: 10, and 10 for the square root.
    expect(log.events.at(-1)?.payload.xp).toBe(20);
  });

  it("is nothing if it was lost", () => {
    const log = away();
    log.accept(comesBack(log, "paid", { copies: [] }));
    expect(log.events.at(-1)?.payload).toMatchObject({ payout: "0", result: "rbx", won: [], xp: 20 });
  });

  it.each([
    ["without one of the player's own", "paid", { copies: [HAT, HAT_3, CROWN] }],
    ["with no more than the player's own where it was won", "paid", {}],
    ["with other copies where it was void", "void", { copies: [HAT, HAT_3] }],
    ["with more than was staked where it was refused", "refused", { copies: [...OWN, HAT_3] }],
    ["from another log than the game's", "refused", { from: 3 }],
  ] as const)(
    "does not end the stake %s, and goes to the house of the sending log",
    (_what, reason, change) => {
      const log = away();
      const decision = comesBack(log, reason, change);
      const types = typesOf(decision);
      expect(types[0]).toBe("TransitArrived");
      expect(types.at(-1)).toBe("TransitLeft");
      expect(types).toContain("CustodyEnded");
      const left = "events" in decision ? decision.events.at(-1)?.payload : null;
      expect(left).toMatchObject({ to: "from" in change ? 3 : 1, receiver: house, purpose: "" });
    },
  );

  it("empties no account that it did not arrive in, and ends no stake of a currency", () => {
    const log = away();
    expect(typesOf(comesBack(log, "paid", { receiver: house }))).toEqual(["TransitArrived"]);
    expect(typesOf(comesBack(ready(), "paid", { copies: [] }))).toEqual(["TransitArrived"]);
  });
});
