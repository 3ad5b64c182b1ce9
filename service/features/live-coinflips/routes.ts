import type { Hono } from "hono";
import type { Side } from "#domain/fairness/st1.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { BetItem, LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { currencyStake } from "#domain/features/live-coinflips/items/stake.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { groupedMinor, parseMinor } from "#domain/kernel/money.ts";
import { coinflipProof } from "#projections/features/live-coinflips/coinflip-proof.ts";
import {
  coinflipById,
  coinflipOf,
  openCoinflips,
  voidCoinflips,
} from "#projections/features/live-coinflips/open-coinflips.ts";
import { facesOf, stakedItems } from "#projections/features/live-coinflips/staked-items.ts";
import { faceOf } from "#projections/features/players/identity.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import { addHeader, jsonAnswer } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem, orNotFound } from "#service/http/problem.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { type Call, perform, preparing, route } from "#service/http/route.ts";
import { uuidV7 } from "#service/ids.ts";
import { receiptOf } from "#service/ledger/receipts.ts";
import { type Bet, copiesOf, pickedFor, SHOWN_WITHIN_MS } from "./bet.ts";
import { cancelCommand, joinCommand, openCommand } from "./commands.ts";
import type { CoinflipSettlementWorker } from "./settlement-worker.ts";

/** How long a join waits for its result, in milliseconds; then it answers that the game is locked. */
export const RESULT_WAIT_MS = 8_000;

type CoinflipDeps = Deps & { readonly beacon: Beacon; readonly coinflips: CoinflipSettlementWorker };

/** A stake as requested. */
interface AskedBet {
  readonly betSide: Side;
  readonly betAmount?: number | undefined;
  readonly betItems?: readonly BetItem[] | undefined;
}

/** Coinflips between players: list, open, join and cancel. */
export function liveCoinflipRoutes(app: Hono<Env>, deps: CoinflipDeps): void {
  route(app, { deps, endpoint: endpoints.coinflips }, async ({ models, viewer, query }) => {
    const { status, ...window } = query;
    const list = status === "void" ? voidCoinflips : openCoinflips;
    return list(models, { ...(await viewer()), at: deps.now() }, window);
  });

  route(app, { deps, endpoint: endpoints.coinflipsOfLimiteds }, async ({ models, viewer, query }) =>
    openCoinflips(models, { ...(await viewer()), at: deps.now() }, query),
  );

  route(app, { deps, endpoint: endpoints.coinflip }, async ({ models, viewer, params }) =>
    orNotFound(await coinflipById(models, params.id, { ...(await viewer()), at: deps.now() })),
  );

  route(app, { deps, endpoint: endpoints.openCoinflip }, (call) => open(call, call.body, deps));

  route(app, { deps, endpoint: endpoints.createCoinflip }, (call) => {
    const { betType, betSide, betAmount, betItems } = call.body;
    // Values sent by the page are ignored: the catalogue's count.
    const items = (betItems ?? []).map(({ value: _value, ...item }) => item);
    const bet =
      betType === "currency" ? { betSide, betAmount: betAmount ?? 0 } : { betSide, betItems: items };
    return open(call, bet, deps);
  });

  route(app, { deps, endpoint: endpoints.joinCoinflip }, (call) => join(call, deps));

  route(app, { deps, endpoint: endpoints.cancelCoinflip }, async (call) => {
    const command = { gameId: call.params.id, playerId: call.caller.playerId };
    const { id } = await perform(cancelCommand(call.origin(), command), { call, deps });
    return { id, status: "cancelled" as const };
  });
}

type OpenCall = Pick<Call<typeof endpoints.openCoinflip>, "caller" | "context" | "origin" | "models">;

async function open(call: OpenCall, asked: AskedBet, deps: Deps): Promise<LiveCoinflip> {
  const { playerId } = call.caller;
  const origin = call.origin();
  const command = {
    playerId,
    gameId: uuidV7(origin.at),
    side: asked.betSide,
    bet: await betOf(asked, call, deps),
    expiresInMs: deps.config.coinflipOpenMs,
    itemsStaked: deps.config.itemsStaked,
  };
  const { position, ...opened } = await perform(openCommand(origin, command), { call, deps });
  const creator = await faceOf(deps.db, playerId);
  const items = stakedItems(opened.stakes, await facesOf(call.models, [opened.stakes]));
  return coinflipOf(opened, { position, creator, status: "open", opponentId: null, items });
}

async function betOf({ betSide, betAmount, betItems }: AskedBet, call: OpenCall, deps: Deps): Promise<Bet> {
  if (betItems !== undefined) return copiesOf(betItems, call.caller.playerId, deps);
  const stake = parseMinor(String(betAmount));
  invariant(stake !== null, "the schema lets only amounts through");
  return { stakes: currencyStake(betSide === "rbx" ? "RBX" : "TIX", stake) };
}

/** The items of a join: named ones, or the server's pick against items; null for a currency. */
async function joinedItems(call: Call<typeof endpoints.joinCoinflip>, deps: Deps): Promise<Bet | null> {
  const { caller, body, params } = call;
  if (body.betItems !== undefined) return copiesOf(body.betItems, caller.playerId, deps);
  const shown = modelsNow(deps, SHOWN_WITHIN_MS);
  const game = await coinflipById(shown, params.id, { ...(await call.viewer()), at: deps.now() });
  // The decision refuses the player's own game, or one that is no longer open, with the reason.
  const isForItems = game !== null && game.status === "open" && game.betAmount === null;
  if (!isForItems || game.creatorId === caller.playerId) return null;
  const value = parseMinor(game.totalValue);
  invariant(value !== null, "a total is an amount");
  return pickedFor(value, caller.playerId, deps);
}

/** Joins, and waits a while for the beacon. Answers with the result, or that the game is locked. */
async function join(call: Call<typeof endpoints.joinCoinflip>, deps: CoinflipDeps) {
  const { coinflips, beacon } = deps;
  const gameId = call.params.id;
  const { playerId } = call.caller;
  const until = performance.now() + RESULT_WAIT_MS;
  const items = await preparing(call, deps, () => joinedItems(call, deps));
  const command = { playerId, gameId, items, itemsStaked: deps.config.itemsStaked };
  // Timed after the look-up of items: the round follows from this time, and must not be published by then.
  const joined = await perform(joinCommand(call.origin(), command, beacon), { call, deps });
  coinflips.joined(joined);
  const waiting = coinflips.settlement(gameId, until - performance.now());
  // Signed now, the receipt proves that the join came before the beacon.
  const { db, signer, now, writer } = deps;
  const receipt = await receiptOf(joined.position, { sql: db, logId: writer.logId, signer, now });
  invariant(receipt !== null, "a committed event has a receipt");
  const settled = (await settledBefore(gameId, deps)) ?? (await waiting);
  if (settled === null) {
    const { round, publishAt } = joined;
    const at = new Date(publishAt).toISOString();
    const locked = { id: gameId, status: "locked" as const, round, publishAt: at, receipt };
    return jsonAnswer(call.context, locked, { status: 202 });
  }
  wrote(settled.position, call, deps);
  const { result, winnerId, payout, currency, wagered } = settled;
  const won = winnerId === playerId;
  const prize = currency === null ? "both players' items" : `${groupedMinor(payout)} ${currency}`;
  const lost = currency === null ? "your items" : `${groupedMinor(wagered / 2n)} ${currency}`;
  const message = won ? `You won ${prize}.` : `You lost ${lost}. Better luck next time!`;
  return { id: gameId, creatorWon: !won, result, message };
}

/**
 * The result of a repeated join's game, which may be settled or void already. Reads up to this process's head; later
 * events reach the waiters registered before.
 */
async function settledBefore(gameId: string, deps: Deps) {
  const found = await coinflipProof(modelsNow(deps, SHOWN_WITHIN_MS), gameId, deps.now());
  if (found?.proof.status === "void") {
    const detail = "This coinflip's beacon did not come, so both stakes were returned.";
    throw new HttpProblem(409, { code: "void", detail });
  }
  return found?.settled ?? null;
}

/** Lets the caller's next read include the game's end. */
function wrote(
  position: number,
  { caller, context }: { caller: Caller; context: OpenCall["context"] },
  deps: Deps,
) {
  deps.positions.wrote(caller.session, position);
  addHeader(context, "Ledger-Position", String(position));
}
