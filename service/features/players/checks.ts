import { playerRegistered } from "#domain/features/players/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Player } from "#domain/player/player.ts";
import { expectAsTold } from "#service/ledger/verifier/as-told.ts";
import type { LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** A player's id, from the name of their stream, which is that of their account, too. */
export const playerIdOf = ({ stream }: Pick<RecordedEvent, "stream">): string =>
  stream.slice(stream.indexOf(":") + 1);

/** Checks that each player registers once, and begins with the starting balances and the first seed pair. */
export const playersCheck: LogCheck = {
  name: "players",
  begin: () => ({
    event: (event, state) => {
      if (!playerRegistered.is(event)) return;
      const { position, payload } = event;
      const player = state as Player;
      expectAsTold(event, playerRegistered(playerIdOf(event), payload));
      expectAt(position, player.status === "absent", () => "The player was registered before.");
      expectAt(position, payload.pair === 1, () => {
        return `A player's first seed pair has the number ${payload.pair}.`;
      });
    },
  }),
  answer: (event) => (playerRegistered.is(event) ? { playerId: playerIdOf(event) } : null),
};
