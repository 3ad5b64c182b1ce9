import { describe, expect, it } from "vitest";
import { house, paymentsAccount, USD } from "../../accounts/account.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { formatMinor, minor } from "../../kernel/money.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import {
  approves,
  askedIn,
  asks,
  begins,
  CASHOUT,
  cancels,
  cashoutIn,
  claims,
  earned,
  NEW_TARGET_MS,
  observes,
  owing,
  rejects,
  usdOf,
  waited,
} from "../../testing/cashouts.ts";
import { DORA, EMIL, people, ROOT } from "../../testing/deposits.ts";
import { carriedOut, type Decide, type GivenLog, logAfter, refusalOf } from "../../testing/given.ts";
import { ALICE, playerIn, registered, unfinishedIn } from "../../testing/players.ts";
import { set } from "../../testing/settings.ts";
import { receivableAccount } from "../deposits/events.ts";
import { selfExclusionBegun } from "../responsible-play/events.ts";
import { playerSuspended, roleRevoked } from "../roles/events.ts";
import { CLAIM_MS } from "../roles/review.ts";
import { leftFor } from "./cashout.ts";
import { cashouter } from "./cashouter.ts";
import { cashoutEscrow } from "./events.ts";
import { cashoutTermsOf, OPEN_CASHOUTS_MAX, TARGETS_MAX } from "./rules.ts";

const BOB = "p_bob";
const ALICES = "100.00";

/** Alice has earned dollars and requested this amount. */
const logOf = (...steps: readonly Decide<JsonObject>[]): GivenLog =>
  logAfter([...people, registered(BOB), earned(ALICES), earned(ALICES, BOB)], ...steps);
/** A cash-out whose address is old enough. */
const asked = (amount = ALICES): GivenLog => waited(logOf(asks(amount)));
const held = (log: GivenLog) => log.holding(cashoutEscrow(CASHOUT), USD);

describe("the fees of a cash-out", () => {
  it.each([
    ["1.00", "0.25", "0.75"],
    ["12.50", "0.25", "12.25"],
    ["12.51", "0.26", "12.25"],
    ["100.00", "2.00", "98.00"],
    ["1000.00", "20.00", "980.00"],
    ["10000.00", "20.00", "9980.00"],
  ])("of %s are %s, and %s arrive", (amount, fees, netAmount) => {
    const terms = cashoutTermsOf(minor(amount));
    expect([formatMinor(terms.fees), formatMinor(terms.netAmount)]).toEqual([fees, netAmount]);
  });
});

describe("requesting a cash-out", () => {
  it("holds the money at once", () => {
    const log = logOf(asks("60.00"));
    expect([usdOf(log), held(log), cashoutIn(log).status]).toEqual([4_000n, 6_000n, "pending"]);
    expect(refusalOf(log, asks("40.01", { cashoutId: "co_2" }))).toBe("insufficient_balance");
    expect(refusalOf(log, asks("40.00", { cashoutId: "co_2" }))).toBe("accepted");
  });

  it("is refused out of bounds, when there are too many, while payouts are closed, and for an unknown player", () => {
    const log = logOf();
    expect(refusalOf(log, asks("0.99"))).toBe("amount_out_of_range");
    expect(refusalOf(log, asks("10000.01"))).toBe("amount_out_of_range");
    expect(refusalOf(log, asks("1.00", { playerId: "p_nobody" }))).toBe("unknown_player");
    for (let n = 0; n < OPEN_CASHOUTS_MAX; n += 1) carriedOut(log, asks("1.00", { cashoutId: `co_x${n}` }));
    expect(refusalOf(log, asks("1.00"))).toBe("too_many_open");
    carriedOut(log, cancels({ cashoutId: "co_x0" }), asks("1.00"));
    log.append([set({ payoutsOpen: "0" })]);
    expect(refusalOf(log, asks("1.00", { cashoutId: "co_2", playerId: BOB }))).toBe("payouts_closed");
  });

  it("is open to self-excluded players, and closed to suspended ones and to debtors", () => {
    const excluded = logOf();
    excluded.append([selfExclusionBegun({ playerId: ALICE, until: null })]);
    expect(refusalOf(excluded, asks("1.00"))).toBe("accepted");
    const suspended = logOf();
    suspended.append([playerSuspended(ALICE, { by: ROOT, reason: "r" })]);
    expect(refusalOf(suspended, asks("1.00"))).toBe("suspended");
    const debtor = logOf();
    debtor.append([owing("0.01")]);
    expect(refusalOf(debtor, asks("1.00"))).toBe("debt_open");
  });
});

describe("cancelling a cash-out", () => {
  it("returns all of it, claimed and approved once or not", () => {
    for (const steps of [[], [claims(DORA)]]) {
      const log = carriedOut(asked(), ...steps, cancels());
      expect([usdOf(log), held(log), cashoutIn(log).status]).toEqual([10_000n, 0n, "cancelled"]);
      expect(refusalOf(log, cancels())).toBe("not_pending");
    }
  });

  it("is for its player alone, and for nobody once it is approved", () => {
    const log = asked();
    expect(refusalOf(log, cancels({ playerId: BOB }))).toBe("unknown_cashout");
    expect(refusalOf(log, cancels({ cashoutId: "co_none" }))).toBe("unknown_cashout");
    expect(refusalOf(carriedOut(log, approves(DORA)), cancels())).toBe("not_pending");
  });

  it("pays debts first: a cash-out is no way around them", () => {
    const log = asked();
    log.append([owing("30.00")]);
    carriedOut(log, cancels());
    expect([usdOf(log), log.holding(receivableAccount(ALICE), USD)]).toEqual([7_000n, 0n]);
    const poor = asked("10.00");
    poor.append([owing("30.00")]);
    carriedOut(poor, rejects(DORA));
    expect([usdOf(poor), poor.holding(receivableAccount(ALICE), USD)]).toEqual([9_000n, -2_000n]);
  });
});

describe("the review of a cash-out", () => {
  it("is by one admin at a time", () => {
    const log = carriedOut(asked(), claims(DORA));
    for (const act of [claims, approves, rejects]) expect(refusalOf(log, act(EMIL))).toBe("claimed_by_other");
    log.at += CLAIM_MS;
    expect(refusalOf(log, approves(EMIL))).toBe("accepted");
  });

  it("is by admins, never of one's own, and once", () => {
    const log = waited(logOf(asks("50.00", { playerId: BOB })));
    expect(refusalOf(log, approves(ALICE))).toBe("forbidden");
    expect(refusalOf(log, approves(DORA, "co_none"))).toBe("unknown_cashout");
    log.append([earned("50.00", DORA)]);
    carriedOut(log, asks("50.00", { playerId: DORA, cashoutId: "co_2" }));
    for (const act of [claims, approves, rejects])
      expect(refusalOf(log, act(DORA, "co_2"))).toBe("own_cashout");
    carriedOut(log, approves(DORA));
    for (const act of [claims, approves]) expect(refusalOf(log, act(EMIL))).toBe("already_reviewed");
  });

  it("waits until the address was known for 72 hours", () => {
    const log = logOf(asks("10.00"));
    log.at += NEW_TARGET_MS - 1;
    expect(refusalOf(log, approves(DORA))).toBe("target_too_new");
    log.at += 1;
    carriedOut(log, approves(DORA));
    expect(cashoutIn(log).status).toBe("approved");
  });

  it("waits for the time that was set when it was requested", () => {
    const log = logOf();
    log.append([set({ cashoutAddressHours: "0" })]);
    carriedOut(log, asks("10.00"));
    log.append([set({ cashoutAddressHours: "72" })]);
    expect(refusalOf(log, approves(DORA))).toBe("accepted");
  });

  it("does not wait again for a known address, but does if nothing was ever paid to it", () => {
    const paid = carriedOut(asked("10.00"), approves(DORA), begins(), observes("paid"));
    carriedOut(paid, asks("10.00", { cashoutId: "co_2" }), approves(DORA, "co_2"));
    carriedOut(paid, rejects(EMIL, "co_2"), asks("10.00", { cashoutId: "co_3" }), approves(DORA, "co_3"));
    const cancelled = carriedOut(asked("10.00"), cancels(), asks("10.00", { cashoutId: "co_2" }));
    expect(refusalOf(cancelled, approves(DORA, "co_2"))).toBe("target_too_new");
    const other = carriedOut(paid, asks("10.00", { cashoutId: "co_4", targetId: "ct_2" }));
    expect(refusalOf(other, approves(DORA, "co_4"))).toBe("target_too_new");
  });

  it("treats an address as new after money came back from it", () => {
    const log = carriedOut(asked("10.00"), approves(DORA), begins(), observes("paid"), observes("reversed"));
    carriedOut(log, asks("10.00", { cashoutId: "co_2" }));
    expect(refusalOf(log, approves(DORA, "co_2"))).toBe("target_too_new");
  });

  it("remembers a limited number of addresses", () => {
    const log = logOf();
    for (let n = 0; n < TARGETS_MAX + 3; n += 1) {
      carriedOut(log, asks("1.00", { cashoutId: `co_${n}`, targetId: `ct_${n}` }));
      waited(log);
      carriedOut(
        log,
        approves(DORA, `co_${n}`),
        begins(`co_${n}`),
        observes("paid", { cashoutId: `co_${n}` }),
      );
    }
    expect(cashouter.of(playerIn(log)).targets.map(({ targetId }) => targetId)[0]).toBe("ct_3");
  });

  it("refuses suspended players, debtors and closed payouts, at the approval and at the payout", () => {
    const bars = [
      [playerSuspended(ALICE, { by: ROOT, reason: "r" }), "payee_barred"],
      [owing("0.01"), "payee_barred"],
      [set({ payoutsOpen: "0" }), "payouts_closed"],
    ] as const;
    for (const [bar, code] of bars) {
      const log = asked();
      log.append([bar]);
      expect(refusalOf(log, approves(DORA))).toBe(code);
      const approved = carriedOut(asked(), approves(DORA));
      approved.append([bar]);
      expect(refusalOf(approved, begins())).toBe(code);
      carriedOut(approved, rejects(EMIL));
      expect(held(approved)).toBe(0n);
    }
  });
});

describe("a rejection of a cash-out", () => {
  it("is kept with its admin and the note, and counts no approval", () => {
    const log = asked();
    const decision = rejects(DORA)(log);
    expect(decision).toMatchObject({
      events: [{ type: "CashoutRejected", payload: { by: DORA, note: "Not yours.", amount: "10000" } }],
      answer: { id: CASHOUT, status: "rejected", approvals: 0 },
    });
  });

  it("of an approved one is for any admin, also while its approver's claim runs", () => {
    const log = carriedOut(asked(), claims(DORA), approves(DORA), rejects(EMIL));
    expect([cashoutIn(log).status, usdOf(log), held(log)]).toEqual(["rejected", 10_000n, 0n]);
  });
});

describe("a cash-out whose player cannot be paid", () => {
  it("says why to the admin", () => {
    for (const [bar, why] of [
      [playerSuspended(ALICE, { by: ROOT, reason: "r" }), "the account is suspended"],
      [owing("0.01"), "a debt is unpaid"],
    ] as const) {
      const log = asked();
      log.append([bar]);
      expect(approves(DORA)(log)).toMatchObject({
        refused: { detail: `Its player cannot be paid: ${why}.` },
      });
    }
  });
});

describe("an address among others", () => {
  const TO = { cashoutId: "co_2", targetId: "ct_2" };
  /** Two cash-outs to two addresses, both old enough. */
  const two = () => waited(logOf(asks("10.00"), asks("10.00", TO)));
  const payTo = (log: GivenLog, cashoutId: string) =>
    carriedOut(log, approves(DORA, cashoutId), begins(cashoutId), observes("paid", { cashoutId }));
  /** Whether another cash-out to an address need not wait. */
  const isKnown = (log: GivenLog, targetId: string) => {
    carriedOut(log, asks("1.00", { cashoutId: `co_${targetId}`, targetId }));
    return refusalOf(log, approves(EMIL, `co_${targetId}`)) === "accepted";
  };

  it("is new again if its cash-out is cancelled, and the other is not", () => {
    const log = carriedOut(two(), cancels(TO));
    expect([isKnown(log, "ct_1"), isKnown(log, "ct_2")]).toEqual([true, false]);
  });

  it("is proven by a payment, and the other is not", () => {
    const log = payTo(two(), CASHOUT);
    carriedOut(log, cancels(TO));
    expect([isKnown(log, "ct_1"), isKnown(log, "ct_2")]).toEqual([true, false]);
  });

  it("is new again once cancelled, though another was proven before it", () => {
    const log = waited(carriedOut(payTo(asked("10.00"), CASHOUT), asks("10.00", TO)));
    carriedOut(log, cancels(TO));
    expect([isKnown(log, "ct_1"), isKnown(log, "ct_2")]).toEqual([true, false]);
  });

  it("that is proven stays known through later cash-outs, whatever comes of them", () => {
    const log = payTo(two(), CASHOUT);
    for (const cashoutId of ["co_3", "co_4"])
      carriedOut(log, asks("1.00", { cashoutId }), cancels({ cashoutId }));
    expect(isKnown(log, "ct_1")).toBe(true);
  });

  it("is new again if a payment came back from it, and the other is not", () => {
    const log = payTo(payTo(two(), CASHOUT), "co_2");
    carriedOut(log, observes("reversed"));
    expect([isKnown(log, "ct_1"), isKnown(log, "ct_2")]).toEqual([false, true]);
  });
});

describe("what has left for a cash-out", () => {
  it("is the net amount while it is paid, and every fee of the provider", () => {
    const log = asked();
    expect(leftFor({ status: "absent" })).toEqual({ payout: 0n, fee: 0n });
    expect(leftFor(cashoutIn(log))).toEqual({ payout: 0n, fee: 0n });
    carriedOut(log, approves(DORA), begins(), observes("paid", { fee: 25n }));
    expect(leftFor(cashoutIn(log))).toEqual({ payout: 9_800n, fee: 25n });
    carriedOut(log, observes("reversed", { fee: 40n }));
    expect(leftFor(cashoutIn(log))).toEqual({ payout: 0n, fee: 40n });
  });
});

describe("a large cash-out", () => {
  const limits = set({ cashoutSecondApprovalAbove: "5000" });
  const large = (): GivenLog => {
    const log = asked("50.01");
    log.append([limits]);
    return carriedOut(log, approves(DORA));
  };

  it("needs two admins, neither of whom is the player", () => {
    const log = large();
    expect([cashoutIn(log).status, askedIn(log).first]).toEqual(["pending", { by: DORA }]);
    expect(refusalOf(log, approves(DORA))).toBe("second_admin_needed");
    carriedOut(log, approves(EMIL));
    expect(cashoutIn(log).status).toBe("approved");
  });

  it("can be cancelled and rejected after the first approval", () => {
    for (const act of [cancels(), rejects(EMIL)]) expect(held(carriedOut(large(), act))).toBe(0n);
  });

  it("is free of the first approver's claim", () => {
    const log = asked("50.01");
    log.append([limits]);
    carriedOut(log, claims(DORA), approves(DORA), approves(EMIL));
    expect(cashoutIn(log).status).toBe("approved");
  });

  it("starts over if the first approver is no longer an admin", () => {
    const log = large();
    log.append([roleRevoked(DORA, { by: ROOT, reason: "r", role: "admin" })]);
    carriedOut(log, approves(EMIL));
    expect(cashoutIn(log).status).toBe("pending");
  });

  it("cannot be split into small ones: 24 hours of approvals count, for the player and for the admin", () => {
    const log = asked("50.00");
    log.append([limits]);
    carriedOut(log, asks("1.00", { cashoutId: "co_2" }), approves(DORA));
    carriedOut(log, approves(EMIL, "co_2"));
    expect(cashoutIn(log, "co_2").status).toBe("pending");
    carriedOut(log, asks("1.00", { playerId: BOB, cashoutId: "co_3", targetId: "ct_bob" }));
    waited(log);
    carriedOut(log, approves(DORA, "co_3"));
    expect(cashoutIn(log, "co_3").status).toBe("approved");
  });

  it("counts what the admin approved for others within 24 hours", () => {
    const log = asked("50.00");
    log.append([limits]);
    carriedOut(log, asks("1.00", { playerId: BOB, cashoutId: "co_2", targetId: "ct_bob" }));
    log.at += NEW_TARGET_MS;
    carriedOut(log, approves(DORA));
    log.at += 23 * HOUR_MS;
    carriedOut(log, approves(DORA, "co_2"));
    expect(cashoutIn(log, "co_2").status).toBe("pending");
  });
});

describe("paying a cash-out", () => {
  const begun = (): GivenLog => carriedOut(asked(), approves(DORA), begins());

  it("begins once, and only after an approval", () => {
    expect(refusalOf(asked(), begins())).toBe("not_approved");
    const log = begun();
    for (const act of [begins(), cancels(), rejects(DORA)]) expect(refusalOf(log, act)).not.toBe("accepted");
  });

  it("moves the net amount to the provider and the fees to the house, which bears the provider's fee", () => {
    const log = begun();
    const before = log.holding(house, USD);
    carriedOut(log, observes("paid"));
    expect([held(log), log.holding(house, USD) - before]).toEqual([0n, 200n - 25n]);
    expect(log.holding(paymentsAccount("paypal"), USD)).toBe(9_800n + 25n);
    expect(refusalOf(log, observes("paid"))).toBe("nothing_new");
  });

  it("returns all of it when it fails, and when it comes back later", () => {
    for (const outcome of ["failed", "returned", "refused"] as const) {
      const log = carriedOut(begun(), observes(outcome, { fee: 0n }));
      expect([usdOf(log), held(log), log.holding(paymentsAccount("paypal"), USD)]).toEqual([10_000n, 0n, 0n]);
      expect(cashoutIn(log).status).toBe("failed");
    }
    const log = begun();
    const before = log.holding(house, USD);
    carriedOut(log, observes("paid"), observes("reversed"));
    expect([usdOf(log), log.holding(house, USD) - before]).toEqual([10_000n, -25n]);
    expect(log.holding(paymentsAccount("paypal"), USD)).toBe(25n);
  });

  it("reports a failed one that is read as paid, and books nothing", () => {
    expect(refusalOf(carriedOut(begun(), observes("failed")), observes("paid"))).toBe("paid_after_failed");
  });

  it("books nothing of another amount than the expected one", () => {
    for (const outcome of ["paid", "returned"] as const)
      expect(refusalOf(begun(), observes(outcome, { amount: 9_801n }))).toBe("wrong_amount");
    expect(refusalOf(begun(), observes("paid", { amount: 9_800n }))).toBe("accepted");
  });

  it("pays debts from the returned money", () => {
    const log = begun();
    log.append([owing("40.00")]);
    carriedOut(log, observes("returned", { fee: 0n }));
    expect([usdOf(log), log.holding(receivableAccount(ALICE), USD)]).toEqual([6_000n, 0n]);
  });

  it("changes nothing before it was begun", () => {
    for (const log of [asked(), carriedOut(asked(), approves(DORA)), carriedOut(asked(), cancels())])
      for (const outcome of ["paid", "failed", "waiting"] as const)
        expect(refusalOf(log, observes(outcome))).toBe("nothing_new");
    expect(refusalOf(asked(), observes("paid", { cashoutId: "co_none" }))).toBe("unknown_cashout");
  });
});

describe("a player with a cash-out", () => {
  const binds = (log: GivenLog): boolean =>
    unfinishedIn(log).includes("Your cash-outs have to be paid or cancelled.");

  it("is not forgotten before it is paid, cancelled or rejected, or has failed", () => {
    expect(binds(logOf())).toBe(false);
    expect(binds(logOf(asks("50.00")))).toBe(true);
    expect(binds(logOf(asks("50.00"), cancels()))).toBe(false);
    const claimed = asked("50.00");
    expect(binds(carriedOut(claimed, claims(DORA)))).toBe(true);
    expect(binds(carriedOut(claimed, rejects(DORA)))).toBe(false);
    for (const outcome of ["paid", "failed"] as const) {
      const log = carriedOut(asked("50.00"), approves(DORA), begins());
      expect(binds(log)).toBe(true);
      expect(binds(carriedOut(log, observes(outcome)))).toBe(false);
    }
  });

  it("is not forgotten while another one is open", () => {
    const other = { cashoutId: "co_2" };
    const log = logOf(asks("10.00"), asks("10.00", other), cancels());
    expect(binds(log)).toBe(true);
    expect(binds(carriedOut(log, cancels(other)))).toBe(false);
  });
});
