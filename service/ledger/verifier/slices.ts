import type { EventColumns } from "#domain/kernel/events/stored-event.ts";
import type { BlockColumns } from "#domain/ledger/block.ts";

/** A stored event, with its leaf. */
export interface StoredEvent extends EventColumns {
  readonly leaf: Uint8Array;
}

export interface StoredBlock extends BlockColumns {
  readonly hash: Uint8Array;
}

/** The entries of one event as one text, leg by leg: see `entryText`. */
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
 * A stretch of a log: events in the order of positions, and all other rows at or before the last of them. The final
 * slice has the rest. All lists are in the order of positions.
 */
export interface LogSlice {
  readonly events: readonly StoredEvent[];
  /** By the positions at which they end. */
  readonly blocks: readonly StoredBlock[];
  /** Null if they are not compared: they follow from the postings. */
  readonly entries: readonly StoredEntries[] | null;
  readonly commands: readonly StoredCommand[];
}

/** Separators of an entry's fields and of an event's entries: characters that no name has. */
export const FIELD_SEPARATOR = "\u001f";
export const ENTRY_SEPARATOR = "\u001e";

/** One entry in an event's text: leg, number of the holding, delta and balance after it. */
export function entryText(
  leg: number,
  holding: string,
  { delta, balance }: { readonly delta: bigint; readonly balance: bigint },
): string {
  return `${leg}\u001f${holding}\u001f${delta}\u001f${balance}`;
}
