import { playerStream } from "#domain/features/players/events.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import type { RotateAnswer } from "#domain/features/seed-pairs/contract.ts";
import { type RotateSeedPair, rotateSeedPair } from "#domain/features/seed-pairs/rotate.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { seedsOf } from "#service/keys/seeds-of.ts";

/** The command that rotates a player's seed pair. */
export function rotateCommand(origin: CommandOrigin, command: RotateSeedPair): Submission<RotateAnswer> {
  const player = { kind: playerStreamKind, name: playerStream(command.playerId) };
  return {
    ...origin,
    reads: () => ({ streams: [player] }),
    decide: (view) => rotateSeedPair(command, view.stream(player), seedsOf(view)),
  };
}
