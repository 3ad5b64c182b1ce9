import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Account,
  type Asset,
  house,
  paymentsAccount,
  playerAccount,
  USD,
} from "../../accounts/account.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { larger, smaller } from "../../kernel/money.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { move } from "../../ledger/posting.ts";
import type { GivenLog } from "../../testing/given.ts";
import { forAllIn } from "../../testing/properties/for-all.ts";
import {
  aBegun,
  COPY,
  groundIn,
  LISTING,
  listingIn,
  observes,
  owedIn,
  PRICE,
  purchaseIn,
  whoHas,
} from "../../testing/purchases.ts";
import { receivableAccount } from "../deposits/events.ts";
import { givenUpFor, owedInDollars, withDollarDebtsPaid, writeDollarDebtOff } from "../dollar-debts/debts.ts";
import { listingEscrow } from "../listings/events.ts";
import {
  complainOfPurchase,
  confirmPurchase,
  endRefund,
  orderRelease,
  undoPurchase,
} from "./after-delivery.ts";
import { purchaseEscrow } from "./parties.ts";
import { buyerCharged } from "./payment/events.ts";
import type { ObservePayment } from "./payment/observe.ts";
import type { BegunPurchase } from "./purchase.ts";
import { releasePurchase } from "./release.ts";
import { endTrade, seeLeft, seeTraded } from "./trade.ts";

const ids = { purchaseId: "u_1", buyerId: "p_bob", sellerId: "p_alice" };
const ORDER = { by: "p_root", confirmedBy: "p_second", reason: "r" };
const PROVIDER = paymentsAccount("stripe");

function observe(log: GivenLog, said: Omit<ObservePayment, "purchaseId" | "provider" | "offered">): boolean {
  const decision = observes(log, said);
  if ("refused" in decision) return false;
  log.append(decision.events);
  return true;
}
function release(log: GivenLog): void {
  const { holding } = groundIn(log);
  const decision = releasePurchase(purchaseIn(log), { at: log.at, holding });
  if (!("refused" in decision)) log.append(decision.events);
}
const usd = (log: GivenLog, account: Parameters<GivenLog["holding"]>[0]) => log.holding(account, USD);

/** Steps at the provider, in any order; each changes the truth that a reading shows. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant("pay" as const),
    amount: fc.constantFrom(PRICE, PRICE - 100n, PRICE + 100n, 2n * PRICE, 1n),
  }),
  fc.record({ kind: fc.constant("refund" as const), share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant("fail-refund" as const) }),
  fc.record({ kind: fc.constant("dispute" as const) }),
  fc.record({ kind: fc.constant("win" as const) }),
  fc.record({ kind: fc.constant("expire" as const) }),
  fc.record({ kind: fc.constant("days" as const), days: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ kind: fc.constant("spend" as const), share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constantFrom(
      ...(["confirm", "complain", "undo", "order", "seen", "left", "end", "lose"] as const),
      ...(["sell-seller", "sell-buyer", "write-off-seller", "write-off-buyer", "end-refund"] as const),
    ),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Truth = Pick<ObservePayment, "status" | "received" | "refunded" | "taken" | "fee">;

const WINNER = "escrow:game";
const NOTHING = refuse("nothing", "There is nothing to do.");
/** Events elsewhere, of which only the postings count here. */
const elsewhere = (...[from, to, asset, amount]: readonly [Account, Account, Asset, bigint]): Decision =>
  accept(
    [
      {
        type: "Earned",
        schemaVersion: 1,
        stream: "test:1",
        payload: {},
        postings: move({ from, to, asset, amount }),
      },
    ],
    {},
  );

/** Acts of buyer and admins; the state of the provider stays as it is. */
const ACTS: { readonly [name: string]: (log: GivenLog) => Decision } = {
  confirm: (log) => confirmPurchase(ids, { purchase: purchaseIn(log), at: log.at, holdMs: 7 * DAY_MS }),
  complain: (log) => complainOfPurchase({ ...ids, reason: "r" }, { purchase: purchaseIn(log), at: log.at }),
  undo: (log) =>
    undoPurchase(ORDER, {
      purchase: purchaseIn(log),
      ...{ ...whoHas(log), sellerHas: false },
    }),
  order: (log) => {
    const { holding } = groundIn(log);
    return orderRelease(ORDER, { purchase: purchaseIn(log), at: log.at, holding, ...whoHas(log) });
  },
  // Staked and lost: the copy is a third player's.
  lose: (log) => (whoHas(log).buyerHas ? elsewhere(playerAccount(ids.buyerId), WINNER, COPY, 1n) : NOTHING),
  "sell-seller": (log) => sells(log, ids.sellerId),
  "sell-buyer": (log) => sells(log, ids.buyerId),
  "write-off-seller": (log) => writesOff(log, ids.sellerId),
  "write-off-buyer": (log) => writesOff(log, ids.buyerId),
  "end-refund": (log) => endRefund(ORDER, { purchase: purchaseIn(log), ...groundIn(log) }),
};

/** Dollars of another sale reach a player: debts are paid first. */
const sells = (log: GivenLog, playerId: string): Decision =>
  withDollarDebtsPaid(elsewhere("escrow:sale", playerAccount(playerId), USD, 700n), groundIn(log).holding);

const writesOff = (log: GivenLog, playerId: string): Decision => {
  const { holding, playerOf } = groundIn(log);
  return writeDollarDebtOff(
    { playerId, actorId: "p_root", confirmedBy: "p_second", reason: "r" },
    {
      actor: { player: playerOf(ids.buyerId), isListed: true },
      player: playerOf(playerId),
      owes: owedInDollars(holding, playerId),
    },
  );
};

const seenNow = (log: GivenLog) => ({ seenAt: log.at });
const TRADES: typeof ACTS = {
  seen: (log) => seeTraded(seenNow(log), { purchase: purchaseIn(log), at: log.at, holdMs: 7 * DAY_MS }),
  left: (log) => seeLeft(seenNow(log), { purchase: purchaseIn(log) }),
  end: (log) => endTrade(purchaseIn(log), log.at),
};

function happen(truth: Truth, one: Exclude<Step, { kind: "days" | "spend" }>): Truth {
  const left = truth.received - truth.refunded - truth.taken;
  switch (one.kind) {
    case "pay":
      return { ...truth, status: "paid", received: truth.received + one.amount, fee: truth.fee + 88n };
    case "refund":
      return { ...truth, refunded: truth.refunded + (left * BigInt(one.share)) / 100n };
    case "fail-refund":
      return { ...truth, refunded: 0n };
    case "dispute":
      return left > 0n ? { ...truth, taken: truth.taken + left, fee: truth.fee + 1_500n } : truth;
    case "win":
      return { ...truth, taken: 0n };
    case "expire":
      return truth.status === "open" ? { ...truth, status: "expired" } : truth;
    default:
      return truth;
  }
}

/** Plays steps; after some of them the provider is read, now and then with the same or an older reading. */
function play(
  steps: readonly Step[],
  reads: readonly number[],
  inCustody: boolean,
): { log: GivenLog; truth: Truth } {
  const log = aBegun(inCustody);
  let truth: Truth = { status: "open", received: 0n, refunded: 0n, taken: 0n, fee: 0n };
  let reading = 0;
  let older = truth;
  steps.forEach((one, index) => {
    if (one.kind === "days") log.at += one.days * DAY_MS;
    else if (one.kind === "spend") {
      // The seller's cash-out goes to the house here; a debtor cannot cash out.
      const has = owedIn(log).seller > 0n ? 0n : usd(log, playerAccount(ids.sellerId));
      const amount = (has * BigInt(one.share)) / 100n;
      const legs = [
        { account: playerAccount(ids.sellerId), asset: USD, delta: -amount },
        { account: "escrow:cashouts", asset: USD, delta: amount },
      ] as const;
      log.append([{ type: "Spent", schemaVersion: 1, stream: "test:1", payload: {}, postings: legs }]);
    } else truth = happen(truth, one);
    const done = (ACTS[one.kind] ?? TRADES[one.kind])?.(log);
    if (done !== undefined && !("refused" in done)) log.append(done.events);
    release(log);
    expectDebtsPaid(log);
    const how = reads[index % reads.length] ?? 0;
    if (how === 0) return;
    reading += 1;
    expect(observe(log, { ...truth, reading })).toBe(true);
    if (how === 2)
      expect(observe(log, { ...truth, reading })).toBe(
        purchaseIn(log).status !== "absent" && !isBooked(log, reading),
      );
    if (how === 3) observe(log, { ...older, reading: reading - 1 });
    older = truth;
    expectDebtsPaid(log);
  });
  observe(log, { ...truth, reading: reading + 1 });
  return { log, truth };
}
/** No player has free dollars and a debt. */
function expectDebtsPaid(log: GivenLog): void {
  for (const [who, owes] of Object.entries(owedIn(log)))
    if (owes > 0n)
      expect([who, usd(log, playerAccount(ids[`${who}Id` as keyof typeof ids]))]).toEqual([who, 0n]);
}
const isBooked = (log: GivenLog, reading: number): boolean => {
  const purchase = purchaseIn(log);
  return purchase.status !== "absent" && purchase.reading >= reading;
};

/** The provider is done: open payments expire, and refunds arrive as far as the bank has left something. */
function settle(log: GivenLog, from: Truth): BegunPurchase {
  let truth: Truth = { ...from, status: from.received > 0n ? "paid" : "expired" };
  for (let reading = 1_000; reading < 1_005; reading += 1) {
    observe(log, { ...truth, reading });
    const purchase = purchaseIn(log);
    if (purchase.status === "absent") throw new Error("it was begun");
    const wanted = larger(truth.refunded, BigInt(purchase.wanted));
    truth = { ...truth, refunded: smaller(wanted, truth.received - truth.taken) };
  }
  const settled = purchaseIn(log);
  if (settled.status === "absent") throw new Error("it was begun");
  return settled;
}

const plays = [
  fc.array(step, { maxLength: 14 }),
  fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 8 }),
  fc.boolean(),
] as const;

const forAll = forAllIn({ numRuns: 300 });

describe("a purchase, under any steps at the provider and any readings", () => {
  it("has the provider's books: receipts, less refunds, charge-backs and fees", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log, truth } = play(steps, reads, inCustody);
      expect(usd(log, PROVIDER)).toBe(truth.refunded + truth.taken + truth.fee - truth.received);
    });
  });

  it("never leaves escrow or seller below zero, and every event sums to zero", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log } = play(steps, reads, inCustody);
      for (const { postings } of log.events.filter(({ postings }) =>
        postings.every(({ asset }) => asset === USD),
      ))
        expect(postings.reduce((sum, { delta }) => sum + delta, 0n)).toBe(0n);
      expect(usd(log, purchaseEscrow(ids.purchaseId))).toBeGreaterThanOrEqual(0n);
      expect(usd(log, playerAccount(ids.sellerId))).toBeGreaterThanOrEqual(0n);
      expect(usd(log, receivableAccount(ids.sellerId))).toBeLessThanOrEqual(0n);
      expect(usd(log, receivableAccount(ids.buyerId))).toBeLessThanOrEqual(0n);
    });
  });

  it("pays nobody but the seller: a buyer only gets repayments of a debt that was none", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log } = play(steps, reads, inCustody);
      const repaid = -usd(log, "escrow:sale");
      const has = usd(log, playerAccount(ids.buyerId));
      expect(has).toBeGreaterThanOrEqual(0n);
      expect(has).toBeLessThanOrEqual(repaid);
      const charged = log.events.filter(buyerCharged.is);
      // Nobody is charged twice, or while the item can go back, or without an order of two.
      expect(charged.length).toBeLessThanOrEqual(1);
      for (const { payload } of charged) {
        expect(BigInt(String(payload.amount))).toBeLessThanOrEqual(PRICE);
        expect(log.holding(playerAccount(ids.buyerId), COPY)).toBeLessThan(1n);
        expect(log.events.some(({ type }) => type === "ReleaseOrdered")).toBe(true);
      }
    });
  });

  it("leaves nothing in the escrow of a released purchase, except refunds under way", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log, truth } = play(steps, reads, inCustody);
      const purchase = settle(log, truth);
      if (purchase.status !== "released") return;
      expect(usd(log, purchaseEscrow(ids.purchaseId))).toBe(0n);
    });
  });

  it("bears a loss that no second payment covers, and none once one does", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log, truth } = play(steps, reads, inCustody);
      const { status, totals, refunded, taken } = settle(log, truth);
      if (status !== "released") return;
      const { escrow, house: kept, ...others } = totals.out;
      const gone = BigInt(refunded) + BigInt(taken);
      const lost = larger(gone - (BigInt(totals.received) - PRICE), 0n);
      const borne = Object.values(others).reduce((sum, part) => sum + BigInt(part), 0n);
      expect([borne + larger(BigInt(kept), 0n), BigInt(escrow) >= 0n]).toEqual([lost, true]);
    });
  });

  it("leaves no debts once all has come again, and the house without a loss", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log, truth } = play(steps, reads, inCustody);
      const purchase = settle(log, { ...truth, taken: 0n, refunded: 0n });
      if (purchase.status !== "released") return;
      const people = [ids.sellerId, ids.buyerId].map((id) => groundIn(log).playerOf(id));
      expect([owedIn(log), people.map(givenUpFor)]).toEqual([{ seller: 0n, buyer: 0n }, [0n, 0n]]);
    });
  });

  it("gives the copy to the buyer alone once it was paid in full, until it was undone", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log } = play(steps, reads, inCustody);
      const at = [
        log.holding(listingEscrow(LISTING), COPY),
        log.holding(playerAccount(ids.buyerId), COPY) + log.holding(WINNER, COPY),
        log.holding(playerAccount(ids.sellerId), COPY),
      ];
      const has = (type: string) => log.events.some((event) => event.type === type);
      const isBack = ["ListingReturned", "ListingTraded", "ListingRemoved"].some(has);
      const place = isBack ? 2 : has("ListingSold") ? 1 : 0;
      // The seller had it before the log begins.
      expect(at).toEqual([0n, 0n, -1n].map((before, index) => before + (index === place ? 1n : 0n)));
      const sold = log.events.filter(({ type }) => type === "ListingSold" || type === "ListingTraded");
      expect(sold.length).toBeLessThanOrEqual(1);
      const released = log.events.filter(({ type }) => type === "PurchaseReleased");
      expect(released.length).toBeLessThanOrEqual(sold.length);
    });
  });

  it("pays the seller or refunds the buyer, never both, and pays no seller while a complaint is open", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log } = play(steps, reads, inCustody);
      const purchase = purchaseIn(log);
      const types = log.events.map(({ type }) => type);
      expect(
        types.filter((type) => type === "PurchaseReleased" || type === "PurchaseUndone").length,
      ).toBeLessThan(2);
      if (types.includes("PurchaseComplained") && types.includes("PurchaseReleased"))
        expect(types).toContain("ReleaseOrdered");
      // The buyer has a charge-back's money without a refund.
      if (purchase.status === "undone")
        expect(
          larger(BigInt(purchase.wanted), BigInt(purchase.refunded)) + BigInt(purchase.taken),
        ).toBeGreaterThanOrEqual(PRICE);
    });
  });

  it("ends: without a sale no money stays in escrow and no copy is kept, whatever a bank keeps", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log, truth } = play(steps, reads, inCustody);
      const purchase = settle(log, truth);
      expect(purchase.status).not.toBe("open");
      if (purchase.status !== "closed" && purchase.status !== "undone") return;
      expect(usd(log, purchaseEscrow(ids.purchaseId))).toBe(0n);
      expect(listingIn(log).status).not.toBe("reserved");
    });
  });

  it("requests no more back than came", () => {
    forAll(...plays, (steps, reads, inCustody) => {
      const { log, truth } = play(steps, reads, inCustody);
      const purchase = purchaseIn(log);
      if (purchase.status === "absent") throw new Error("it was begun");
      expect(BigInt(purchase.wanted)).toBeLessThanOrEqual(truth.received);
      if (purchase.status === "delivered" || purchase.status === "released")
        expect(BigInt(purchase.wanted)).toBeLessThanOrEqual(truth.received - PRICE);
    });
  });

  it("has the seller bear losses after the release, as debt beyond the free balance, and repays them when won", () => {
    const log = aBegun();
    const paid = { received: PRICE, refunded: 0n, fee: 88n } as const;
    observe(log, { ...paid, status: "paid", taken: 0n, reading: 1 });
    log.at += 7 * DAY_MS;
    release(log);
    expect([usd(log, playerAccount(ids.sellerId)), usd(log, house)]).toEqual([1_811n, 188n - 88n]);
    observe(log, { ...paid, status: "paid", taken: PRICE, reading: 2 });
    expect([usd(log, playerAccount(ids.sellerId)), usd(log, receivableAccount(ids.sellerId))]).toEqual([
      0n,
      -188n,
    ]);
    observe(log, { ...paid, status: "paid", taken: 0n, reading: 3 });
    expect([usd(log, playerAccount(ids.sellerId)), usd(log, receivableAccount(ids.sellerId))]).toEqual([
      1_811n,
      0n,
    ]);
  });
});
