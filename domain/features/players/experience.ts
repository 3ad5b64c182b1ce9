import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { Minor } from "../../kernel/money.ts";
import { dayOf } from "../../kernel/time.ts";
import type { Player } from "../../player/player.ts";
import { playerSlice } from "../../player/player-slice.ts";
import { gameExperience } from "./level.ts";

/** What a player's games have given in all, and on the last UTC day on which they gave any. */
export interface Experience {
  readonly total: number;
  readonly day: number;
  readonly today: number;
}

/** A player's experience. Features with games add a handler for each event that grants some. */
export const experience = playerSlice<Experience>({
  name: "experience",
  version: 1,
  initial: { total: 0, day: 0, today: 0 },
  on: [],
});

/** Adds the experience that an event of a game granted. */
export function withExperience(
  { total, day: lastDay, today }: Experience,
  { xp }: { readonly xp: number },
  { recordedAt }: RecordedEvent,
): Experience {
  const day = dayOf(recordedAt);
  return { total: total + xp, day, today: (day === lastDay ? today : 0) + xp };
}

/**
 * The experience that a settled game gives a player, less than a game's worth once the day's most is reached.
 * @param stake minor units
 * @param at milliseconds
 * @param dayMax the day's most
 */
export function experienceGranted(
  player: Player,
  stake: Minor,
  { at, dayMax }: { readonly at: number; readonly dayMax: number },
): number {
  const { day, today } = experience.of(player);
  const granted = dayOf(at) === day ? today : 0;
  return Math.max(0, Math.min(gameExperience(stake), dayMax - granted));
}
