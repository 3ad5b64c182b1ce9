import { platform, playerAccount } from "#domain/accounts/account.ts";
import { type Copy, copyOf, INSTANCE_PATTERN } from "#domain/accounts/item.ts";
import { bankLimitsOf } from "#domain/features/bank/settings.ts";
import { withDebtsPaid } from "#domain/features/deposits/debts.ts";
import { type Deposit, type HomeCopy, readOfDeposit } from "#domain/features/deposits/deposit.ts";
import {
  type RequestContext,
  type RequestDeposit,
  requestDeposit,
} from "#domain/features/deposits/request.ts";
import { type CancelDeposit, cancelDeposit } from "#domain/features/deposits/review/cancel.ts";
import { type ReverseAnswer, reverseDeposit } from "#domain/features/deposits/review/reverse.ts";
import {
  approveDeposit,
  claimDeposit,
  type ReviewContext,
  rejectDeposit,
} from "#domain/features/deposits/review/review.ts";
import { secondApprovalAboveOf } from "#domain/features/deposits/settings.ts";
import { readOfInventory } from "#domain/features/inventory/inventory.ts";
import { readOfCatalogue } from "#domain/features/limiteds/catalogue.ts";
import type { ClaimAnswer, ReviewAnswer } from "#domain/features/roles/review.ts";
import { roleMsOf } from "#domain/features/roles/settings.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { readOfTransit } from "#domain/ledger/transit/transit.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Reads, Submission } from "#service/event-store/commands/submission.ts";
import { readOfBank } from "#service/features/bank/stakes.ts";
import { actorIn, playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import type { ReviewRequest } from "#service/features/roles/review-answers.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import type { KeptIn } from "./kept-in-others.ts";

const readOf = (depositId: string, playerId: string): Reads => ({
  streams: [readOfDeposit(depositId), readOfPlayer(playerId)],
});

/** The command that requests a deposit. */
export function requestCommand(
  origin: CommandOrigin,
  command: RequestDeposit & Pick<RequestContext, "takesItems">,
): Submission<{ readonly id: string }> {
  const { playerId, depositId, takesItems } = command;
  return {
    ...origin,
    reads: () => readOf(depositId, playerId),
    begins: readOfDeposit(depositId),
    decide: (view) =>
      requestDeposit(command, {
        player: playerIn(view, playerId),
        at: view.at,
        catalogue: () => view.stream(readOfCatalogue),
        takesItems,
      }),
  };
}

/** The command by which a player cancels a deposit. */
export const cancelCommand = (
  origin: CommandOrigin,
  command: CancelDeposit,
): Submission<{ readonly id: string }> => ({
  ...origin,
  reads: () => readOf(command.depositId, command.playerId),
  decide: (view) =>
    cancelDeposit(command, { deposit: view.stream(readOfDeposit(command.depositId)), at: view.at }),
});

const reads =
  ({ actor, id: depositId }: ReviewRequest) =>
  (): Reads =>
    readOf(depositId, actor.playerId);

function groundIn(view: LogView, { actor, id: depositId }: ReviewRequest): ReviewContext {
  const deposit = view.stream(readOfDeposit(depositId));
  // The decision writes to its player's stream, so it must be in memory.
  if (deposit.status !== "absent" && deposit.status !== "arrived") playerIn(view, deposit.playerId);
  return { actor: actorIn(view, actor), deposit, at: view.at };
}

/** The copies under review. @param instances those that the approval names */
function copiesOf(deposit: Deposit, instances: readonly string[] | null): readonly Copy[] {
  if (deposit.status === "completed") return deposit.copies;
  if (deposit.status !== "pending" || deposit.wanted.type !== "roblox_limited") return [];
  const { assetId } = deposit.wanted;
  const wellNamed = instances?.filter((instance) => INSTANCE_PATTERN.test(instance));
  return wellNamed?.map((instance) => copyOf(assetId, instance)) ?? deposit.first?.copies ?? [];
}

/** The copies that an approval names, and the player who had each on sight last. */
export interface NamedCopies {
  readonly instances: readonly string[] | null;
  readonly sights: ReadonlyMap<string, string>;
}

/** The custody of a copy that came home, and its transit, by which the log it came from is told. */
const readsOfHome = ({ keptBy }: HomeCopy): readonly StreamRead[] => [
  readOfDeposit(keptBy),
  readOfTransit(keptBy),
];

/** Loads everything that the deposit moves at once: copy by copy, a hundred would exceed the loads of one turn. */
function needWhatMoves(
  view: LogView,
  { actor, id: depositId }: ReviewRequest,
  { instances = null, sights = new Map() }: Partial<NamedCopies> = {},
): void {
  const deposit = view.stream(readOfDeposit(depositId));
  if (deposit.status !== "pending" && deposit.status !== "completed" && deposit.status !== "reversed") return;
  const { playerId } = deposit;
  const home = deposit.status === "pending" ? [] : deposit.home;
  const copies = [...copiesOf(deposit, instances), ...home.map(({ copy }) => copy)];
  const first = deposit.status === "pending" ? deposit.first : null;
  const people = [actor.playerId, playerId, ...(first === null ? [] : [first.by])];
  const streams = [...people.map(readOfPlayer), readOfSettings, readOfBank, ...home.flatMap(readsOfHome)];
  if (copies.length > 0) {
    streams.push(readOfCatalogue);
    for (const id of new Set([playerId, ...sights.values()])) streams.push(readOfInventory(id));
  }
  const holders = [platform, playerAccount(playerId)];
  const holdings = copies.flatMap((asset) => holders.map((account) => ({ account, asset })));
  view.needs({ streams, holdings });
}

const reviewOf = ({ actor, id }: ReviewRequest) => ({ actorId: actor.playerId, depositId: id });

/** The command that claims a deposit for review. */
export const claimCommand = (origin: CommandOrigin, request: ReviewRequest): Submission<ClaimAnswer> => ({
  ...origin,
  reads: reads(request),
  decide: (view) => claimDeposit(reviewOf(request), groundIn(view, request)),
});

/** The command that rejects a deposit. */
export const rejectCommand = (
  origin: CommandOrigin,
  request: ReviewRequest & { readonly note: string },
): Submission<ReviewAnswer<"completed">> => ({
  ...origin,
  reads: reads(request),
  decide: (view) => rejectDeposit({ ...reviewOf(request), note: request.note }, groundIn(view, request)),
});

/** The command that approves a deposit. Debts are paid from what it credits. */
export function approveCommand(
  origin: CommandOrigin,
  request: ReviewRequest &
    NamedCopies & {
      readonly note: string | null;
      readonly keptIn: KeptIn;
      /** The players named as admins by the service's configuration. */
      readonly listed: ReadonlySet<string>;
    },
  secondApprovalAbove: Minor,
): Submission<ReviewAnswer<"completed">> {
  const { instances, sights, keptIn, note, listed } = request;
  return {
    ...origin,
    reads: reads(request),
    decide: (view) => {
      needWhatMoves(view, request, request);
      const decision = approveDeposit(
        { ...reviewOf(request), instances, note },
        {
          ...groundIn(view, request),
          holding: (account, asset) => view.holding(account, asset),
          inventoryOf: (playerId) => view.stream(readOfInventory(playerId)),
          sightedAt: (copy) => sights.get(copy) ?? null,
          keptIn,
          catalogue: () => view.stream(readOfCatalogue),
          actorOf: (playerId) => actorIn(view, { playerId, isListed: listed.has(playerId) }),
          secondApprovalAbove: secondApprovalAboveOf(settingsIn(view), secondApprovalAbove),
          roleMs: roleMsOf(settingsIn(view)),
        },
      );
      return withDebtsPaid(decision, (playerId) => playerIn(view, playerId));
    },
  };
}

/** The command that reverses a deposit. */
export const reverseCommand = (
  origin: CommandOrigin,
  request: ReviewRequest & { readonly reason: string },
): Submission<ReverseAnswer> => ({
  ...origin,
  reads: reads(request),
  decide: (view) => {
    needWhatMoves(view, request);
    return reverseDeposit(
      { ...reviewOf(request), reason: request.reason },
      {
        ...groundIn(view, request),
        playerOf: (playerId) => playerIn(view, playerId),
        holding: (account, asset) => view.holding(account, asset),
        limits: bankLimitsOf(settingsIn(view)),
        depositOf: (depositId) => view.stream(readOfDeposit(depositId)),
      },
    );
  },
});
