import type { RoundName } from "#domain/features/game-rounds/bet.ts";
import { crashRounds } from "#projections/features/crash/shown.ts";
import { askedAgain } from "#service/db/asked-again.ts";
import type { Core } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";

/** Rounds whose game is cached; it never changes. */
const KNOWN_MAX = 2_000;

/** The games of rounds, looked up once for all concurrent cash-outs. */
export class KnownRounds {
  readonly #core: Pick<Core, "reads" | "writer">;
  readonly #known = new Map<string, Promise<RoundName | null>>();

  constructor(core: Pick<Core, "reads" | "writer">) {
    this.#core = core;
  }

  /** Null if it is not a round of crash. */
  find(roundId: string): Promise<RoundName | null> {
    const known = this.#known.get(roundId);
    if (known !== undefined) return known;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    const found = askedAgain(() => this.#look(roundId));
    this.#known.set(roundId, found);
    // A round not found may open later, and a failed look-up may be repeated.
    const forget = () => {
      if (this.#known.get(roundId) === found) this.#known.delete(roundId);
    };
    found.then((name) => name === null && forget(), forget);
    return found;
  }

  async #look(roundId: string): Promise<RoundName | null> {
    const found =
      (await crashRounds.find(this.#core.reads, roundId)) ??
      // It may have opened a moment ago.
      (await crashRounds.find(modelsNow(this.#core), roundId));
    return found === null ? null : { gameId: found.gameId, currency: found.currency, roundId };
  }
}
