import type { DecodedEvents } from "../kernel/events/decoded-events.ts";
import type { TableNames, TableShape } from "../kernel/projection.ts";

/** What an activity says, in words and for programs. */
export interface ActivityWords {
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Something that players do which others may see in the feed. */
export interface ActivitySource {
  /** The type of its activities: lower-case letters; unique among the sources, and kept for ever. */
  readonly type: string;
  readonly reads: readonly DecodedEvents[];
  /** What it has to remember from slice to slice. */
  readonly tables?: { readonly [table: string]: TableShape };
  readonly apply?: (table: TableNames) => readonly string[];
  /**
   * A query for what a slice brings, at most one of a player and position: `player_id`, `position`, `recorded_at`,
   * `payload` (JSON of texts, as text), and `other_id`: another player whom it names, else null.
   */
  readonly rows: (table: TableNames) => string;
  /** @param other the name of whom it names */
  readonly says: (payload: Readonly<Record<string, string>>, other: string) => ActivityWords;
}
