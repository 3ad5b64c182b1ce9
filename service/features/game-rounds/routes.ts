import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { currencyOf } from "#domain/features/house-flips/rules.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { userGameById } from "#projections/features/user-games/game-list.ts";
import { instantOf } from "#projections/kernel/values.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { notFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";
import type { RoundClock } from "./database-clock.ts";
import type { BetCall, RoundKind, RoundKinds } from "./round-kind.ts";
import type { RoundWorker } from "./round-worker.ts";

/** A bet's round is waited for so long before it is answered, in milliseconds. */
const SHOWN_WITHIN_MS = 5_000;
/** Of so many games it is remembered which kind they are; that never changes. */
const KNOWN_MAX = 10_000;

export interface RoundServices {
  readonly kinds: RoundKinds;
  readonly rounds: RoundWorker;
  readonly clock: RoundClock;
}
type RoundDeps = Deps & RoundServices;

/** Bets on rounds of player-made games, the round of the moment, and those that have ended: of every kind. */
export function gameRoundRoutes(app: Hono<Env>, deps: RoundDeps): void {
  const games = new KnownGames(deps);
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

/** Puts a bet into the log, takes it on to bring its round on, and shows that as of the bet or later. */
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

/** Which kind of round games are played in. */
class KnownGames {
  readonly #deps: RoundDeps;
  readonly #known = new Map<string, RoundKind>();

  constructor(deps: RoundDeps) {
    this.#deps = deps;
  }

  /** @throws HttpProblem 404 for what is no game, or not played in rounds */
  async kindOf(gameId: string): Promise<RoundKind> {
    const known = this.#known.get(gameId);
    if (known !== undefined) return known;
    const { reads, writer, kinds } = this.#deps;
    const game =
      (await userGameById(reads, gameId, ANYBODY)) ??
      // It may have been made a moment ago.
      (await userGameById(reads.reaching(writer.head.position, this.#deps.readWaitMs), gameId, ANYBODY));
    const kind = game === null ? null : kinds.of(game.gameType);
    if (kind === null) throw notFound();
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(gameId, kind);
    return kind;
  }
}
