import { type Asset, platform, playerAccount, USD } from "#domain/accounts/account.ts";
import { assetIdOf, type Copy } from "#domain/accounts/item.ts";
import { readOfDeposit } from "#domain/features/deposits/deposit.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import { readOfCatalogue, reviewValueOf } from "#domain/features/limiteds/catalogue.ts";
import { type Purchase, purchaseStreamKind, readOfPurchase } from "#domain/features/purchases/purchase.ts";
import type { ClaimAnswer, ReviewAnswer } from "#domain/features/roles/review.ts";
import { roleMsOf } from "#domain/features/roles/settings.ts";
import { withdrawalEscrow } from "#domain/features/withdrawals/events.ts";
import { cancelWithdrawal, NOT_FREE, requestWithdrawal } from "#domain/features/withdrawals/request.ts";
import {
  approveWithdrawal,
  claimWithdrawal,
  type ReviewContext,
  rejectWithdrawal,
} from "#domain/features/withdrawals/review.ts";
import { areWithdrawalsOpen, withdrawalThresholdOf } from "#domain/features/withdrawals/settings.ts";
import {
  receiveWithdrawn,
  type SendAnswer,
  type Sighting,
  seeWithdrawn,
  sendWithdrawal,
} from "#domain/features/withdrawals/trade.ts";
import { readOfWithdrawal, type Withdrawal } from "#domain/features/withdrawals/withdrawal.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { isTransitId } from "#domain/ledger/transit/single.ts";
import { readOfTransit } from "#domain/ledger/transit/transit.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { actorIn, playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import type { ReviewRequest } from "#service/features/roles/review-answers.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";

type Answer = { readonly id: string };

/** A purchase found unsettled by a look-up. It says which stream to read; the decision trusts only that. */
type Unsettled = { readonly purchaseId: string | null };
const readsOfPurchase = ({ purchaseId }: Unsettled): readonly StreamRead[] =>
  purchaseId === null ? [] : [readOfPurchase(purchaseId)];
const purchaseIn = (view: LogView, { purchaseId }: Unsettled): Purchase =>
  purchaseId === null ? purchaseStreamKind.initial : view.stream(readOfPurchase(purchaseId));

const owesOf = (playerId: string) => ({ account: receivableAccount(playerId), asset: USD }) as const;
/** The context of every step towards a trade. */
const wayIn = (view: LogView, playerId: string, unsettled: Unsettled) => ({
  player: playerIn(view, playerId),
  owes: -view.holding(receivableAccount(playerId), USD),
  isOpen: areWithdrawalsOpen(settingsIn(view)),
  purchase: purchaseIn(view, unsettled),
});

/** A free copy as last looked up, and its custody's deposit; null for none. */
export interface Wanted extends Unsettled {
  readonly withdrawalId: string;
  readonly playerId: string;
  readonly found: { readonly copy: Copy; readonly depositId: string | null } | null;
}

/** Requests a withdrawal. A missing copy is refused by the command, so that a retry gets the first answer. */
export function requestCommand(origin: CommandOrigin, wanted: Wanted): Submission<Answer> {
  const { withdrawalId, playerId, found } = wanted;
  const account = playerAccount(playerId);
  // Without a deposit the decision reads one that does not exist.
  const depositId = found?.depositId ?? "none";
  return {
    ...origin,
    reads: () => ({
      streams: [
        ...[readOfWithdrawal(withdrawalId), readOfPlayer(playerId), readOfDeposit(depositId), readOfSettings],
        ...readsOfPurchase(wanted),
      ],
      holdings: [
        owesOf(playerId),
        ...(found === null ? [] : [{ account, asset: found.copy }, inEscrow(withdrawalId, found.copy)]),
      ],
    }),
    begins: readOfWithdrawal(withdrawalId),
    decide: (view) => {
      if (found === null) return { refused: NOT_FREE };
      const { copy } = found;
      return requestWithdrawal(
        { withdrawalId, playerId, copy, depositId },
        {
          ...wayIn(view, playerId, wanted),
          deposit: view.stream(readOfDeposit(depositId)),
          isFree: view.holding(account, copy) === 1n,
        },
      );
    },
  };
}

const inEscrow = (withdrawalId: string, asset: Asset) =>
  ({ account: withdrawalEscrow(withdrawalId), asset }) as const;

/** The transit of a copy from another log, whose stream its end is reported on. */
const readsOfKeeper = (depositId: string): readonly StreamRead[] =>
  isTransitId(depositId) ? [readOfTransit(depositId)] : [];

function onWithdrawal<A extends JsonObject>(
  origin: CommandOrigin,
  { withdrawalId, more = [] }: { readonly withdrawalId: string; readonly more?: readonly StreamRead[] },
  decide: (view: LogView, withdrawal: Withdrawal) => Decision<A>,
): Submission<A> {
  return {
    ...origin,
    reads: () => ({ streams: [readOfWithdrawal(withdrawalId), readOfSettings, ...more] }),
    decide: (view) => {
      const withdrawal = view.stream(readOfWithdrawal(withdrawalId));
      if (withdrawal.status !== "absent") {
        const { playerId, copy: asset, depositId, first } = withdrawal;
        const people = first === null ? [playerId] : [playerId, first.by];
        view.needs({
          streams: [readOfDeposit(depositId), ...readsOfKeeper(depositId), ...people.map(readOfPlayer)],
          holdings: [
            owesOf(playerId),
            inEscrow(withdrawalId, asset),
            ...[playerAccount(playerId), platform].map((account) => ({ account, asset })),
          ],
        });
      }
      return decide(view, withdrawal);
    },
  };
}

/** A player's own withdrawal. */
export interface OwnWithdrawal {
  readonly withdrawalId: string;
  readonly playerId: string;
}

/** The command by which a player cancels a withdrawal. */
export const cancelCommand = (origin: CommandOrigin, own: OwnWithdrawal): Submission<Answer> =>
  onWithdrawal(origin, own, (_view, withdrawal) => cancelWithdrawal(own, withdrawal));

/** The command by which a player confirms that a copy has arrived. */
export const receiveCommand = (origin: CommandOrigin, own: OwnWithdrawal): Submission<Answer> =>
  onWithdrawal(origin, own, (_view, withdrawal) => receiveWithdrawn(own, withdrawal));

/** The command that records a sighting on the platform. */
export const seenCommand = (origin: CommandOrigin, sighting: Sighting): Submission<Answer> =>
  onWithdrawal(origin, sighting, (_view, withdrawal) => seeWithdrawn(sighting, withdrawal));

const reviewOf = ({ actor, id }: ReviewRequest) => ({ actorId: actor.playerId, withdrawalId: id });
const groundIn = (
  view: LogView,
  { actor }: ReviewRequest,
  withdrawal: Withdrawal,
): ReviewContext & ReturnType<typeof wayIn> => ({
  ...wayIn(view, withdrawal.status === "absent" ? "" : withdrawal.playerId, { purchaseId: null }),
  withdrawal,
  actor: actorIn(view, actor),
  at: view.at,
});

/** The command that claims a withdrawal for review. */
export const claimCommand = (origin: CommandOrigin, request: ReviewRequest): Submission<ClaimAnswer> =>
  onWithdrawal(origin, reviewOf(request), (view, withdrawal) =>
    claimWithdrawal(reviewOf(request), groundIn(view, request, withdrawal)),
  );

/** The command that rejects a withdrawal. */
export const rejectCommand = (
  origin: CommandOrigin,
  request: ReviewRequest & { readonly note: string },
): Submission<ReviewAnswer> =>
  onWithdrawal(origin, reviewOf(request), (view, withdrawal) =>
    rejectWithdrawal({ ...reviewOf(request), note: request.note }, groundIn(view, request, withdrawal)),
  );

/**
 * The command that approves a withdrawal. @property listed the players named as admins by the service's configuration
 */
export const approveCommand = (
  origin: CommandOrigin,
  request: ReviewRequest & Unsettled & { readonly listed: ReadonlySet<string> },
): Submission<ReviewAnswer> => {
  const more = [readOfCatalogue, ...readsOfPurchase(request)];
  return onWithdrawal(origin, { ...reviewOf(request), more }, (view, withdrawal) =>
    approveWithdrawal(reviewOf(request), {
      ...groundIn(view, request, withdrawal),
      purchase: purchaseIn(view, request),
      actorOf: (playerId) => actorIn(view, { playerId, isListed: request.listed.has(playerId) }),
      roleMs: roleMsOf(settingsIn(view)),
      value:
        withdrawal.status === "absent"
          ? null
          : reviewValueOf(view.stream(readOfCatalogue), assetIdOf(withdrawal.copy)),
      secondApprovalAbove: withdrawalThresholdOf(settingsIn(view)),
    }),
  );
};

/** The command that announces a trade. */
export const sendCommand = (origin: CommandOrigin, request: ReviewRequest): Submission<SendAnswer> =>
  onWithdrawal(origin, reviewOf(request), (view, withdrawal) =>
    sendWithdrawal(reviewOf(request), groundIn(view, request, withdrawal)),
  );
