import { chatMuted } from "#domain/features/chat/events.ts";
import { isMuted } from "#domain/features/chat/post.ts";
import { muteSlice } from "#domain/features/chat/room.ts";
import { MODERATOR_MUTE_MINUTES_MAX } from "#domain/features/chat/rules.ts";
import { standing } from "#domain/features/roles/standing.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import type { Player } from "#domain/player/player.ts";
import { playerIdOf } from "#service/features/players/checks.ts";
import type { LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** A mute is decided by one clock and recorded by another. In milliseconds. */
const CLOCK_DOUBT_MS = 60_000;

/** Checks that somebody of a higher rank decided a mute, and that a moderator decided no longer one than they may. */
function expectMute(event: RecordedEvent & EventOf<typeof chatMuted>, player: Player): void {
  const { position, recordedAt, payload } = event;
  expectAt(position, payload.by !== playerIdOf(event), () => "Somebody muted themselves in the chat.");
  if (player.status === "absent") return;
  const { roles } = standing.of(player);
  const isAbove = !roles.includes("admin") && (payload.rank === "admin" || !roles.includes("moderator"));
  expectAt(position, isAbove, () => "Somebody was muted in the chat by an equal.");
  if (payload.rank === "admin") return;
  const most = recordedAt + CLOCK_DOUBT_MS + MODERATOR_MUTE_MINUTES_MAX * MINUTE_MS;
  const isShort = payload.until !== null && payload.until <= most;
  expectAt(position, isShort, () => "A moderator muted somebody for longer than moderators may.");
  const mute = muteSlice.of(player);
  const isOurs = mute?.byAdmin !== true || !isMuted(mute, recordedAt + CLOCK_DOUBT_MS);
  expectAt(position, isOurs, () => "A moderator replaced a mute that an admin decided.");
}

/** Checks mutes. Who decided those of version 1 was not recorded. */
export const chatCheck: LogCheck = {
  name: "chat",
  begin: () => ({
    event: (event, state) => {
      if (chatMuted.is(event) && event.schemaVersion > 1) expectMute(event, state as Player);
    },
  }),
};
