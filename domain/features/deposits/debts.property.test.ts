import fc from "fast-check";
import { expect, it } from "vitest";
import { type Account, type Asset, house, playerAccount } from "../../accounts/account.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { move } from "../../ledger/posting.ts";
import { people } from "../../testing/deposits.ts";
import { GivenLog } from "../../testing/given.ts";
import { HAT } from "../../testing/items.ts";
import { ALICE, playerIn, registered } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { withDebtsPaid } from "./debts.ts";
import { type Debt, depositor, owedOf } from "./depositor.ts";
import { debtPaid, depositReversed } from "./events.ts";

const BOB = "p_bob";
const CURRENCIES = ["RBX", "TIX"] as const;
const who = fc.constantFrom(ALICE, BOB);
const currency = fc.constantFrom(...CURRENCIES);
/** Small, so that a part of a debt, all of it, and exactly all of it are usual. */
const amount = fc.bigInt({ min: 1n, max: 12n });

const debts = fc.array(fc.record({ playerId: who, asset: currency, owed: amount }), { maxLength: 6 });
const moves = fc.array(
  fc.record({
    playerId: who,
    asset: fc.oneof({ weight: 5, arbitrary: currency }, fc.constant<Asset>(HAT)),
    other: fc.constantFrom<Account>(house, "escrow:game_1"),
    isIncome: fc.boolean(),
    amount,
  }),
  { maxLength: 8 },
);

/** One fact that moves all of it at once. */
const moving = (made: readonly NewEvent["postings"][number][]): NewEvent => ({
  type: "Moved",
  schemaVersion: 1,
  stream: "log:moves",
  payload: {},
  postings: made,
});

it("income pays what is owed in its currency, net of what is staked, the oldest debt first", () => {
  forAll(debts, moves, (owing, moved) => {
    const log = new GivenLog();
    log.append([...people, registered(BOB)]);
    for (const [n, { playerId, asset, owed }] of owing.entries()) {
      const reversal = { by: "p_dora", reason: "r", taken: "0", copies: [] };
      log.append([
        depositReversed({ ...reversal, depositId: `d_${n}`, playerId, asset, owed: String(owed) }),
      ]);
    }
    const before = new Map([ALICE, BOB].map((id) => [id, depositor.of(playerIn(log, id)).debts]));
    const postings = moved.flatMap(({ playerId, asset, other, isIncome, amount: delta }) => {
      const [from, to] = isIncome ? [other, playerAccount(playerId)] : [playerAccount(playerId), other];
      return move({ from, to, asset, amount: delta });
    });
    const events = [moving(postings.slice(0, 4)), moving(postings.slice(4))];
    const decision = withDebtsPaid({ events, answer: {} }, (id) => playerIn(log, id));
    if ("refused" in decision) throw new Error("It is accepted");

    const payments = decision.events.slice(events.length);
    expect(decision.events.slice(0, events.length)).toEqual(events);
    expect(payments.every(debtPaid.is)).toBe(true);
    expect(payments.every(({ payload }) => BigInt(String(payload.amount)) > 0n)).toBe(true);
    log.append(payments);
    for (const playerId of [ALICE, BOB])
      for (const asset of CURRENCIES) {
        const net = postings
          .filter((leg) => leg.account === playerAccount(playerId) && leg.asset === asset)
          .reduce((sum, { delta }) => sum + delta, 0n);
        const income = net > 0n ? net : 0n;
        const owed = (before.get(playerId) ?? []).filter((debt) => debt.asset === asset);
        const left = depositor.of(playerIn(log, playerId)).debts.filter((debt) => debt.asset === asset);
        expect(left).toEqual(afterPaying(owed, income));
        const whole = owedOf(owed, asset);
        expect(whole - owedOf(left, asset)).toBe(income < whole ? income : whole);
      }
  });
});

/** Debts in one currency once an income has gone to them from the oldest on. */
function afterPaying(owed: readonly Debt[], income: bigint): readonly Debt[] {
  const [oldest, ...others] = owed;
  if (oldest === undefined) return [];
  const left = BigInt(oldest.amount) - income;
  if (left > 0n) return [{ ...oldest, amount: String(left) }, ...others];
  return afterPaying(others, -left);
}
