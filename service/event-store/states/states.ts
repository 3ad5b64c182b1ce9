import type { RecordedEvent, StreamName } from "#domain/kernel/events/event.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import type { Account, Asset } from "#domain/ledger/account.ts";
import { type EntryPlace, entryNumber } from "#domain/ledger/entry-number.ts";
import { BoundedCache, type CacheEntry, type Droppable } from "./cache.ts";

/** A folded stream in memory. */
export interface StreamEntry extends CacheEntry {
  readonly name: StreamName;
  readonly kind: StreamKind<unknown>;
  state: unknown;
  /** How many events have it as their home stream. */
  version: number;
  /** The head when it was loaded: its state contains all events up to there. */
  readonly asOf: number;
  /** Events folded since the newest snapshot written or requested, including undone ones. */
  unsaved: number;
}

/** Consecutive entries of one holding, for one row of `entry_runs`, with the place of the first. */
export interface EntryRun extends EntryPlace {
  /** Each entry's offset from the first number, delta and balance after it, as a SQL array. */
  readonly entries: string;
  readonly length: number;
}

/** A holding in memory. */
export interface HoldingEntry extends CacheEntry {
  readonly account: Account;
  readonly asset: Asset;
  amount: bigint;
  /** Its number (see `entryNumber`) as SQL takes it; empty while nothing was posted to it. */
  number: string;
  /** The batch that opened it, and so inserts its row. */
  openedBy: number;
  readonly asOf: number;
  /** The batch that touched it last, so that each batch writes it once. */
  batch: number;
  /** Entries of the current batch that have no row yet. */
  run: EntryRun | null;
}

/** An account's holdings of the main assets, which most commands read together. Stays while any is pinned. */
class MainHoldings implements Droppable {
  readonly entries: (HoldingEntry | undefined)[] = [];
  used = true;

  get pins(): number {
    return this.entries.reduce((sum, entry) => sum + (entry?.pins ?? 0), 0);
  }
}

/** The key of a holding of any other asset. */
export const holdingKey = (account: string, asset: string): string => `${account} ${asset}`;

/** The states of one log in memory, as of the tip. Holdings of main assets are found by account, the common case. */
export class States {
  readonly streams: BoundedCache<string, StreamEntry>;
  readonly #mainAssets: readonly string[];
  readonly #main: BoundedCache<string, MainHoldings>;
  readonly #others: BoundedCache<string, HoldingEntry>;

  /** @param max most streams, accounts with main assets, and other holdings in memory */
  constructor(max: { readonly streams: number; readonly holdings: number }, mainAssets: readonly string[]) {
    this.#mainAssets = mainAssets;
    this.streams = new BoundedCache(max.streams);
    this.#main = new BoundedCache(max.holdings);
    this.#others = new BoundedCache(max.holdings);
  }

  /** The holding of an account and asset, if it is in memory. */
  holding(account: string, asset: string): HoldingEntry | undefined {
    const main = this.#mainAssets.indexOf(asset);
    if (main >= 0) return this.#main.get(account)?.entries[main];
    return this.#others.get(holdingKey(account, asset));
  }

  /** Stores a loaded holding. */
  keepHolding(entry: HoldingEntry): void {
    const { account, asset } = entry;
    const main = this.#mainAssets.indexOf(asset);
    if (main < 0) {
      this.#others.set(holdingKey(account, asset), entry);
      return;
    }
    const holdings = this.#main.get(account) ?? new MainHoldings();
    holdings.entries[main] = entry;
    // Only now that it is pinned: a full cache drops unpinned entries.
    this.#main.set(account, holdings);
  }

  /** Folds an event of another process. Entries loaded at or after it contain it already. */
  fold(event: RecordedEvent): void {
    const home = this.#foldInto(event.stream, event);
    if (home !== undefined) home.version = event.version;
    for (const further of event.alsoIn ?? []) this.#foldInto(further, event);
    for (const [leg, { account, asset, delta }] of event.postings.entries()) {
      const holding = this.holding(account, asset);
      if (holding === undefined || event.position <= holding.asOf) continue;
      holding.amount += delta;
      if (holding.number === "") holding.number = entryNumber(event.position, leg);
    }
  }

  /** @returns the stream, if it is in memory and lacks the event */
  #foldInto(name: StreamName, event: RecordedEvent): StreamEntry | undefined {
    const stream = this.streams.get(name);
    if (stream === undefined || event.position <= stream.asOf) return undefined;
    stream.state = stream.kind.evolve(stream.state, event, name);
    stream.unsaved += 1;
    return stream;
  }
}

/**
 * A batch's changes in memory, in order, so that they can be undone if the batch is not committed. Kept in columns: an
 * object for each change would be most of the later garbage.
 */
export class UndoList {
  readonly #streams: StreamEntry[] = [];
  readonly #states: unknown[] = [];
  readonly #versions: number[] = [];
  readonly #holdings: HoldingEntry[] = [];
  readonly #amounts: bigint[] = [];
  readonly #runs: (EntryRun | null)[] = [];
  readonly #opened: HoldingEntry[] = [];
  #streamsMark = 0;
  #holdingsMark = 0;
  #openedMark = 0;

  /** Records the present state of a stream. */
  stream(entry: StreamEntry): void {
    this.#streams.push(entry);
    this.#states.push(entry.state);
    this.#versions.push(entry.version);
  }

  /** Records the present state of a holding. */
  holding(entry: HoldingEntry): void {
    this.#holdings.push(entry);
    this.#amounts.push(entry.amount);
    this.#runs.push(entry.run);
  }

  /** Records that a holding was opened. */
  opened(entry: HoldingEntry): void {
    this.#opened.push(entry);
  }

  /** Sets the mark for `undoToMark`. */
  mark(): void {
    this.#openedMark = this.#opened.length;
    this.#streamsMark = this.#streams.length;
    this.#holdingsMark = this.#holdings.length;
  }

  /** Undoes everything after the mark, newest first. */
  undoToMark(): void {
    this.#close(this.#openedMark);
    this.#undoTo(this.#streamsMark, this.#holdingsMark);
  }

  /** Undoes everything, newest first. */
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
      entry.run = this.#runs[i] as EntryRun | null;
    }
    this.#holdings.length = holdings;
    this.#amounts.length = holdings;
    this.#runs.length = holdings;
  }
}
