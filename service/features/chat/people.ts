import { roomStream } from "#domain/features/chat/events.ts";
import { isStaff } from "#domain/features/chat/moderate.ts";
import { type Author, refusalOfReader } from "#domain/features/chat/post.ts";
import { muteSlice, type Room, roomStreamKind } from "#domain/features/chat/room.ts";
import { chatLevelMin } from "#domain/features/chat/settings.ts";
import { experience } from "#domain/features/players/experience.ts";
import { levelOf } from "#domain/features/players/level.ts";
import { standing } from "#domain/features/roles/standing.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import { faceOf } from "#projections/features/players/identity.ts";
import { playerProgress } from "#projections/features/players/player-progress.ts";
import { settingsSet } from "#projections/features/settings/admin-settings.ts";
import type { LogView, Reads } from "#service/event-store/commands/submission.ts";
import { actorIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import type { Caller } from "#service/http/access/caller.ts";
import type { Core, Deps } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { isDemoName } from "#service/integrations/platform/sandbox/personas.ts";
import { chatProblem } from "./problem.ts";

export const readOfRoom: StreamRead<Room> = { kind: roomStreamKind, name: roomStream };

/** The room as of the head. */
export const roomIn = (view: LogView): Room => view.stream(readOfRoom);

/** What decides whether a player may write. */
export const readsOfAuthor = (playerId: string): Reads => ({
  streams: [readOfPlayer(playerId), readOfSettings, readOfRoom],
});

/** A player who wants to write, and the room's limits, as of the head. */
export function authorIn(view: LogView, caller: Caller, isDemo: boolean) {
  const actor = actorIn(view, caller);
  const { player } = actor;
  const levelMin = chatLevelMin.countOf(settingsIn(view));
  const level = levelOf(experience.of(player).total);
  const author: Author = {
    level: isDemo ? Math.max(level, levelMin) : level,
    isStaff: isStaff(actor),
    isSuspended: standing.of(player).suspended,
    mute: muteSlice.of(player),
  };
  return { author, levelMin, slow: roomIn(view).slow };
}

type ReaderDeps = Pick<Core, "config" | "db" | "now" | "reads" | "readWaitMs" | "writer">;

/** How long a reader's permission is cached, in milliseconds, and for how many readers. */
const PASS_MS = 10_000;
const PASSES_MAX = 5_000;

/** Admits readers who have reached the level, moderators, and demo players, whose level stays low. */
export class Readers {
  readonly #deps: ReaderDeps;
  readonly #passes = new Map<string, number>();

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
  }

  /** Whether the demo plays this account. */
  async isDemoPlayer(playerId: string): Promise<boolean> {
    const { config, db } = this.#deps;
    if (!config.hasCrowd) return false;
    const { displayName } = await faceOf(db, playerId);
    return displayName !== null && isDemoName(displayName);
  }

  /** What decides whether a player may read. */
  async readerOf(caller: Caller, { access }: Pick<Deps, "access">) {
    const deps = this.#deps;
    // Current enough to include a level reached or a setting changed a moment ago.
    const models = modelsNow(deps, deps.readWaitMs);
    const [{ level }, { roles }, { byName }, isDemo] = await Promise.all([
      playerProgress(models, caller.playerId),
      access.standingOf(caller, models),
      settingsSet(models),
      this.isDemoPlayer(caller.playerId),
    ]);
    const levelMin = Number(byName.get(chatLevelMin.name)?.value ?? chatLevelMin.default);
    return {
      level,
      levelMin,
      refusal: refusalOfReader({ level, isStaff: roles.length > 0 || isDemo }, levelMin),
    };
  }

  /** @throws HttpProblem 403 `level_too_low` */
  async demand(caller: Caller, deps: Pick<Deps, "access">): Promise<void> {
    const now = this.#deps.now();
    const until = this.#passes.get(caller.playerId) ?? 0;
    if (until > now && until <= now + PASS_MS) return;
    const { refusal } = await this.readerOf(caller, deps);
    if (refusal !== null) throw chatProblem(refusal);
    if (this.#passes.size >= PASSES_MAX) this.#passes.clear();
    this.#passes.set(caller.playerId, now + PASS_MS);
  }
}
