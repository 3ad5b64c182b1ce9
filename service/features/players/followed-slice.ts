import { playerStream } from "#domain/features/players/events.ts";
import { type RecordedEvent, streamsOf } from "#domain/kernel/events/event.ts";
import { kindOf } from "#domain/kernel/events/stream-kind.ts";
import type { PlayerSlice, SliceHandler } from "#domain/player/player-slice.ts";

/**
 * Follows one slice of every player for checks of events whose home is another stream: the state that a check is given
 * is that stream's. Handlers that other features add are left out.
 */
export class FollowedSlice<S> {
  readonly #slice: PlayerSlice<S>;
  readonly #handlers: ReadonlyMap<string, SliceHandler<S>>;
  readonly #states = new Map<string, S>();

  constructor(slice: PlayerSlice<S>) {
    this.#slice = slice;
    this.#handlers = new Map(slice.on.map((handler) => [handler.type, handler]));
  }

  /** The slice of a player before the event being checked, until `follow` is called with that. */
  of(playerId: string): S {
    return this.#states.get(playerStream(playerId)) ?? this.#slice.declared.initial;
  }

  follow(event: RecordedEvent): void {
    const handler = this.#handlers.get(event.type);
    if (handler === undefined) return;
    for (const stream of streamsOf(event)) {
      if (kindOf(stream) !== "player") continue;
      const before = this.#states.get(stream) ?? this.#slice.declared.initial;
      this.#states.set(stream, handler.evolve(before, event, stream));
    }
  }
}
