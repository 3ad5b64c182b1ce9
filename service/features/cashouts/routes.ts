import type { Hono } from "hono";
import type { CashoutShown, ReviewCashout } from "#domain/features/cashouts/contract.ts";
import { endpoints } from "#domain/features/contract.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { formatMinor, larger, parseMinor } from "#domain/kernel/money.ts";
import {
  type CashoutRow,
  cashoutById,
  cashoutOf,
  cashoutsForReview,
  cashoutsOf,
} from "#projections/features/cashouts/cashout-list.ts";
import { moneyHoldings } from "#projections/features/ledger/holdings-of.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { payDebtCommand } from "#service/features/dollar-debts/pay-command.ts";
import { payments } from "#service/features/payments/feature.ts";
import { reviewColumns, reviewList } from "#service/features/proposals/review-list.ts";
import { listedAdmins } from "#service/features/roles/actor.ts";
import { claimedUntil, reviewedAs, reviewIn } from "#service/features/roles/review-answers.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { fields } from "#service/http/export/csv.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { shownNow } from "#service/http/reads/models-now.ts";
import { perform, route } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import { approveCommand, cancelCommand, claimCommand, rejectCommand, requestCommand } from "./commands.ts";
import type { CashoutServices } from "./services.ts";

/** Columns of the cash-outs' export. */
const CASHOUT_COLUMNS = reviewColumns<ReviewCashout>(
  fields("amount", "fees", "netAmount", "paypalEmail", "paypalOrderId", "failedCause"),
  fields("createdAt", "processedAt"),
);

/** `Retry-After` while no provider is configured. */
const OFF_RETRY_SECONDS = 3_600;

type Needs = Deps & CashoutServices;

/** Cash-outs: requested by players, reviewed by admins. */
export function cashoutRoutes(app: Hono<Env>, deps: Needs): void {
  const { targets } = deps;
  const open = (row: Pick<CashoutRow, "player_id" | "sealed">) => targets.addressOf(row);

  route(app, { deps, endpoint: endpoints.cashouts }, async ({ caller, query, models }) => {
    const rows = await cashoutsOf(models, caller.playerId, query);
    return rows.map((row) => cashoutOf(row, open));
  });

  route(app, { deps, endpoint: endpoints.ownDollarDebt }, async ({ caller: { playerId } }) => {
    const place = { sql: deps.db, logId: deps.writer.logId };
    const { USD: held } = await moneyHoldings(place, receivableAccount(playerId));
    return { owed: formatMinor(larger(-held, 0n)) };
  });

  route(app, { deps, endpoint: endpoints.requestCashout }, async (call) => {
    if (payments.of(deps).payouts.providerName() === null) throw realMoneyOff();
    const { playerId } = call.caller;
    const amount = parseMinor(String(call.body.amount));
    invariant(amount !== null, "the schema lets only amounts through");
    // If this cannot be written now, the request fails with the same answer.
    await deps.writer.submit(payDebtCommand(serviceOrigin(deps.now()), playerId));
    const cashoutId = timeOrderedId("co", deps.now());
    const targetId = await targets.keep({ cashoutId, playerId, email: call.body.paypalEmail });
    const command = requestCommand(call.origin(), { cashoutId, playerId, amount, targetId });
    // A repeated request gets the id of its first cash-out, so the address kept for this attempt goes; so does that of
    // a refused one.
    const { id } = await perform(command, { call, deps }).catch(async (error: unknown) => {
      if (error instanceof HttpProblem && error.status !== 503) await targets.drop(cashoutId);
      throw error;
    });
    if (id !== cashoutId) await targets.drop(cashoutId);
    return shown(playerId, id, deps);
  });

  route(app, { deps, endpoint: endpoints.cancelCashout }, async (call) => {
    const { playerId } = call.caller;
    const command = cancelCommand(call.origin(), { cashoutId: call.params.id, playerId });
    const { id } = await perform(command, { call, deps });
    return shown(playerId, id, deps);
  });

  reviewRoutes(app, deps);
}

const shown = (playerId: string, cashoutId: string, deps: Needs): Promise<CashoutShown> =>
  shownNow(deps, async (models) => {
    const row = await cashoutById(models, cashoutId);
    return row?.player_id === playerId ? cashoutOf(row, (one) => deps.targets.addressOf(one)) : null;
  });

function reviewRoutes(app: Hono<Env>, deps: Needs): void {
  const { targets } = deps;

  route(app, { deps, endpoint: endpoints.reviewCashouts }, (call) => {
    const { status } = call.query;
    const open = targets.addressOf.bind(targets);
    return reviewList(
      { call, deps },
      {
        name: "cashouts",
        columns: CASHOUT_COLUMNS,
        path: endpoints.reviewCashouts.path,
        page: (query) => cashoutsForReview(call.models, { now: deps.now(), open }, { status, ...query }),
      },
    );
  });

  route(app, { deps, endpoint: endpoints.claimCashout }, async (call) => {
    const command = claimCommand(call.origin(), await reviewIn(call, deps));
    return claimedUntil(await perform(command, { call, deps }));
  });

  route(app, { deps, endpoint: endpoints.approveCashout }, async (call) => {
    const review = await reviewIn(call, deps);
    const command = approveCommand(call.origin(), { ...review, listed: await listedAdmins(deps) });
    const answer = reviewedAs(await perform(command, { call, deps }));
    if (answer.status === "approved") deps.paying.wake();
    return answer;
  });

  route(app, { deps, endpoint: endpoints.rejectCashout }, async (call) => {
    const request = { ...(await reviewIn(call, deps)), note: call.body.note };
    return reviewedAs(await perform(rejectCommand(call.origin(), request), { call, deps }));
  });
}

const realMoneyOff = (): HttpProblem =>
  new HttpProblem(
    503,
    { code: "real_money_off", detail: "Payouts are not available: no payment provider is set up." },
    { "Retry-After": String(OFF_RETRY_SECONDS) },
  );
