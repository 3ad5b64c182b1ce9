import type { Currency } from "../../accounts/account.ts";
import type { Refusal } from "../../kernel/decision.ts";
import { groupedMinor, type Minor } from "../../kernel/money.ts";
import { type RollingSum, withAmount } from "../../kernel/rolling-sum.ts";
import type { RegisteredPlayer } from "../../player/player.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import { playerStream } from "../players/events.ts";
import {
  debtPaid,
  debtWrittenOff,
  depositCancelled,
  depositClosed,
  depositCompleted,
  depositCounted,
  depositOpened,
  depositRejected,
  depositRequested,
  depositReversed,
  depositTakenBack,
} from "./events.ts";

/** What a player owes for a reversed deposit that was already spent. Minor units as text. */
export type Debt = {
  readonly depositId: string;
  readonly asset: Currency;
  readonly amount: string;
  /** The admin who reversed the deposit, and so cannot write the debt off. */
  readonly by: string;
};

/** A player's pending deposits, sums for thresholds, and debts, the oldest first. */
export type Depositor = {
  readonly open: number;
  /** The value of deposits credited to them, and of those they approved as admins. */
  readonly credited: RollingSum;
  readonly approved: RollingSum;
  readonly debts: readonly Debt[];
};

const oneMore = (state: Depositor): Depositor => ({ ...state, open: state.open + 1 });
const oneLess = (state: Depositor): Depositor => ({ ...state, open: state.open - 1 });

/** A player as somebody who deposits, and as somebody who approves deposits. */
export const depositor = playerSlice<Depositor>({
  name: "depositor",
  version: 1,
  initial: { open: 0, credited: [], approved: [], debts: [] },
  on: [
    on(depositRequested, oneMore),
    on(depositRejected, oneLess),
    on(depositCancelled, oneLess),
    on(depositCompleted, (state, { playerId, value }, { recordedAt }, stream) =>
      stream === playerStream(playerId)
        ? withCounted(oneLess(state), { as: "credited", value }, recordedAt)
        : withCounted(state, { as: "approved", value }, recordedAt),
    ),
    on(depositReversed, withDebt),
    on(depositOpened, oneMore),
    on(depositClosed, oneLess),
    on(depositCounted, (state, counted, { recordedAt }) => withCounted(state, counted, recordedAt)),
    on(depositTakenBack, withDebt),
    on(debtPaid, withDebtLessened),
    on(debtWrittenOff, withDebtLessened),
  ],
  refusalOfStaker: refusalOfDebtor,
  unfinished({ open, debts }) {
    if (debts.length > 0) return "Pay what you owe first.";
    return open > 0 ? "Your deposits have to be decided or cancelled." : null;
  },
});

function withCounted(
  state: Depositor,
  { as, value }: { readonly as: "credited" | "approved"; readonly value: string },
  at: number,
): Depositor {
  return { ...state, [as]: withAmount(state[as], BigInt(value), at) };
}

function withDebt(
  state: Depositor,
  taken: Pick<Debt, "depositId" | "by"> & { readonly asset: Currency | null; readonly owed: string },
): Depositor {
  const { depositId, asset, owed, by } = taken;
  if (asset === null || owed === "0") return state;
  return { ...state, debts: [...state.debts, { depositId, asset, amount: owed, by }] };
}

function withDebtLessened(
  state: Depositor,
  paid: { readonly depositId: string; readonly amount: string },
): Depositor {
  const debts = state.debts.flatMap((debt) => {
    if (debt.depositId !== paid.depositId) return [debt];
    const left = BigInt(debt.amount) - BigInt(paid.amount);
    return left > 0n ? [{ ...debt, amount: String(left) }] : [];
  });
  return { ...state, debts };
}

function refusalOfDebtor({ debts }: Depositor): Refusal | null {
  if (debts.length === 0) return null;
  const owed = (["RBX", "TIX"] as const)
    .map((asset) => ({ asset, amount: owedOf(debts, asset) }))
    .filter(({ amount }) => amount > 0n)
    .map(({ asset, amount }) => `${groupedMinor(amount)} ${asset}`)
    .join(" and ");
  const detail = `You owe ${owed} from a deposit that was taken back. You can bet again once that is settled.`;
  return { code: "debt_open", detail };
}

/**
 * Why nothing leaves for a player who owes something, in whatever currency; null when nothing is owed.
 * @param owes dollars, in cents
 * @param again what they can do once that is settled, such as `cash out`
 */
export function refusalOfOwing(player: RegisteredPlayer, owes: Minor, again: string): Refusal | null {
  if (owes <= 0n && depositor.of(player).debts.length === 0) return null;
  const detail = `You owe for something that was taken back. You can ${again} again once that is settled.`;
  return { code: "debt_open", detail };
}

/** The sum of debts in a currency, in minor units. */
export const owedOf = (debts: readonly Debt[], asset: Currency): Minor =>
  debts.reduce((sum, debt) => (debt.asset === asset ? sum + BigInt(debt.amount) : sum), 0n);
