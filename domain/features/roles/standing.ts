import type { Refusal } from "../../kernel/decision.ts";
import type { EventOf } from "../../kernel/event-definition.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import { type RollingSum, withAmount } from "../../kernel/rolling-sum.ts";
import type { Currency } from "../../ledger/account.ts";
import { depositStandingEvents } from "../deposits/events.ts";
import { roleEvents } from "./events.ts";
import type { Role } from "./rules.ts";

/** What a player owes, since a deposit was taken back that was spent already. Minor units as text. */
export type Debt = {
  readonly depositId: string;
  readonly asset: Currency;
  readonly amount: string;
  /** Who took the deposit back, and so cannot write the debt off. */
  readonly by: string;
};

/** When somebody was made an admin, in milliseconds, and by whom: who proposed it and who confirmed it. */
export type AdminGrant = { readonly at: number; readonly by: readonly string[] };

/** How a player stands with the house: roles given, suspension, deposits that wait, and debts, the oldest first. */
export type Standing = {
  readonly roles: readonly Role[];
  /** Null unless the role of an admin was granted. */
  readonly adminGrant: AdminGrant | null;
  readonly suspended: boolean;
  readonly openDeposits: number;
  /** What deposits were worth that were credited to them, and those that they approved, as admins. */
  readonly credited: RollingSum;
  readonly approved: RollingSum;
  readonly debts: readonly Debt[];
};

/** How everybody begins, and nearly everybody stays. */
export const GOOD_STANDING: Standing = {
  roles: [],
  adminGrant: null,
  suspended: false,
  openDeposits: 0,
  credited: [],
  approved: [],
  debts: [],
};

/** What a standing follows from. */
export const standingEvents = [...roleEvents, ...depositStandingEvents] as const;
export type StandingEvent = EventOf<(typeof standingEvents)[number]> & { readonly recordedAt: number };

/** Follows a player's standing by one event. */
export function evolveStanding(standing: Standing, event: StandingEvent): Standing {
  switch (event.type) {
    case "RoleGranted": {
      const { role, by, confirmedBy } = event.payload;
      const granters = confirmedBy === null ? [by] : [by, confirmedBy];
      const adminGrant = role === "admin" ? { at: event.recordedAt, by: granters } : standing.adminGrant;
      return { ...standing, roles: [...withoutRole(standing, role), role], adminGrant };
    }
    case "RoleRevoked": {
      const { role } = event.payload;
      const adminGrant = role === "admin" ? null : standing.adminGrant;
      return { ...standing, roles: withoutRole(standing, role), adminGrant };
    }
    case "PlayerSuspended":
      return { ...standing, suspended: true };
    case "SuspensionLifted":
      return { ...standing, suspended: false };
    case "DepositOpened":
      return { ...standing, openDeposits: standing.openDeposits + 1 };
    case "DepositClosed":
      return { ...standing, openDeposits: standing.openDeposits - 1 };
    case "DepositCounted": {
      const { as, value } = event.payload;
      return { ...standing, [as]: withAmount(standing[as], BigInt(value), event.recordedAt) };
    }
    case "DepositTakenBack": {
      const { depositId, asset, owed, by } = event.payload;
      if (asset === null || owed === "0") return standing;
      return { ...standing, debts: [...standing.debts, { depositId, asset, amount: owed, by }] };
    }
    case "DebtPaid":
    case "DebtWrittenOff":
      return { ...standing, debts: lessened(standing.debts, event.payload) };
  }
}

const withoutRole = ({ roles }: Standing, role: Role): readonly Role[] => roles.filter((one) => one !== role);

function lessened(
  debts: readonly Debt[],
  paid: { readonly depositId: string; readonly amount: string },
): readonly Debt[] {
  return debts.flatMap((debt) => {
    if (debt.depositId !== paid.depositId) return [debt];
    const left = BigInt(debt.amount) - BigInt(paid.amount);
    return left > 0n ? [{ ...debt, amount: String(left) }] : [];
  });
}

/** Why a player cannot ask for anything at the moment; null when there is nothing against it. */
export const refusalOfSuspended = ({ suspended }: Standing): Refusal | null =>
  suspended
    ? {
        code: "suspended",
        detail: "Your account is suspended: you can neither bet nor deposit. Support can tell you more.",
      }
    : null;

/** Why a player cannot stake anything at the moment; null when there is nothing against it. */
export function refusalOfStaker(standing: Standing): Refusal | null {
  if (standing.suspended) return refusalOfSuspended(standing);
  if (standing.debts.length === 0) return null;
  const owed = (["RBX", "TIX"] as const)
    .map((asset) => ({ asset, amount: owedOf(standing, asset) }))
    .filter(({ amount }) => amount > 0n)
    .map(({ asset, amount }) => `${formatMinor(amount)} ${asset}`)
    .join(" and ");
  const detail = `You owe ${owed} from a deposit that was taken back. You can bet again once that is settled.`;
  return { code: "debt_open", detail };
}

/** What a player owes of a currency, in minor units. */
export const owedOf = ({ debts }: Standing, asset: Currency): Minor =>
  debts.reduce((sum, debt) => (debt.asset === asset ? sum + BigInt(debt.amount) : sum), 0n);
