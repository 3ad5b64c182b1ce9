import { house, isCurrency } from "../accounts/account.ts";
import type { Copy } from "../accounts/item.ts";
import { bankLimitsOf } from "../features/bank/settings.ts";
import { withDebtsPaid } from "../features/deposits/debts.ts";
import { depositStreamKind } from "../features/deposits/deposit.ts";
import { depositStream } from "../features/deposits/events.ts";
import { type DepositRequest, requestDeposit } from "../features/deposits/request.ts";
import { cancelDeposit } from "../features/deposits/review/cancel.ts";
import { reverseDeposit, writeDebtOff } from "../features/deposits/review/reverse.ts";
import { approveDeposit, claimDeposit, rejectDeposit } from "../features/deposits/review/review.ts";
import { SECOND_APPROVAL_ABOVE } from "../features/deposits/rules.ts";
import { inventoryStream } from "../features/inventory/events.ts";
import { inventoryStreamKind } from "../features/inventory/inventory.ts";
import { catalogueStreamKind } from "../features/limiteds/catalogue.ts";
import { catalogueStream } from "../features/limiteds/events.ts";
import type { Actor } from "../features/roles/admin.ts";
import { roleGranted } from "../features/roles/events.ts";
import type { Role } from "../features/roles/rules.ts";
import { roleMsOf } from "../features/roles/settings.ts";
import type { Decision } from "../kernel/decision.ts";
import type { JsonObject } from "../kernel/json.ts";
import { type Minor, minor } from "../kernel/money.ts";
import { type GivenEvent, type GivenLog, NOON } from "./given.ts";
import { sightedIn } from "./items.ts";
import { ALICE, bankIn, playerIn, registered } from "./players.ts";
import { settingsIn } from "./settings.ts";

/** An admin that the settings name, and two who were granted the role. */
export const ROOT = "p_root";
export const DORA = "p_dora";
export const EMIL = "p_emil";
export const DEPOSIT = "d_1";

const WEEK_MS = 7 * 24 * 3_600_000;

/** Somebody was given a role, by somebody who is gone. */
export const granted = (playerId: string, role: Role = "admin") =>
  roleGranted(playerId, {
    by: "p_founder",
    reason: "Trusted",
    role,
    confirmedBy: null,
  });

/** Alice and the admins, who have been that for a week. */
export const people: readonly GivenEvent[] = [
  registered(),
  ...[ROOT, DORA, EMIL].map((id) => registered(id)),
  granted(DORA),
  granted(EMIL),
].map((event) => ({ ...event, recordedAt: NOON - WEEK_MS }));

/** Somebody who acts in a log; the settings name one admin. */
export const actorIn = (log: GivenLog, playerId: string): Actor => ({
  player: playerIn(log, playerId),
  isListed: playerId === ROOT,
});

/** An amount of RBX that a player wishes for, written as text. */
export const rbx = (amount: string): DepositRequest => ({ type: "rbx", amount: minor(amount) });
/** Copies of the hat of the examples. */
export const hats = (quantity: number): DepositRequest => ({ type: "roblox_limited", itemId: 1, quantity });

/** Somebody asks for a deposit. */
export const requests =
  (request: DepositRequest, { playerId = ALICE, depositId = DEPOSIT, takesItems = true } = {}) =>
  (log: GivenLog) =>
    requestDeposit(
      { playerId, depositId, request },
      {
        player: playerIn(log, playerId),
        at: log.at,
        catalogue: () => log.stream(catalogueStreamKind, catalogueStream),
        takesItems,
      },
    );

const groundIn = (log: GivenLog, actorId: string, depositId: string) => ({
  actor: actorIn(log, actorId),
  deposit: log.stream(depositStreamKind, depositStream(depositId)),
  at: log.at,
});

/** A player takes a request back. */
export const cancels =
  (playerId: string = ALICE, depositId = DEPOSIT) =>
  (log: GivenLog) =>
    cancelDeposit(
      { playerId, depositId },
      { deposit: log.stream(depositStreamKind, depositStream(depositId)), at: log.at },
    );

/** An admin takes a deposit for review. */
export const claims =
  (actorId: string, depositId = DEPOSIT) =>
  (log: GivenLog) =>
    claimDeposit({ actorId, depositId }, groundIn(log, actorId, depositId));

/** An admin rejects a deposit. */
export const rejects =
  (actorId: string, { note = "No trade came.", depositId = DEPOSIT } = {}) =>
  (log: GivenLog) =>
    rejectDeposit({ actorId, depositId, note }, groundIn(log, actorId, depositId));

interface Approval {
  readonly instances?: readonly string[] | null;
  readonly note?: string | null;
  readonly depositId?: string;
  readonly secondApprovalAbove?: Minor;
  /** Which other log has a copy; none unless told otherwise. */
  readonly keptIn?: (copy: Copy) => number | null | undefined;
}

/** An admin approves a deposit; a player's debts are paid from it first. */
export const approves =
  (actorId: string, approval: Approval = {}) =>
  (log: GivenLog) => {
    const { instances = null, note = null, depositId = DEPOSIT } = approval;
    const decision = approveDeposit(
      { actorId, depositId, instances, note },
      {
        ...groundIn(log, actorId, depositId),
        holding: (account, asset) => log.holding(account, asset),
        inventoryOf: (id) => log.stream(inventoryStreamKind, inventoryStream(id)),
        sightedAt: (copy) => sightedIn(log, copy),
        keptIn: approval.keptIn ?? (() => null),
        catalogue: () => log.stream(catalogueStreamKind, catalogueStream),
        actorOf: (id) => actorIn(log, id),
        secondApprovalAbove: approval.secondApprovalAbove ?? SECOND_APPROVAL_ABOVE,
        roleMs: roleMsOf(settingsIn(log)),
      },
    );
    return paying(decision, log);
  };

/** Dora approves a deposit of RBX. */
export const credited = (depositId: string, amount: string) =>
  [requests(rbx(amount), { depositId }), approves(DORA, { depositId })] as const;

/** What a decision does once debts are paid from it. */
export const paying = <A extends JsonObject>(decision: Decision<A>, log: GivenLog): Decision<A> =>
  withDebtsPaid(decision, (id) => playerIn(log, id));

/** An admin takes a deposit back. */
export const reverses =
  (actorId: string, { reason = "It was a mistake.", depositId = DEPOSIT } = {}) =>
  (log: GivenLog) =>
    reverseDeposit(
      { actorId, depositId, reason },
      {
        ...groundIn(log, actorId, depositId),
        playerOf: (id) => playerIn(log, id),
        holding: (account, asset) =>
          account === house && isCurrency(asset) ? bankIn(log, asset) : log.holding(account, asset),
        limits: bankLimitsOf(settingsIn(log)),
        depositOf: (id) => log.stream(depositStreamKind, depositStream(id)),
      },
    );

/** An admin writes off what is owed. */
export const writesOff =
  (actorId: string, { reason = "It is gone.", depositId = DEPOSIT } = {}) =>
  (log: GivenLog) =>
    writeDebtOff(
      { actorId, depositId, reason },
      { ...groundIn(log, actorId, depositId), playerOf: (id) => playerIn(log, id) },
    );
