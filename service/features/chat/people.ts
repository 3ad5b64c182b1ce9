import { roomStream } from "#domain/features/chat/events.ts";
import { isStaff } from "#domain/features/chat/moderate.ts";
import { type Author, refusalOfReader } from "#domain/features/chat/post.ts";
import { muteSlice, type Room, roomStreamKind } from "#domain/features/chat/room.ts";
import { chatLevelMin } from "#domain/features/chat/settings.ts";
import { experience } from "#domain/features/players/experience.ts";
import { levelOf } from "#domain/features/players/level.ts";
import { standing } from "#domain/features/roles/standing.ts";
import { playerProgress } from "#projections/features/players/player-progress.ts";
import { settingsSet } from "#projections/features/settings/admin-settings.ts";
import type { LogView, Reads, StreamRead } from "#service/event-store/submission.ts";
import { actorIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import type { Caller } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { READ_WAIT_MS } from "#service/http/route.ts";
import { chatProblem } from "./problem.ts";

export const readOfRoom: StreamRead = { kind: roomStreamKind, name: roomStream };

/** The room as of the head. */
export const roomIn = (view: LogView): Room => view.stream(roomStreamKind, roomStream);

/** What decides whether somebody may write. */
export const readsOfAuthor = (playerId: string): Reads => ({
  streams: [readOfPlayer(playerId), readOfSettings, readOfRoom],
  holdings: [],
});

/** Somebody who wants to write, and what holds for the room, as of the head. */
export function authorIn(view: LogView, caller: Caller) {
  const actor = actorIn(view, caller);
  const { player } = actor;
  const author: Author = {
    level: levelOf(experience.of(player).total),
    isStaff: isStaff(actor),
    isSuspended: standing.of(player).suspended,
    mute: muteSlice.of(player),
  };
  return { author, levelMin: chatLevelMin.countOf(settingsIn(view)), slow: roomIn(view).slow };
}

/** Whoever may read is not asked about again for so long, in milliseconds, and so many are remembered. */
const PASS_MS = 10_000;
const PASSES_MAX = 5_000;

/** Lets those read who have reached the level, and moderators. */
export class Readers {
  readonly #passes = new Map<string, number>();

  /** @throws HttpProblem 403 `level_too_low` */
  async demand(caller: Caller, deps: Pick<Deps, "access" | "now" | "reads" | "writer">): Promise<void> {
    const now = deps.now();
    const until = this.#passes.get(caller.playerId) ?? 0;
    if (until > now && until <= now + PASS_MS) return;
    // A level that was reached, or a setting that was changed a moment ago counts.
    const models = deps.reads.reaching(deps.writer.head.position, READ_WAIT_MS);
    const [{ level }, { roles }, { byName }] = await Promise.all([
      playerProgress(models, caller.playerId),
      deps.access.standingOf(caller, models),
      settingsSet(models),
    ]);
    const levelMin = Number(byName.get(chatLevelMin.name)?.value ?? chatLevelMin.default);
    const refusal = refusalOfReader({ level, isStaff: roles.length > 0 }, levelMin);
    if (refusal !== null) throw chatProblem(refusal);
    if (this.#passes.size >= PASSES_MAX) this.#passes.clear();
    this.#passes.set(caller.playerId, now + PASS_MS);
  }
}
