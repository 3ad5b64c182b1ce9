import { describe, expect, it } from "vitest";
import { house, playerAccount, USD } from "../../accounts/account.ts";
import type { Decision } from "../../kernel/decision.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { asks, earned, owing, usdOf } from "../../testing/cashouts.ts";
import type { GivenLog } from "../../testing/given.ts";
import { playerIn, registered } from "../../testing/players.ts";
import { proposedBy, shownPerson } from "../../testing/proposals.ts";
import {
  aDelivered,
  BUYER,
  COPY,
  groundIn,
  PRICE,
  purchaseIn,
  read,
  SELLER,
  THIS,
} from "../../testing/purchases.ts";
import { cashoutRejected } from "../cashouts/events.ts";
import { receivableAccount } from "../deposits/events.ts";
import { orderRelease } from "../purchases/after-delivery.ts";
import { purchaseReleased } from "../purchases/events.ts";
import { releasePurchase } from "../purchases/release.ts";
import { playerSuspended } from "../roles/events.ts";
import { givenUpFor, payDollarDebt, withDollarDebtsPaid, writeDollarDebtOff } from "./debts.ts";

const [ROOT, DORA] = ["p_root", "p_dora"];
const ORDER = { by: ROOT, confirmedBy: DORA, reason: "r" };
const takesBack = (log: GivenLog, taken: bigint, received = PRICE): GivenLog =>
  read(log, { taken, received });
const released = (log: GivenLog): GivenLog => {
  log.at += 7 * DAY_MS;
  return log.accept(releasePurchase(purchaseIn(log), { at: log.at, ...groundIn(log) }));
};
const free = (log: GivenLog, playerId: string) => usdOf(log, playerId);
const owed = (log: GivenLog, playerId: string) => -log.holding(receivableAccount(playerId), USD);
const writesOff = (log: GivenLog, over: object = {}): Decision =>
  writeDollarDebtOff(
    { actorId: ROOT, confirmedBy: DORA, playerId: SELLER, reason: "Lost.", ...over },
    {
      actor: { player: playerIn(log, ROOT), isListed: true },
      player: playerIn(log, SELLER),
      owes: owed(log, SELLER),
    },
  );
/** A seller who was paid and has spent it, and whose buyer's bank then took all back. */
const indebted = (): GivenLog => {
  const log = released(aDelivered());
  log.append([registered(ROOT)]);
  log.append([
    {
      ...earned("0.00"),
      postings: [
        { account: playerAccount(SELLER), asset: USD, delta: -1_811n },
        { account: "escrow:co_9", asset: USD, delta: 1_811n },
      ],
    },
  ]);
  return takesBack(log, PRICE);
};

describe("a debt in dollars", () => {
  it("is paid at once from the free dollars of a buyer charged for a lost item", () => {
    const log = takesBack(aDelivered(), PRICE);
    log.append([earned("12.00", BUYER)]);
    const gone = { buyerHas: false, sellerHas: false };
    log.accept(orderRelease(ORDER, { purchase: purchaseIn(log), at: log.at, ...groundIn(log), ...gone }));
    expect([free(log, BUYER), owed(log, BUYER)]).toEqual([0n, PRICE - 1_200n]);
    expect(log.events.at(-1)).toMatchObject({
      type: "DollarDebtPaid",
      payload: { playerId: BUYER, amount: "1200" },
    });
    expect(log.holding(playerAccount(BUYER), COPY)).toBe(1n);
  });

  it("is paid from a repeated payment to a seller who owes for something else", () => {
    const log = takesBack(released(aDelivered()), 1_500n);
    expect(free(log, SELLER)).toBe(311n);
    log.append([{ ...owing("20.00", SELLER) }]);
    takesBack(log, 0n);
    expect([free(log, SELLER), owed(log, SELLER)]).toEqual([0n, 2_000n - 1_811n]);
  });

  it("keeps its debtor from cash-outs, until it is paid", () => {
    const log = indebted();
    const cashesOut = asks("1.00", { playerId: SELLER });
    expect(cashesOut(log)).toMatchObject({ refused: { code: "debt_open" } });
    log.accept(withDollarDebtsPaid({ events: [earned("30.00", SELLER)], answer: {} }, groundIn(log).holding));
    expect([free(log, SELLER), owed(log, SELLER)]).toEqual([3_000n - PRICE, 0n]);
    expect(cashesOut(log)).not.toHaveProperty("refused");
  });

  it("is named in the notice of the release, or of the returned cash-out, that paid it", () => {
    const sold = { purchaseId: THIS, buyerId: BUYER, sellerId: SELLER, title: "Hat", fees: "188" };
    const released = (debtPaid: string) =>
      purchaseReleased.notify?.words({ ...sold, sellerPayout: "1811", debtPaid }, SELLER).message;
    expect(released("0")).toBe("$18.11 for Hat is yours now.");
    expect(released("500")).toBe("$18.11 for Hat is yours now. $5.00 of it paid off what you owed.");
    const rejected = { cashoutId: "co_1", playerId: SELLER, amount: "1000", by: ROOT, note: "" };
    expect(cashoutRejected.notify?.words({ ...rejected, debtPaid: "300" }, SELLER).message).toBe(
      "Your cash-out of $10.00 was rejected. The money is back, and $3.00 of it paid off what you owed.",
    );
  });

  it("is paid from an existing balance", () => {
    const log = indebted();
    const pays = () => payDollarDebt(SELLER, groundIn(log).holding);
    expect(pays()).toMatchObject({ refused: { code: "nothing_owed" } });
    log.append([earned("5.00", SELLER)]);
    log.accept(pays());
    expect([free(log, SELLER), owed(log, SELLER)]).toEqual([0n, PRICE - 500n]);
  });
});

describe("writing a debt in dollars off", () => {
  it("ends it at the cost of the house, as two admins decide", () => {
    const log = indebted();
    const before = log.holding(house, USD);
    log.accept(writesOff(log));
    expect([owed(log, SELLER), log.holding(house, USD)]).toEqual([0n, before - PRICE]);
    expect(writesOff(log)).toMatchObject({ refused: { code: "nothing_owed" } });
  });

  it("is refused to the debtor as either admin, for a missing debt, and to players", () => {
    const log = indebted();
    for (const own of [{ actorId: SELLER }, { confirmedBy: SELLER }])
      expect(writesOff(log, own)).toMatchObject({ refused: { code: "own_debt" } });
    const nobody = { actor: { player: playerIn(log, ROOT), isListed: true }, owes: 1n };
    expect(
      writeDollarDebtOff(
        { actorId: ROOT, confirmedBy: DORA, playerId: "p_nobody", reason: "r" },
        { ...nobody, player: { status: "absent" } },
      ),
    ).toMatchObject({ refused: { code: "unknown_player" } });
    log.append([playerSuspended(ROOT, { by: DORA, reason: "r" })]);
    expect(writesOff(log)).toMatchObject({ refused: { code: "forbidden" } });
  });

  it("is undone by a repeated payment: the house gets its loss back, and the debtor their payments", () => {
    const log = indebted();
    log.accept(withDollarDebtsPaid({ events: [earned("5.00", SELLER)], answer: {} }, groundIn(log).holding));
    const before = log.holding(house, USD);
    log.accept(writesOff(log));
    expect(givenUpFor(playerIn(log, SELLER))).toBe(PRICE - 500n);
    takesBack(log, 0n);
    expect([log.holding(house, USD), free(log, SELLER), owed(log, SELLER)]).toEqual([before, 500n, 0n]);
    expect(givenUpFor(playerIn(log, SELLER))).toBe(0n);
  });
});

it("a write-off shows the second admin what is owed in dollars, with two decimals", () => {
  const log = indebted();
  expect(proposedBy(ROOT, { kind: "write_off_dollar_debt", playerId: SELLER }, log)).toEqual({
    kind: "write_off_dollar_debt",
    player: shownPerson(SELLER),
    owed: "19.99",
  });
  expect(owed(log, SELLER)).toBe(1_999n);
});
