import { equalBytes, fromHex, toHex } from "#domain/kernel/bytes.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { InvariantError } from "#domain/kernel/invariant.ts";
import { canonicalJson, type Json } from "#domain/kernel/json.ts";
import { GENESIS_HASH } from "#domain/ledger/block.ts";
import type { LeafColumns } from "#domain/ledger/leaf.ts";
import { blockHashOf, leafOf, rootOf } from "#service/event-store/append/hashing.ts";
import { expectAt } from "./problem.ts";
import type { StoredBlock, StoredEvent } from "./slices.ts";

/** How far the chain was followed. */
export interface ChainEnd {
  readonly position: number;
  readonly recordedAt: number;
  readonly block: number;
  /** Lower-case hex. */
  readonly hash: string;
}

/** A place between two blocks: what the next block must continue from. */
export interface ChainPlace extends ChainEnd {
  /** Of the last event before it. */
  readonly commandId: string;
}

/** Before the first event. */
export const CHAIN_BEGINNING: ChainPlace = {
  ...{ position: 0, recordedAt: 0, commandId: "", block: 0 },
  hash: toHex(GENESIS_HASH),
};

/** Checks the chain: positions, times, canonical payloads, leaves, and blocks that cover each event once. */
export class ChainCheck {
  readonly #logId: number;
  #position: number;
  #recordedAt: number;
  #commandId: string;
  #indexInCommand = 0;
  #block: number;
  #hash: Uint8Array;
  #leaves: Uint8Array[] = [];

  /** @param after the place to continue from */
  constructor(logId: number, after: ChainPlace = CHAIN_BEGINNING) {
    this.#logId = logId;
    this.#position = after.position;
    this.#recordedAt = after.recordedAt;
    this.#commandId = after.commandId;
    this.#block = after.block;
    this.#hash = fromHex(after.hash) ?? GENESIS_HASH;
  }

  get end(): ChainPlace {
    return {
      position: this.#position,
      recordedAt: this.#recordedAt,
      commandId: this.#commandId,
      block: this.#block,
      hash: toHex(this.#hash),
    };
  }

  /** The first position that is in no block yet. */
  get #open(): number {
    return this.#position - this.#leaves.length + 1;
  }

  /** Checks an event's position, before its columns, so that a gap is reported as a gap. */
  place({ position, recordedAt, eventId, commandId }: StoredEvent): void {
    const due = this.#position + 1;
    expectAt(due, position >= due, () => `Position ${position} stands in the log twice.`);
    expectAt(due, position === due, () => `There is no event; the next one is at position ${position}.`);
    expectAt(due, recordedAt >= this.#recordedAt, () => {
      return `The event was recorded at ${recordedAt}, before the one ahead of it at ${this.#recordedAt}.`;
    });
    const isSame = commandId === this.#commandId;
    expectAt(due, !isSame || this.#leaves.length > 0, () => {
      return `The event is of the command "${commandId}", whose events end with the block before.`;
    });
    this.#indexInCommand = isSame ? this.#indexInCommand + 1 : 0;
    const dueId = `${commandId}.${this.#indexInCommand}`;
    expectAt(due, eventId === dueId, () => `The event's id is "${eventId}", where "${dueId}" is due.`);
    this.#position = due;
    this.#recordedAt = recordedAt;
    this.#commandId = commandId;
  }

  /** Checks that an event's columns hash to its leaf. */
  leaf(event: RecordedEvent, stored: StoredEvent): void {
    const leaf = leafOf(columnsOf(event, { log: this.#logId, payload: stored.payload }));
    expectAt(event.position, leaf.equals(stored.leaf), () => {
      return "The event's columns do not give its leaf: one of them was changed after it was written.";
    });
    this.#leaves.push(leaf);
  }

  /** Checks the block that ends here, or should have ended. */
  block(block: StoredBlock): void {
    const open = this.#open;
    const number = this.#block + 1;
    expectAt(open, block.number === number, () => {
      return `The block that ends at position ${block.to} has the number ${block.number}, where ${number} is due.`;
    });
    const name = `Block ${number} (positions ${open} to ${block.to})`;
    expectAt(open, block.from === open, () => `${name} says that it begins at position ${block.from}.`);
    expectAt(open, block.to === this.#position, () => `${name} ends where there is no event.`);
    expectAt(open, this.#leaves.length > 0, () => `${name} holds no event.`);
    expectAt(open, equalBytes(block.previous, this.#hash), () => {
      return `${name} does not name the hash of the block before it.`;
    });
    expectAt(open, equalBytes(block.root, rootOf(this.#leaves)), () => {
      return `${name} has a root that its events do not give: the events, or the block, are not those written.`;
    });
    expectAt(
      open,
      equalBytes(block.hash, blockHashOf(block)),
      () => `${name} has not the hash of its columns.`,
    );
    this.#block = number;
    this.#hash = block.hash;
    this.#leaves = [];
  }

  /** Checks that no event is left without a block. */
  close(): void {
    expectAt(this.#open, this.#leaves.length === 0, () => "The event is in no block.");
  }
}

function columnsOf(
  event: RecordedEvent,
  { log, payload }: { readonly log: number; readonly payload: string },
): LeafColumns {
  // Written out, because copying all fields of a million rows costs as much as hashing them.
  return {
    log,
    stream: event.stream,
    alsoIn: event.alsoIn,
    version: event.version,
    type: event.type,
    schemaVersion: event.schemaVersion,
    eventId: event.eventId,
    commandId: event.commandId,
    actor: event.actor,
    recordedAt: event.recordedAt,
    payload,
    postings: event.postings,
  };
}

/** Parses a payload, which must be canonical JSON. */
export function readPayload({ position, payload }: StoredEvent): Json {
  const value = jsonOf(payload);
  expectAt(position, value !== undefined, () => "The event's payload is not canonical JSON.");
  return value;
}

/** The value of canonical JSON text; undefined for any other text. */
function jsonOf(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return canonicalJson(value) === text ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InvariantError) return undefined;
    throw error;
  }
}
