import { ANYBODY } from "#domain/player/privacy.ts";
import { userGameById } from "#projections/features/user-games/game-list.ts";
import type { Core } from "#service/http/deps.ts";
import { orNotFound } from "#service/http/problem.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import type { RoundKind, RoundKinds } from "./round-kind.ts";

/** Games whose kind is cached; it never changes. */
const KNOWN_MAX = 10_000;

/** The kinds of rounds of games. */
export class KnownGames {
  readonly #core: Pick<Core, "reads" | "readWaitMs" | "writer">;
  readonly #kinds: RoundKinds;
  readonly #known = new Map<string, RoundKind>();

  constructor(core: Pick<Core, "reads" | "readWaitMs" | "writer">, kinds: RoundKinds) {
    this.#core = core;
    this.#kinds = kinds;
  }

  /** @throws HttpProblem 404 for an unknown game, or one that is not played in rounds */
  async kindOf(gameId: string): Promise<RoundKind> {
    return orNotFound(await this.find(gameId));
  }

  /** Null for an unknown game, or one that is not played in rounds. */
  async find(gameId: string): Promise<RoundKind | null> {
    const known = this.#known.get(gameId);
    if (known !== undefined) return known;
    const game =
      (await userGameById(this.#core.reads, gameId, ANYBODY)) ??
      // It may have been made a moment ago.
      (await userGameById(modelsNow(this.#core, this.#core.readWaitMs), gameId, ANYBODY));
    const kind = game === null ? null : this.#kinds.of(game.gameType);
    if (kind === null) return null;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(gameId, kind);
    return kind;
  }
}
