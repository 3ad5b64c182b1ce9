import type { RecordedEvent, StreamName } from "#domain/kernel/event.ts";
import type { StreamKind } from "#domain/kernel/stream-kind.ts";
import type { Account, Asset } from "#domain/ledger/account.ts";
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
  readonly asOf: number;
  /** The batch that touched it last, so that each batch writes it once. */
  batch: number;
}

export const holdingKey = (account: string, asset: string): string => `${account} ${asset}`;

/** Every state that a process holds of one log, exactly as of the tip it decides on. */
export class States {
  readonly streams: BoundedCache<string, StreamEntry>;
  readonly holdings: BoundedCache<string, HoldingEntry>;

  constructor(max: { readonly streams: number; readonly holdings: number }) {
    this.streams = new BoundedCache(max.streams);
    this.holdings = new BoundedCache(max.holdings);
  }

  /**
   * Folds an event that another process appended. An entry loaded at or after the event has it already.
   */
  fold(event: RecordedEvent): void {
    const stream = this.streams.get(event.stream);
    if (stream !== undefined && event.position > stream.asOf && event.version > stream.version) {
      stream.state = stream.kind.evolve(stream.state, event);
      stream.version = event.version;
    }
    for (const { account, asset, delta } of event.postings) {
      const holding = this.holdings.get(holdingKey(account, asset));
      if (holding !== undefined && event.position > holding.asOf) holding.amount += delta;
    }
  }

  clear(): void {
    this.streams.clear();
    this.holdings.clear();
  }
}

/** What a batch changed in memory, in order, so that it can be taken back when the batch does not happen. */
export class UndoList {
  readonly #streams: { entry: StreamEntry; state: unknown; version: number }[] = [];
  readonly #holdings: { entry: HoldingEntry; amount: bigint }[] = [];

  /** Remembers a stream as it is now. */
  stream(entry: StreamEntry): void {
    this.#streams.push({ entry, state: entry.state, version: entry.version });
  }

  /** Remembers a holding as it is now. */
  holding(entry: HoldingEntry): void {
    this.#holdings.push({ entry, amount: entry.amount });
  }

  /** A place to return to. */
  mark(): UndoMark {
    return { streams: this.#streams.length, holdings: this.#holdings.length };
  }

  /** Takes back everything after a mark, newest first. */
  undoTo(mark: UndoMark): void {
    while (this.#streams.length > mark.streams) {
      const past = this.#streams.pop();
      if (past !== undefined) Object.assign(past.entry, { state: past.state, version: past.version });
    }
    while (this.#holdings.length > mark.holdings) {
      const past = this.#holdings.pop();
      if (past !== undefined) past.entry.amount = past.amount;
    }
  }
}

export interface UndoMark {
  readonly streams: number;
  readonly holdings: number;
}
