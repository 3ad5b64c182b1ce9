import { type Flight, flightOf } from "#domain/features/crash/flight.ts";
import type { CrashRound, CrashTable } from "#domain/features/crash/table.ts";
import type { LogView } from "#service/event-store/commands/submission.ts";
import { openedLink } from "#service/features/game-tables/links.ts";

/** As many rounds as one process brings on at once. */
const FLIGHTS_MAX = 2_000;

/** What decides the rounds that run, drawn once for each. A secret until their ends: it stays in this memory. */
export class Flights {
  readonly #flights = new Map<string, Flight>();

  /** The flight of a table's round, which has started. */
  of(view: LogView, { chain }: CrashTable, round: CrashRound): Flight {
    const known = this.#flights.get(round.roundId);
    // A start that was decided here, and lost to that of another process, had a time of its own.
    if (known?.startsAt === round.startsAt) return known;
    const flight = flightOf(round, openedLink(view, chain, round.taken));
    if (this.#flights.size >= FLIGHTS_MAX) {
      for (const oldest of this.#flights.keys()) {
        this.#flights.delete(oldest);
        break;
      }
    }
    this.#flights.set(round.roundId, flight);
    return flight;
  }

  /** The flight of a round, where it was drawn in this process; null where it was not. */
  known(roundId: string): Flight | null {
    return this.#flights.get(roundId) ?? null;
  }

  /** A round has ended. */
  forget(roundId: string): void {
    this.#flights.delete(roundId);
  }
}
