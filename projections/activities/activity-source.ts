import type { DecodedEvents } from "../kernel/events/decoded-events.ts";
import type { TableNames, TableShape } from "../kernel/projection.ts";

/** What an activity says, in words and for programs. */
export interface ActivityWords {
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A kind of player activity that others may see in the feed. */
export interface ActivitySource {
  /** The type of its activities: lower-case letters; unique among the sources, and kept for ever. */
  readonly type: string;
  readonly reads: readonly DecodedEvents[];
  /** State kept from slice to slice. */
  readonly tables?: { readonly [table: string]: TableShape };
  readonly apply?: (table: TableNames) => readonly string[];
  /**
   * A query for a slice's activities, at most one for each player and position: `player_id`, `position`, `recorded_at`,
   * `payload` (JSON of texts, as text), and `other_id`: another player whom it names, else null.
   */
  readonly rows: (table: TableNames) => string;
  /** @param other the name of whom it names */
  readonly says: (payload: Readonly<Record<string, string>>, other: string) => ActivityWords;
}
