import { playerStream } from "#domain/features/players/events.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Player } from "#domain/player/player.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";

/** The stream with a player's own rules. */
export const readOfPlay = (playerId: string) =>
  ({ kind: playerStreamKind, name: playerStream(playerId) }) satisfies StreamRead<Player>;

/** A player as of the head, and the instant, in milliseconds. */
export interface PlayContext {
  readonly player: Player;
  readonly at: number;
}

/** The command of a player's decision about their own play. */
export function playCommand<A extends JsonObject>(
  origin: CommandOrigin,
  playerId: string,
  decide: (context: PlayContext) => Decision<A>,
): Submission<A> {
  const read = readOfPlay(playerId);
  return {
    ...origin,
    reads: () => ({ streams: [read] }),
    decide: (view) => decide({ player: view.stream(read), at: view.at }),
  };
}
