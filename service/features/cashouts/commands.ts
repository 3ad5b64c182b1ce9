import { playerAccount, USD } from "#domain/accounts/account.ts";
import { type Cashout, readOfCashout } from "#domain/features/cashouts/cashout.ts";
import { cashoutEscrow } from "#domain/features/cashouts/events.ts";
import { beginPayout, type ObservePayout, observePayout } from "#domain/features/cashouts/payout.ts";
import { cancelCashout, type RequestCashout, requestCashout } from "#domain/features/cashouts/request.ts";
import { approveCashout, claimCashout, rejectCashout } from "#domain/features/cashouts/review.ts";
import { addressMsOf, arePayoutsOpen, cashoutThresholdOf } from "#domain/features/cashouts/settings.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import type { ClaimAnswer, ReviewAnswer } from "#domain/features/roles/review.ts";
import { roleMsOf } from "#domain/features/roles/settings.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { HoldingRead, LogView, Submission } from "#service/event-store/commands/submission.ts";
import { actorIn, playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import type { ReviewRequest } from "#service/features/roles/review-answers.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";

type Answer = { readonly id: string };

const holdingsOf = (playerId: string, cashoutId: string): readonly HoldingRead[] =>
  [playerAccount(playerId), receivableAccount(playerId), cashoutEscrow(cashoutId)].map((account) => ({
    account,
    asset: USD,
  }));
const owesIn = (view: LogView, playerId: string): bigint => -view.holding(receivableAccount(playerId), USD);
const isOpenIn = (view: LogView): boolean => arePayoutsOpen(settingsIn(view));

/** The command that requests a cash-out. */
export function requestCommand(origin: CommandOrigin, command: RequestCashout): Submission<Answer> {
  const { cashoutId, playerId } = command;
  return {
    ...origin,
    reads: () => ({
      streams: [readOfCashout(cashoutId), readOfPlayer(playerId), readOfSettings],
      holdings: holdingsOf(playerId, cashoutId),
    }),
    begins: readOfCashout(cashoutId),
    decide: (view) =>
      requestCashout(command, {
        at: view.at,
        player: playerIn(view, playerId),
        has: view.holding(playerAccount(playerId), USD),
        owes: owesIn(view, playerId),
        isOpen: isOpenIn(view),
        addressMs: addressMsOf(settingsIn(view)),
      }),
  };
}

/** A cash-out as of the head, with the context of every step. */
interface Ground {
  readonly cashout: Cashout;
  readonly owes: bigint;
  readonly at: number;
  readonly isOpen: boolean;
}

function onCashout<A extends JsonObject>(
  origin: CommandOrigin,
  cashoutId: string,
  decide: (view: LogView, ground: Ground) => Decision<A>,
): Submission<A> {
  return {
    ...origin,
    reads: () => ({ streams: [readOfCashout(cashoutId), readOfSettings] }),
    decide: (view) => {
      const cashout = view.stream(readOfCashout(cashoutId));
      const isThere = cashout.status !== "absent";
      if (isThere)
        view.needs({
          streams: [cashout.playerId, ...(cashout.first === null ? [] : [cashout.first.by])].map(
            readOfPlayer,
          ),
          holdings: holdingsOf(cashout.playerId, cashoutId),
        });
      const owes = isThere ? owesIn(view, cashout.playerId) : 0n;
      return decide(view, { cashout, owes, at: view.at, isOpen: isOpenIn(view) });
    },
  };
}

/** The command by which a player cancels a cash-out. */
export const cancelCommand = (
  origin: CommandOrigin,
  command: Pick<RequestCashout, "cashoutId" | "playerId">,
): Submission<Answer> =>
  onCashout(origin, command.cashoutId, (_view, ground) => cancelCashout(command, ground));

const reviewOf = ({ actor, id }: ReviewRequest) => ({ actorId: actor.playerId, cashoutId: id });

/** The command that claims a cash-out for review. */
export const claimCommand = (origin: CommandOrigin, request: ReviewRequest): Submission<ClaimAnswer> =>
  onCashout(origin, request.id, (view, ground) =>
    claimCashout(reviewOf(request), { ...ground, actor: actorIn(view, request.actor) }),
  );

/** The command that rejects a cash-out. */
export const rejectCommand = (
  origin: CommandOrigin,
  request: ReviewRequest & { readonly note: string },
): Submission<ReviewAnswer> =>
  onCashout(origin, request.id, (view, ground) =>
    rejectCashout(
      { ...reviewOf(request), note: request.note },
      { ...ground, actor: actorIn(view, request.actor) },
    ),
  );

/** The command that approves a cash-out. @property listed the players named as admins by the service's configuration */
export const approveCommand = (
  origin: CommandOrigin,
  request: ReviewRequest & { readonly listed: ReadonlySet<string> },
): Submission<ReviewAnswer> =>
  onCashout(origin, request.id, (view, ground) =>
    approveCashout(reviewOf(request), {
      ...ground,
      actor: actorIn(view, request.actor),
      actorOf: (playerId) => actorIn(view, { playerId, isListed: request.listed.has(playerId) }),
      roleMs: roleMsOf(settingsIn(view)),
      secondApprovalAbove: cashoutThresholdOf(settingsIn(view)),
    }),
  );

/** The command that begins a payout. */
export const beginCommand = (
  origin: CommandOrigin,
  command: { readonly cashoutId: string; readonly provider: string },
): Submission<Answer> =>
  onCashout(origin, command.cashoutId, (view, ground) =>
    beginPayout(command, {
      ...ground,
      actorOf: (playerId) => actorIn(view, { playerId, isListed: false }),
    }),
  );

/** The command that records a provider's report. */
export const observeCommand = (origin: CommandOrigin, said: ObservePayout): Submission<Answer> =>
  onCashout(origin, said.cashoutId, (_view, ground) => observePayout(said, ground));
