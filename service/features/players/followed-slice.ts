import { playerStream } from "#domain/features/players/events.ts";
import { type RecordedEvent, type StreamName, streamsOf } from "#domain/kernel/events/event.ts";
import { kindOf } from "#domain/kernel/events/stream-kind.ts";
import type { PlayerSlice, SliceHandler } from "#domain/player/player-slice.ts";

/**
 * Follows one slice of every player for checks of events whose home is another stream: the state that a check is given
 * is that stream's. Handlers that other features add are left out.
 */
export class FollowedSlice<S> {
  readonly #slice: PlayerSlice<S>;
  readonly #handlers: ReadonlyMap<string, SliceHandler<S>>;
  readonly #states = new Map<StreamName, S>();

  /** @param without types that do not matter to the check: an event of every player would fill the memory */
  constructor(slice: PlayerSlice<S>, ...without: readonly string[]) {
    this.#slice = slice;
    const handlers = slice.on.filter(({ type }) => !without.includes(type));
    this.#handlers = new Map(handlers.map((handler) => [handler.type, handler]));
  }

  /** The slice of a player before the event being checked, until `follow` is called with that. */
  of(playerId: string): S {
    return this.ofStream(playerStream(playerId));
  }

  /** The same by the name of the player's stream, whose hash is known already where it is an event's. */
  ofStream(stream: StreamName): S {
    return this.#states.get(stream) ?? this.#slice.declared.initial;
  }

  follow(event: RecordedEvent): void {
    const handler = this.#handlers.get(event.type);
    if (handler === undefined) return;
    for (const stream of streamsOf(event)) {
      if (kindOf(stream) !== "player") continue;
      this.#states.set(stream, handler.evolve(this.ofStream(stream), event, stream));
    }
  }
}
