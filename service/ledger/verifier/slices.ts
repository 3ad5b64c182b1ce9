import type { EventColumns } from "#domain/kernel/events/stored-event.ts";
import type { BlockColumns } from "#domain/ledger/block.ts";

/** An event as it is stored, with its leaf. */
export interface StoredEvent extends EventColumns {
  readonly leaf: Uint8Array;
}

export interface StoredBlock extends BlockColumns {
  readonly hash: Uint8Array;
}

/** The entries of one event in one text, leg by leg: see `entryText`. */
export interface StoredEntries {
  readonly position: number;
  readonly legs: number;
  readonly text: string;
}

export interface StoredCommand {
  readonly position: number;
  readonly commandId: string;
  readonly requestHash: Uint8Array;
  /** JSON text. */
  readonly answer: string;
}

export interface StoredSnapshot {
  readonly stream: string;
  readonly version: number;
  readonly position: number;
  readonly foldVersion: number;
  /** JSON text. */
  readonly state: string;
}

/**
 * A stretch of a log: events in the order of positions, and of everything else what stands at or before the last of
 * them. The final stretch has whatever is left. All lists are in the order of positions.
 */
export interface LogSlice {
  readonly events: readonly StoredEvent[];
  /** By the position at which they end. */
  readonly blocks: readonly StoredBlock[];
  /** Null where there are none to compare: they follow from the postings. */
  readonly entries: readonly StoredEntries[] | null;
  readonly commands: readonly StoredCommand[];
}

/** What stands between the fields of an entry and between the entries of an event: no name has such a character. */
export const FIELD_SEPARATOR = "\u001f";
export const ENTRY_SEPARATOR = "\u001e";

/** One entry as part of an event's text: leg, number of the holding, delta and balance after. */
export function entryText(
  leg: number,
  holding: string,
  { delta, balance }: { readonly delta: bigint; readonly balance: bigint },
): string {
  return `${leg}\u001f${holding}\u001f${delta}\u001f${balance}`;
}
