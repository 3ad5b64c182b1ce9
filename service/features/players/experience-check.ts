import { experienceGranted } from "#domain/features/players/experience.ts";
import { gameExperience } from "#domain/features/players/level.ts";
import { experienceDayMaxOf } from "#domain/features/players/settings.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Minor } from "#domain/kernel/money.ts";
import type { Settings } from "#domain/kernel/setting.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import type { Player } from "#domain/player/player.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** A game is decided up to so long before its record, or after it by another clock: perhaps on another day. */
const DECIDED_AT = [-HOUR_MS, MINUTE_MS] as const;

interface Experienced {
  /** The player before the game; null where the game stands on another stream: then only a game's worth is checked. */
  readonly player: Player | null;
  readonly stake: Minor;
  readonly xp: number;
  /** The earliest instant at which a clock that the log does not follow may have decided it, in milliseconds. */
  readonly decidedFrom?: number;
}

/** Checks the experience that a game granted. @throws BadLog when it is not what the day's most leaves of it */
export function expectExperience(
  { position, type, recordedAt }: Pick<RecordedEvent, "position" | "type" | "recordedAt">,
  { player, stake, xp, decidedFrom = recordedAt }: Experienced,
  settings: Settings,
): void {
  const dayMax = experienceDayMaxOf(settings);
  const isGrantedAt = (at: number): boolean =>
    player !== null && xp === experienceGranted(player, stake, { at, dayMax });
  const isDue =
    player === null
      ? xp <= Math.min(gameExperience(stake), dayMax)
      : isGrantedAt(recordedAt) ||
        isGrantedAt(decidedFrom) ||
        DECIDED_AT.some((off) => isGrantedAt(recordedAt + off));
  expectAt(position, isDue, () => `${type} grants ${xp} of experience, which is not what the game gives.`);
}
