import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { ReviewWithdrawal, WithdrawalShown } from "#domain/features/withdrawals/contract.ts";
import { freeCopies } from "#projections/features/live-coinflips/staked-items.ts";
import { unsettledPurchaseOf } from "#projections/features/purchases/purchase-list.ts";
import { purchasesProjection } from "#projections/features/purchases/purchases.ts";
import {
  copyOfWithdrawal,
  withdrawalById,
  withdrawalsForReview,
  withdrawalsOf,
} from "#projections/features/withdrawals/withdrawal-list.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { tradeUrlOf } from "#service/features/players/trade-url.ts";
import { reviewColumns, reviewList } from "#service/features/proposals/review-list.ts";
import { listedAdmins } from "#service/features/roles/actor.ts";
import { claimedUntil, reviewedAs, reviewIn } from "#service/features/roles/review-answers.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { fields } from "#service/http/export/csv.ts";
import { unavailableProblem } from "#service/http/problem.ts";
import { isAtHead, modelsNow, shownNow } from "#service/http/reads/models-now.ts";
import { perform, route } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import {
  approveCommand,
  cancelCommand,
  claimCommand,
  receiveCommand,
  rejectCommand,
  requestCommand,
  sendCommand,
} from "./commands.ts";

/** Columns of the withdrawals' export. */
const WITHDRAWAL_COLUMNS = reviewColumns<ReviewWithdrawal>(
  [
    { name: "item", of: ({ itemName }) => itemName },
    ...fields("assetId", "instance"),
    { name: "value", of: ({ itemValue }) => itemValue },
    ...fields("depositId", "proof"),
  ],
  fields("createdAt", "sentAt", "endedAt"),
);

/** Withdrawals of items: requested by players, reviewed and sent by admins. */
export function withdrawalRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.withdrawals }, ({ caller, query, models }) =>
    withdrawalsOf(models, caller.playerId, query),
  );

  route(app, { deps, endpoint: endpoints.requestWithdrawal }, async (call) => {
    const { playerId } = call.caller;
    const models = modelsNow(deps);
    const free = await freeCopies(models, playerId, deps.now());
    const found = free.find(({ id }) => id === call.body.userLimitedId) ?? null;
    const purchaseId = await unsettledNow(found?.copy ?? null, deps);
    const withdrawalId = timeOrderedId("wd", deps.now());
    const command = requestCommand(call.origin(), { withdrawalId, playerId, found, purchaseId });
    const { id } = await perform(command, { call, deps });
    return shown(playerId, id, deps);
  });

  for (const [endpoint, command] of [
    [endpoints.cancelWithdrawal, cancelCommand],
    [endpoints.receiveWithdrawal, receiveCommand],
  ] as const)
    route(app, { deps, endpoint }, async (call) => {
      const { playerId } = call.caller;
      const own = { withdrawalId: call.params.id, playerId };
      const { id } = await perform(command(call.origin(), own), { call, deps });
      return shown(playerId, id, deps);
    });

  reviewRoutes(app, deps);
}

/** How long a look-up waits for the read model of purchases, in milliseconds. */
const PURCHASES_WITHIN_MS = 2_000;

/**
 * The purchase of a copy whose seller is not paid yet, as of the head; null for none.
 * @throws HttpProblem 503 when purchases cannot be looked up: the item may have to return to its seller
 */
async function unsettledNow(copy: string | null, { reads }: Deps): Promise<string | null> {
  if (copy === null) return null;
  if (await isAtHead(purchasesProjection, { reads, withinMs: PURCHASES_WITHIN_MS }))
    return unsettledPurchaseOf(reads, copy);
  throw unavailableProblem("Whether this item was bought cannot be looked up at the moment.", 5);
}

const shown = (playerId: string, withdrawalId: string, deps: Deps): Promise<WithdrawalShown> =>
  shownNow(deps, (models) => withdrawalById(models, playerId, withdrawalId));

function reviewRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.reviewWithdrawals }, (call) => {
    const { status } = call.query;
    return reviewList(
      { call, deps },
      {
        name: "withdrawals",
        columns: WITHDRAWAL_COLUMNS,
        path: endpoints.reviewWithdrawals.path,
        page: (query) => withdrawalsForReview(call.models, deps.now(), { status, ...query }),
      },
    );
  });

  route(app, { deps, endpoint: endpoints.claimWithdrawal }, async (call) => {
    const command = claimCommand(call.origin(), await reviewIn(call, deps));
    return claimedUntil(await perform(command, { call, deps }));
  });

  route(app, { deps, endpoint: endpoints.approveWithdrawal }, async (call) => {
    const review = await reviewIn(call, deps);
    // The copy is in escrow since the request, so no purchase of it can begin.
    const purchaseId = await unsettledNow(await copyOfWithdrawal(modelsNow(deps), review.id), deps);
    const listed = await listedAdmins(deps);
    const command = approveCommand(call.origin(), { ...review, purchaseId, listed });
    return reviewedAs(await perform(command, { call, deps }));
  });

  route(app, { deps, endpoint: endpoints.rejectWithdrawal }, async (call) => {
    const request = { ...(await reviewIn(call, deps)), note: call.body.note };
    return reviewedAs(await perform(rejectCommand(call.origin(), request), { call, deps }));
  });

  route(app, { deps, endpoint: endpoints.sendWithdrawal }, async (call) => {
    const request = await reviewIn(call, deps);
    const { id, status, playerId, until } = await perform(sendCommand(call.origin(), request), {
      call,
      deps,
    });
    return { id, status, tradeUrl: await tradeUrlOf(playerId, deps), until: instantOf(until) };
  });
}
