import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { currencyOf } from "#domain/features/house-flips/rules.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { instantOf } from "#projections/kernel/values.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";
import type { RoundClock } from "./database-clock.ts";
import type { KnownGames } from "./known-games.ts";
import type { BetCall, RoundKind, RoundKinds } from "./round-kind.ts";
import type { RoundWorker } from "./round-worker.ts";

/** How long a bet's answer waits until the read models show its round, in milliseconds. */
const SHOWN_WITHIN_MS = 5_000;

export interface RoundServices {
  readonly kinds: RoundKinds;
  readonly rounds: RoundWorker;
  readonly clock: RoundClock;
  readonly games: KnownGames;
}
type RoundDeps = Deps & RoundServices;

/** Rounds of player-made games of every kind: bets, the current round, and ended ones. */
export function gameRoundRoutes(app: Hono<Env>, deps: RoundDeps): void {
  const { games } = deps;
  route(app, { deps, endpoint: endpoints.betOnRound }, async (call) => {
    const kind = await games.kindOf(call.params.id);
    return bet(call, kind, deps);
  });

  route(app, { deps, endpoint: endpoints.gameRound }, async ({ params, query, viewer, models }) => {
    const kind = await games.kindOf(params.id);
    const seen = { ...(await viewer()), at: deps.clock.now() };
    const currency = currencyOf(query.currency ?? "rbx");
    const round = await kind.current(models, { gameId: params.id, currency }, seen);
    return { serverTime: instantOf(seen.at), round };
  });

  route(app, { deps, endpoint: endpoints.gameRounds }, async ({ params, query, viewer, models }) => {
    const kind = await games.kindOf(params.id);
    const seen = { ...(await viewer()), at: deps.clock.now() };
    return kind.ended(models, { gameId: params.id, ...query }, seen);
  });
}

/** Places a bet, drives its round, and shows the round as of the bet or later. */
async function bet(call: BetCall, kind: RoundKind, deps: RoundDeps) {
  const placed = await kind.bet(call, deps);
  const { id, roundId, seq, position, rbxBalance, tixBalance } = placed;
  const models = deps.reads.reaching(position, SHOWN_WITHIN_MS);
  const viewer = { ...(await call.viewer()), at: deps.clock.now() };
  const found = await kind.round(models, roundId, viewer);
  invariant(found !== null, "a round that was bet on can be read");
  if (found.open !== null) deps.rounds.drive(found.open);
  return { id, roundId, seq, position, rbxBalance, tixBalance, round: found.round };
}
