import { type Flight, flightOf } from "#domain/features/crash/flight.ts";
import type { CrashRound, CrashTable } from "#domain/features/crash/table.ts";
import type { LogView } from "#service/event-store/commands/submission.ts";
import { openedLink } from "#service/features/game-tables/links.ts";

/** Maximum rounds, as many as one process runs at once. */
const FLIGHTS_MAX = 2_000;

/** The results of running rounds, drawn once each. Secret until the rounds end: only this memory holds them. */
export class Flights {
  readonly #flights = new Map<string, Flight>();

  /** The flight of a table's round that has started. */
  of(view: LogView, { chain }: CrashTable, round: CrashRound): Flight {
    const known = this.#flights.get(round.roundId);
    // Another process's start may have been committed instead of ours, with its own time.
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

  /** The flight of a round, if drawn in this process; else null. */
  known(roundId: string): Flight | null {
    return this.#flights.get(roundId) ?? null;
  }

  /** Forgets a round that has ended. */
  forget(roundId: string): void {
    this.#flights.delete(roundId);
  }
}
