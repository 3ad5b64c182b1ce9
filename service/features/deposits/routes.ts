import type { Hono } from "hono";
import type { z } from "zod";
import { endpoints } from "#domain/features/contract.ts";
import type { Deposit, depositRequestSchema, ReviewDeposit } from "#domain/features/deposits/contract.ts";
import type { DepositRequest } from "#domain/features/deposits/request.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { formatMinor, parseMinor } from "#domain/kernel/money.ts";
import { isTradeUrl } from "#domain/platform/trade-url.ts";
import { namedInDeposit } from "#projections/features/deposits/custody.ts";
import { depositById, depositsForReview, depositsOf } from "#projections/features/deposits/deposit-lists.ts";
import { reviewColumns, reviewList } from "#service/features/proposals/review-list.ts";
import { listedAdmins } from "#service/features/roles/actor.ts";
import { claimedUntil, reviewedAs, reviewIn } from "#service/features/roles/review-answers.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { fields } from "#service/http/export/csv.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { modelsNow, shownNow } from "#service/http/reads/models-now.ts";
import { perform, route } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import {
  approveCommand,
  cancelCommand,
  claimCommand,
  rejectCommand,
  requestCommand,
  reverseCommand,
} from "./commands.ts";
import { keptInOthers, keptRoutes } from "./kept-in-others.ts";

/** Columns of the deposits' export. */
const DEPOSIT_COLUMNS = reviewColumns<ReviewDeposit>(
  [
    ...fields("type", "amount"),
    { name: "item", of: ({ limited }) => limited?.name ?? null },
    { name: "quantity", of: ({ quantity }) => quantity },
    { name: "instances", of: ({ instances }) => instances.join(" ") },
    { name: "tradeUrl", of: ({ tradeUrl }) => tradeUrl },
  ],
  [
    { name: "reversedBy", of: ({ reversedBy }) => reversedBy?.username ?? null },
    ...fields("owed", "createdAt", "updatedAt"),
  ],
);

/** Deposits: requested by players, reviewed by admins. */
export function depositRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.deposits }, async ({ caller, query, models }) => {
    return depositsOf(models, caller.playerId, query);
  });

  route(app, { deps, endpoint: endpoints.requestDeposit }, async (call) => {
    const { playerId } = call.caller;
    const tradeUrl = tradeUrlOf(call.body, deps);
    const depositId = timeOrderedId("dep", deps.now());
    const takesItems = deps.config.depositAccount !== null;
    const request = { playerId, depositId, request: requestOf(call.body), takesItems };
    const command = requestCommand(call.origin(), request);
    const trade = { playerId, depositId, tradeUrl };
    await keepTrade(trade, deps);
    // A repeated request gets the id of its first deposit, so the trade kept for this attempt goes; so does that of a
    // refused one.
    const done = await perform(command, { call, deps }).catch(async (error: unknown) => {
      if (error instanceof HttpProblem && error.status !== 503) await dropTrade(depositId, deps);
      throw error;
    });
    if (done.id !== depositId) await dropTrade(depositId, deps);
    return shownDeposit(playerId, done.id, deps);
  });

  route(app, { deps, endpoint: endpoints.cancelDeposit }, async (call) => {
    const { playerId } = call.caller;
    const command = cancelCommand(call.origin(), { playerId, depositId: call.params.id });
    const { id } = await perform(command, { call, deps });
    return shownDeposit(playerId, id, deps);
  });

  reviewRoutes(app, deps);
  keptRoutes(app, deps);
}

const shownDeposit = (playerId: string, depositId: string, deps: Deps): Promise<Deposit> =>
  shownNow(deps, (models) => depositById(models, playerId, depositId));

function reviewRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.reviewDeposits }, (call) => {
    const { status, approvals } = call.query;
    const isApprovedOnce = approvals === "1";
    return reviewList(
      { call, deps },
      {
        name: "deposits",
        columns: DEPOSIT_COLUMNS,
        path: endpoints.reviewDeposits.path,
        page: (query) => depositsForReview(call.models, deps.now(), { status, isApprovedOnce, ...query }),
      },
    );
  });

  route(app, { deps, endpoint: endpoints.claimDeposit }, async (call) => {
    const command = claimCommand(call.origin(), await reviewIn(call, deps));
    return claimedUntil(await perform(command, { call, deps }));
  });

  route(app, { deps, endpoint: endpoints.approveDeposit }, async (call) => {
    const { params, body } = call;
    const instances = body.instances ?? null;
    const { copies, sights } = await namedInDeposit(modelsNow(deps), params.id, instances);
    const request = {
      ...(await reviewIn(call, deps)),
      instances,
      sights,
      keptIn: await keptInOthers(copies, deps),
      note: body.note ?? null,
      listed: await listedAdmins(deps),
    };
    const command = approveCommand(call.origin(), request, deps.config.secondApprovalAbove);
    return reviewedAs(await perform(command, { call, deps }));
  });

  route(app, { deps, endpoint: endpoints.rejectDeposit }, async (call) => {
    const request = { ...(await reviewIn(call, deps)), note: call.body.note };
    return reviewedAs(await perform(rejectCommand(call.origin(), request), { call, deps }));
  });

  route(app, { deps, endpoint: endpoints.reverseDeposit }, async (call) => {
    const request = { ...(await reviewIn(call, deps)), reason: call.body.reason };
    const { id, taken, owed } = await perform(reverseCommand(call.origin(), request), { call, deps });
    return {
      id,
      status: "reversed" as const,
      taken: formatMinor(BigInt(taken)),
      owed: formatMinor(BigInt(owed)),
    };
  });
}

type DepositBody = z.output<typeof depositRequestSchema>;

function requestOf({ type, amount, itemId, quantity }: DepositBody): DepositRequest {
  if (type === "roblox_limited") return { type, itemId: itemId ?? 0, quantity };
  const wished = parseMinor(String(amount));
  invariant(wished !== null, "the schema lets only amounts through");
  return { type, amount: wished };
}

/** The address of a deposit's trade; null for a currency. @throws HttpProblem 400 unless it is the platform's */
function tradeUrlOf({ type, tradeUrl }: DepositBody, { config }: Deps): string | null {
  if (type !== "roblox_limited") return null;
  const standIn = config.mode === "production" ? null : config.platformOrigin;
  if (typeof tradeUrl === "string" && isTradeUrl(tradeUrl, standIn)) return tradeUrl;
  const message = "Valid trade URL required";
  throw new HttpProblem(400, {
    code: "invalid_request",
    detail: `${message}: the address of a trade at roblox.com.`,
    issues: [{ path: "tradeUrl", message }],
  });
}

/**
 * Stores the trade's address, before the deposit is in the log: it names an account of the platform, so the log must
 * not hold it.
 */
async function keepTrade(
  trade: { readonly depositId: string; readonly playerId: string; readonly tradeUrl: string | null },
  { db }: Deps,
): Promise<void> {
  const { depositId, playerId, tradeUrl } = trade;
  if (tradeUrl === null) return;
  await db.query("insert into deposit_trades (deposit_id, player_id, trade_url) values ($1, $2, $3)", [
    depositId,
    playerId,
    tradeUrl,
  ]);
}

async function dropTrade(depositId: string, { db }: Deps): Promise<void> {
  await db.query("delete from deposit_trades where deposit_id = $1", [depositId]);
}
