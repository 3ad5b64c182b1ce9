import type { ActivitySource } from "../activities/activity-source.ts";
import type { LiveSource } from "../games/live-source.ts";
import type { AllGames, GameRounds } from "../games/rounds.ts";
import type { Projection } from "../kernel/projection.ts";
import type { BesideLog } from "../kernel/subscriber/beside-log.ts";
import type { LevelOpening, NoticeSource } from "../notices/notice-source.ts";

/** What a feature brings to this room. */
export interface ProjectionFeature {
  /** Its folder's name in every room. */
  readonly name: string;
  /** Its tables that follow the log. Queries need no entry. */
  readonly readModels?: readonly Projection[];
  /** Its tables beside the log that questions join to read models. */
  readonly besideLog?: readonly BesideLog[];
  /** Its game's rounds, for readers of all kinds of games. */
  readonly game?: GameRounds;
  /** How its games are watched. */
  readonly live?: LiveSource;
  /** Its tables that follow the games of all features. */
  readonly ofGames?: (games: AllGames) => readonly Projection[];
  /** Notifications that no single event produces. */
  readonly notices?: (games: AllGames, openings: readonly LevelOpening[]) => readonly NoticeSource[];
  /** What it opens to players of a level. */
  readonly opens?: LevelOpening;
  /** Its tables derived from notifications. */
  readonly ofNotices?: (sources: readonly NoticeSource[]) => readonly Projection[];
  /** Its activities that others may see. */
  readonly activities?: (games: AllGames) => readonly ActivitySource[];
  /** Its tables that follow what players do. */
  readonly ofActivities?: (sources: readonly ActivitySource[]) => readonly Projection[];
}
