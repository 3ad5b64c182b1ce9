import assert from "node:assert/strict";
import { isCurrency } from "#domain/accounts/account.ts";
import { OPEN_DEPOSITS_MAX } from "#domain/features/deposits/rules.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { type Command, commitsOf, type History } from "#service/lab/testing/simulation/history.ts";
import { FIRST_GRANT, LISTED_ADMIN, playerName } from "#service/lab/testing/simulation/people.ts";
import { type DepositReviewAction, isDepositReview, isRequest, isReview } from "./deposit-review-actions.ts";
import {
  type DepositReviewModel,
  type DepositReviewMoment,
  debtsOf,
  isAdminAt,
  type ModelDeposit,
  openOf,
} from "./deposit-review-model.ts";

/** The possible events of each action in deposit review. */
const TYPES: { readonly [D in DepositReviewAction["do"]]: readonly string[] } = {
  request: ["DepositRequested"],
  "request items": ["DepositRequested"],
  claim: ["DepositClaimed"],
  approve: ["DepositApproved", "DepositCompleted"],
  reject: ["DepositRejected"],
  cancel: ["DepositCancelled"],
  reverse: ["DepositReversed"],
  "write off": ["ProposalMade"],
  confirm: ["RoleGranted", "SuspensionLifted", "DebtWrittenOff"],
  grant: ["RoleGranted", "ProposalMade"],
  revoke: ["RoleRevoked"],
  suspend: ["PlayerSuspended"],
  lift: ["SuspensionLifted", "ProposalMade"],
};
const DESK_TYPES: ReadonlySet<string> = new Set(Object.values(TYPES).flat());
/** Events that are also in other streams than the deposit's: its player's, and at completion the approver's. */
const SHARED: ReadonlySet<string> = new Set([
  "DepositRequested",
  "DepositCompleted",
  "DepositRejected",
  "DepositCancelled",
  "DepositReversed",
]);
/** Retired events that repeated a deposit's on its player's stream. */
const RETIRED: ReadonlySet<string> = new Set([
  "DepositOpened",
  "DepositClosed",
  "DepositCounted",
  "DepositTakenBack",
]);

interface Truth {
  readonly byCommand: ReadonlyMap<string, readonly RecordedEvent[]>;
  readonly depositReview: DepositReviewModel;
}

/** Each deposit is credited as often as its end says, each action is the requested one, and debts come first. */
export function checkDepositReview({ commands }: History, { byCommand, depositReview }: Truth): void {
  for (const [depositId, { status }] of depositReview.end.deposits) {
    const due = status === "completed" || status === "reversed" ? 1 : 0;
    assert.equal(depositReview.credits.get(depositId) ?? 0, due, `${depositId} is ${status}`);
  }
  const known = new Map(commands.map((command) => [command.id, command]));
  for (const [id, events] of byCommand) {
    checkDone(events, known.get(id));
    checkDebtsFirst(events, depositReview);
  }
}

/** The log contains a command's request once, in the streams of everybody concerned. */
function checkDone(events: readonly RecordedEvent[], command: Command | undefined): void {
  const done = events.filter(({ type }) => DESK_TYPES.has(type));
  const [first] = events;
  if (first?.commandId === FIRST_GRANT) return;
  const { action, meant } = command ?? {};
  const isAsked = action !== undefined && isDepositReview(action);
  assert.equal(
    done.length,
    isAsked ? 1 : 0,
    `${first?.commandId} does one thing in deposit review, if it is of it`,
  );
  assert(!events.some(({ type }) => RETIRED.has(type)), `${first?.commandId} records each fact once`);
  const [event] = done;
  if (event === undefined || command === undefined || !isAsked) return;
  assert(TYPES[action.do].includes(event.type), `${command.id} is ${action.do}, and not ${event.type}`);
  assert.equal(event.actor, `player:${playerName(action.player)}`);
  assert.deepEqual(
    event.alsoIn ?? [],
    concerned(event),
    `${event.type} is on the streams of whom it concerns`,
  );
  const { depositId } = event.type === "ProposalMade" ? (event.payload.act as JsonObject) : event.payload;
  if (isReview(action)) assert.equal(depositId, meant?.depositId, `${command.id} is about the deposit meant`);
  if (!isRequest(action)) return;
  for (const { answer } of commitsOf(command))
    assert.equal(answer.id, depositId, "one request is one deposit");
}

/** The further streams of an event of deposit review. */
function concerned({ type, payload }: RecordedEvent): readonly string[] {
  if (!SHARED.has(type)) return [];
  const approvers = type === "DepositCompleted" ? [payload.firstBy, payload.by] : [];
  return [payload.playerId, ...approvers].filter((id) => id !== null).map((id) => `player:${id}`);
}

/** Income of a debtor pays the debt first. */
function checkDebtsFirst(events: readonly RecordedEvent[], depositReview: DepositReviewModel): void {
  const [first] = events;
  const before = depositReview.moments[(first?.position ?? 1) - 1] as DepositReviewMoment;
  for (const playerId of new Set(before.debts.map((debt) => debt.playerId))) {
    for (const asset of ["RBX", "TIX"].filter(isCurrency)) {
      const legs = (which: readonly RecordedEvent[]) =>
        which
          .flatMap(({ postings }) => postings)
          .filter((leg) => leg.account === `player:${playerId}` && leg.asset === asset)
          .reduce((sum, { delta }) => sum + delta, 0n);
      const income = legs(events.filter(({ type }) => type !== "DebtPaid"));
      const paid = -legs(events.filter(({ type }) => type === "DebtPaid"));
      const owed = debtsOf(before, playerId)
        .filter((debt) => debt.asset === asset)
        .reduce((sum, { amount }) => sum + amount, 0n);
      const isPaid = income > 0n ? paid === owed || paid === income : paid === 0n;
      const what = `${playerId} pays ${paid} of ${income} ${asset} that came in at ${first?.position}, and owes ${owed}`;
      assert(isPaid && paid <= owed && (paid === 0n || paid <= income), what);
    }
  }
}

/** Whether a player could stake nothing at a moment. */
export const isBarred = (
  code: "suspended" | "debt_open",
  moment: DepositReviewMoment,
  playerId: string,
): boolean => (code === "suspended" ? moment.suspended.has(playerId) : debtsOf(moment, playerId).length > 0);

interface Refused {
  readonly moment: DepositReviewMoment;
  readonly command: Command;
  readonly action: DepositReviewAction;
}

interface Circumstances {
  readonly moment: DepositReviewMoment;
  readonly actor: string;
  readonly action: DepositReviewAction;
  /** The player affected. */
  readonly whom: string;
  readonly depositId: string;
  readonly deposit: ModelDeposit | undefined;
}

const hasRole = ({ moment, whom, action }: Circumstances): boolean =>
  "role" in action && moment.roles.has(`${whom} ${action.role}`);
const isOfItems = ({ deposit }: Circumstances): boolean => deposit?.wanted.type === "roblox_limited";

const PROPOSED: ReadonlySet<string> = new Set(["grant", "lift", "write off"]);

/** When a rule may refuse in deposit review, by its code. */
const REASONS: { readonly [code: string]: (at: Circumstances) => boolean } = {
  forbidden: ({ moment, actor }) => !isAdminAt(moment, actor),
  suspended: ({ moment, actor, action }) => isRequest(action) && moment.suspended.has(actor),
  too_many_open: ({ moment, actor }) => openOf(moment, actor) >= OPEN_DEPOSITS_MAX,
  unknown_deposit: ({ action, actor, deposit }) =>
    deposit === undefined || (action.do === "cancel" && deposit.playerId !== actor),
  not_pending: ({ action, deposit }) => action.do === "cancel" && deposit?.status !== "pending",
  in_review: ({ action, deposit }) => action.do === "cancel" && !!(deposit?.claim ?? deposit?.first),
  own_deposit: ({ deposit, actor }) => deposit?.playerId === actor,
  already_reviewed: ({ deposit }) => deposit !== undefined && deposit.status !== "pending",
  claimed_by_other: ({ deposit, actor }) => !!deposit?.claim && deposit.claim.by !== actor,
  second_admin_needed: ({ moment, action, actor, deposit, depositId }) =>
    action.do === "approve"
      ? deposit?.first?.by === actor
      : moment.debts.some((debt) => debt.depositId === depositId && debt.by === actor),
  granted_by_first: ({ action }) => action.do === "approve",
  wrong_copies: (at) => at.action.do === "approve" && isOfItems(at),
  copies_not_free: (at) => (at.action.do === "approve" || at.action.do === "reverse") && isOfItems(at),
  already_proposed: ({ action }) => PROPOSED.has(action.do),
  too_many_proposals: ({ action }) => PROPOSED.has(action.do),
  not_completed: ({ deposit }) => deposit !== undefined && deposit.status !== "completed",
  nothing_owed: ({ moment, depositId }) => !moment.debts.some((debt) => debt.depositId === depositId),
  own_role: ({ actor, whom }) => actor === whom,
  own_suspension: ({ actor, whom }) => actor === whom,
  role_held: hasRole,
  role_not_held: (at) => !hasRole(at),
  listed_admin: ({ whom }) => whom === playerName(LISTED_ADMIN),
  suspended_already: ({ moment, whom }) => moment.suspended.has(whom),
  not_suspended: ({ moment, whom }) => !moment.suspended.has(whom),
};

/** Why a confirmation may be refused: no proposal, not for this admin, or outdated. */
const CONFIRMATION: ReadonlySet<string> = new Set([
  "unknown_proposal",
  "proposal_closed",
  "proposal_stale",
  "proposer_no_admin",
  "second_admin_needed",
  "granted_by_first",
  "granted_by_second",
  "own_role",
  "own_deposit",
  "role_held",
  "not_suspended",
  "nothing_owed",
]);

/** Whether a request in deposit review could be refused with a code at a moment. */
export function mayBeRefused(code: string, { moment, command, action }: Refused): boolean {
  if (action.do === "confirm" && CONFIRMATION.has(code)) return true;
  const depositId = command.meant?.depositId ?? "";
  return (
    REASONS[code]?.({
      moment,
      action,
      actor: playerName(action.player),
      whom: "whom" in action ? playerName(action.whom) : "",
      depositId,
      deposit: moment.deposits.get(depositId),
    }) ?? false
  );
}
