import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { house, paymentsAccount, USD } from "../../accounts/account.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import {
  approves,
  asks,
  begins,
  CASHOUT,
  cancels,
  cashoutIn,
  claims,
  earned,
  observes,
  owing,
  rejects,
  usdOf,
} from "../../testing/cashouts.ts";
import { DORA, EMIL, people } from "../../testing/deposits.ts";
import { carriedOut, GivenLog } from "../../testing/given.ts";
import { ALICE } from "../../testing/players.ts";
import { forAll, forAllIn } from "../../testing/properties/for-all.ts";
import { set } from "../../testing/settings.ts";
import { receivableAccount } from "../deposits/events.ts";
import { playerSuspended, suspensionLifted } from "../roles/events.ts";
import { cashoutEscrow } from "./events.ts";
import { cashoutTermsOf, FAILED_CAUSES } from "./rules.ts";

const EARNED = 20_000n;

const acts = {
  cancel: cancels(),
  claim: claims(DORA),
  approve: approves(DORA),
  approveToo: approves(EMIL),
  reject: rejects(EMIL),
  begin: begins(),
  wait: observes("waiting"),
  pay: observes("paid"),
  back: observes("returned", { fee: 0n }),
  reverse: observes("reversed"),
} as const;
const happenings = {
  hours: (log: GivenLog) => {
    log.at += 40 * HOUR_MS;
  },
  owe: (log: GivenLog) => log.append([owing("20.00")]),
  suspend: (log: GivenLog) => log.append([playerSuspended(ALICE, { by: DORA, reason: "r" })]),
  lift: (log: GivenLog) =>
    log.append([suspensionLifted(ALICE, { by: DORA, reason: "r", confirmedBy: null })]),
  close: (log: GivenLog) => log.append([set({ payoutsOpen: "0" })]),
  open: (log: GivenLog) => log.append([set({ payoutsOpen: "1" })]),
} as const;
type Step = keyof typeof acts | keyof typeof happenings;
const step = fc.constantFrom(...(Object.keys({ ...acts, ...happenings }) as Step[]));

/** Does everything in any order; refusals change nothing. */
function play(steps: readonly Step[]): GivenLog {
  const log = new GivenLog();
  log.append([...people, earned("200.00")]);
  carriedOut(log, asks("100.00"));
  for (const name of steps) {
    if (name in happenings) {
      happenings[name as keyof typeof happenings](log);
      continue;
    }
    const decision = acts[name as keyof typeof acts](log);
    if (!("refused" in decision)) log.append(decision.events);
  }
  return log;
}
const held = (log: GivenLog) => log.holding(cashoutEscrow(CASHOUT), USD);

describe("a cash-out, under any actions in any order", () => {
  it("holds its amount until its end, and nothing afterwards", () => {
    forAllIn({ numRuns: 500 })(fc.array(step, { maxLength: 25 }), (steps) => {
      const log = play(steps);
      const isOpen = ["pending", "approved", "processing"].includes(cashoutIn(log).status);
      expect(held(log)).toBe(isOpen ? 10_000n : 0n);
    });
  });

  it("is begun and paid at most once, and never both paid and returned for good", () => {
    forAllIn({ numRuns: 500 })(fc.array(step, { maxLength: 25 }), (steps) => {
      const types = play(steps).events.map(({ type }) => type);
      const count = (type: string) => types.filter((one) => one === type).length;
      for (const type of ["CashoutBegun", "CashoutPaid", "CashoutReversed"])
        expect(count(type)).toBeLessThanOrEqual(1);
      const over = ["CashoutRejected", "CashoutCancelled", "CashoutFailed", "CashoutPaid"];
      expect(over.map(count).reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(1);
      expect(count("CashoutReversed")).toBeLessThanOrEqual(count("CashoutPaid"));
      expect(count("CashoutPaid")).toBeLessThanOrEqual(count("CashoutBegun"));
    });
  });

  it("keeps the total of player, debts, house, escrow and provider", () => {
    forAllIn({ numRuns: 500 })(fc.array(step, { maxLength: 25 }), (steps) => {
      const log = play(steps);
      const provider = log.holding(paymentsAccount("paypal"), USD);
      const debt = log.holding(receivableAccount(ALICE), USD);
      expect(usdOf(log) + debt + log.holding(house, USD) + held(log) + provider).toBe(0n);
      expect(usdOf(log)).toBeGreaterThanOrEqual(0n);
      expect(debt).toBeLessThanOrEqual(0n);
      const owed = BigInt(steps.filter((name) => name === "owe").length) * 2_000n;
      const isPaid = cashoutIn(log).status === "paid";
      // The player always has the earnings, less cash-outs under way or paid, and less paid debts.
      expect(usdOf(log) + held(log) + (isPaid ? 10_000n : 0n) + (owed + debt)).toBe(EARNED);
    });
  });
});

describe("a provider's readings of a payout", () => {
  /** A payout's possible course at the provider, in order. */
  const lives = [
    ["waiting", "paid"],
    ["waiting", "paid", "reversed"],
    ["paid", "refunded"],
    ...FAILED_CAUSES.map((cause) => ["waiting", cause] as const),
  ] as const;

  it("lead to the same books in any order, repeated, and with all but the last missing", () => {
    const life = fc.constantFrom(...lives);
    forAllIn({ numRuns: 300 })(life, fc.array(fc.nat(), { maxLength: 12 }), (states, order) => {
      const books = (seen: readonly number[]) => {
        const log = new GivenLog();
        log.append([...people, earned("200.00")]);
        carriedOut(log, asks("100.00"));
        log.at += 72 * HOUR_MS;
        carriedOut(log, acts.approve, acts.begin);
        for (const index of [...seen, states.length - 1]) {
          const outcome = states[index % states.length] ?? "waiting";
          const decision = observes(outcome, { fee: outcome === "paid" ? 25n : 0n })(log);
          if (!("refused" in decision)) log.append(decision.events);
        }
        return [usdOf(log), held(log), log.holding(paymentsAccount("paypal"), USD), cashoutIn(log).status];
      };
      expect(books(order)).toEqual(books([]));
    });
  });
});

describe("the fees of any cash-out", () => {
  it("leave something, are never more than 20 dollars, and sum up with the net amount to the amount", () => {
    forAll(fc.bigInt({ min: 100n, max: 1_000_000n }), (amount) => {
      const { fees, netAmount } = cashoutTermsOf(amount);
      expect(fees + netAmount).toBe(amount);
      expect(netAmount).toBeGreaterThan(0n);
      expect(fees >= 25n && fees <= 2_000n).toBe(true);
    });
  });
});
