import type { RecordedEvent, StreamName } from "#domain/kernel/event.ts";
import type { StreamKind } from "#domain/kernel/stream-kind.ts";
import type { Account, Asset } from "#domain/ledger/account.ts";
import { holdingNumber } from "#domain/ledger/holding.ts";
import { BoundedCache, type CacheEntry } from "./cache.ts";

/** A folded stream in memory. */
export interface StreamEntry extends CacheEntry {
  readonly name: StreamName;
  readonly kind: StreamKind<unknown>;
  state: unknown;
  version: number;
  /** The head when it was loaded: events up to it are in the state already. */
  readonly asOf: number;
  /** Version of the newest snapshot written or asked for. */
  snapshotVersion: number;
}

/** What an account holds of an asset, in memory. */
export interface HoldingEntry extends CacheEntry {
  readonly account: Account;
  readonly asset: Asset;
  amount: bigint;
  /** Its number (see `holdingNumber`), as SQL takes it; empty for as long as nothing was posted to it. */
  number: string;
  /** The batch that opened it, and so writes it as a new row. */
  openedBy: number;
  readonly asOf: number;
  /** The batch that touched it last, so that each batch writes it once. */
  batch: number;
}

/** Under what a holding of an item is found. */
export const holdingKey = (account: string, asset: string): string => `${account} ${asset}`;

/**
 * Every state that a process holds of one log, exactly as of the tip it decides on. Holdings of a currency are found
 * by account alone, because every bet looks for them.
 */
export class States {
  readonly streams: BoundedCache<string, StreamEntry>;
  readonly #rbx: BoundedCache<string, HoldingEntry>;
  readonly #tix: BoundedCache<string, HoldingEntry>;
  readonly #items: BoundedCache<string, HoldingEntry>;

  /** @param max how many streams are kept, how many holdings of each currency, and how many of items */
  constructor(max: { readonly streams: number; readonly holdings: number }) {
    this.streams = new BoundedCache(max.streams);
    this.#rbx = new BoundedCache(max.holdings);
    this.#tix = new BoundedCache(max.holdings);
    this.#items = new BoundedCache(max.holdings);
  }

  /** What an account holds of an asset, if that is in memory. */
  holding(account: string, asset: string): HoldingEntry | undefined {
    if (asset === "RBX") return this.#rbx.get(account);
    if (asset === "TIX") return this.#tix.get(account);
    return this.#items.get(holdingKey(account, asset));
  }

  /** Keeps a holding that was loaded. */
  keepHolding(entry: HoldingEntry): void {
    if (entry.asset === "RBX") this.#rbx.set(entry.account, entry);
    else if (entry.asset === "TIX") this.#tix.set(entry.account, entry);
    else this.#items.set(holdingKey(entry.account, entry.asset), entry);
  }

  /** Folds an event that another process appended. An entry loaded at or after the event has it already. */
  fold(event: RecordedEvent): void {
    const stream = this.streams.get(event.stream);
    if (stream !== undefined && event.position > stream.asOf && event.version > stream.version) {
      stream.state = stream.kind.evolve(stream.state, event);
      stream.version = event.version;
    }
    for (const [leg, { account, asset, delta }] of event.postings.entries()) {
      const holding = this.holding(account, asset);
      if (holding === undefined || event.position <= holding.asOf) continue;
      holding.amount += delta;
      if (holding.number === "") holding.number = holdingNumber(event.position, leg);
    }
  }
}

/**
 * What a batch changed in memory, in order, so that it can be taken back when the batch does not happen. In columns,
 * because an object for each change would be most of what is collected later.
 */
export class UndoList {
  readonly #streams: StreamEntry[] = [];
  readonly #states: unknown[] = [];
  readonly #versions: number[] = [];
  readonly #holdings: HoldingEntry[] = [];
  readonly #amounts: bigint[] = [];
  readonly #opened: HoldingEntry[] = [];
  #streamsMark = 0;
  #holdingsMark = 0;
  #openedMark = 0;

  /** Remembers a stream as it is now. */
  stream(entry: StreamEntry): void {
    this.#streams.push(entry);
    this.#states.push(entry.state);
    this.#versions.push(entry.version);
  }

  /** Remembers a holding as it is now. */
  holding(entry: HoldingEntry): void {
    this.#holdings.push(entry);
    this.#amounts.push(entry.amount);
  }

  /** Remembers that a holding was opened. */
  opened(entry: HoldingEntry): void {
    this.#opened.push(entry);
  }

  /** Makes this the place that `undoToMark` returns to. */
  mark(): void {
    this.#openedMark = this.#opened.length;
    this.#streamsMark = this.#streams.length;
    this.#holdingsMark = this.#holdings.length;
  }

  /** Takes back everything after the mark, newest first. */
  undoToMark(): void {
    this.#close(this.#openedMark);
    this.#undoTo(this.#streamsMark, this.#holdingsMark);
  }

  /** Takes back everything, newest first. */
  undo(): void {
    this.#close(0);
    this.#undoTo(0, 0);
  }

  #close(from: number): void {
    for (const entry of this.#opened.splice(from)) {
      entry.number = "";
      entry.openedBy = 0;
    }
  }

  #undoTo(streams: number, holdings: number): void {
    for (let i = this.#streams.length - 1; i >= streams; i -= 1) {
      const entry = this.#streams[i] as StreamEntry;
      entry.state = this.#states[i];
      entry.version = this.#versions[i] as number;
    }
    this.#streams.length = streams;
    this.#states.length = streams;
    this.#versions.length = streams;
    for (let i = this.#holdings.length - 1; i >= holdings; i -= 1) {
      const entry = this.#holdings[i] as HoldingEntry;
      entry.amount = this.#amounts[i] as bigint;
    }
    this.#holdings.length = holdings;
    this.#amounts.length = holdings;
  }
}
