import type { Sql } from "#projections/kernel/sql.ts";
import { asError, classify } from "#service/db/errors.ts";
import type { Pending } from "#service/event-store/commands/pending.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { CacheEntry } from "./cache.ts";
import { type Loaded, type LoadSource, loadNeeds } from "./loader.ts";
import type { Need } from "./not-loaded.ts";
import type { States } from "./states.ts";

/** How many needs one load takes; further ones wait for the next. */
const TOGETHER_NEEDS_MAX = 4_000;

/** A load that waits for those before it. */
interface WaitingLoad {
  readonly needs: Need[];
  /** How many askers share it. */
  askers: number;
  readonly loaded: Promise<readonly CacheEntry[] | null>;
}

/**
 * Brings what decisions need into memory without ever letting a stale value in. A load outside a turn may have been
 * overtaken: by foreign events followed meanwhile, or by a turn that loaded (and may have dropped) the same things.
 * Such a load is discarded.
 */
export class StateLoader {
  readonly #states: States;
  readonly #from: Omit<LoadSource, "sql">;
  #lastForeign = 0;
  #turnLoads = 0;
  #queue: Promise<unknown> = Promise.resolve();
  /** The waiting load that takes further needs. */
  #next: WaitingLoad | null = null;

  constructor(states: States, from: Omit<LoadSource, "sql">) {
    this.#states = states;
    this.#from = from;
  }

  /** Records that foreign events were followed up to a position. */
  sawForeign(position: number): void {
    this.#lastForeign = position;
  }

  /** The part of a command's reads that is not in memory. */
  missing(submission: Submission): Need[] {
    const needs: Need[] = [];
    const reads = submission.reads();
    for (const stream of reads.streams) {
      const entry = this.#states.streams.get(stream.name);
      if (entry === undefined) needs.push({ stream });
      else
        for (const secret of entry.kind.secrets?.(entry.state) ?? [])
          if (!this.#from.secrets.has(secret)) needs.push({ secret });
    }
    for (const holding of reads.holdings ?? []) {
      const entry = this.#states.holding(holding.account, holding.asset);
      if (entry === undefined) needs.push({ holding });
    }
    return needs;
  }

  /**
   * Loads cache misses, one load at a time, so that none can bring back a value that an earlier one's commands have
   * changed since. Needs that arrive while one is under way share the next.
   * @returns what was loaded, pinned for each asker, who holds its part and then calls `unpin`; null when it was
   * overtaken. Rivals that append faster than a load takes would overtake every later one too: only a turn, which locks
   * the head, is sure to get it.
   */
  load(needs: readonly Need[], sql: Sql): Promise<readonly CacheEntry[] | null> {
    const next = this.#next;
    const hasRoom = next !== null && next.needs.length + needs.length <= TOGETHER_NEEDS_MAX;
    const load = hasRoom ? next : this.#begin(sql);
    this.#next = load;
    load.needs.push(...needs);
    load.askers += 1;
    return load.loaded.catch((error: unknown) => {
      if (load.askers === 1 || classify(asError(error)) === "retry") throw error;
      // One command's state cannot be read, which must not fail the others: each asker loads alone.
      const alone = this.#begin(sql);
      alone.needs.push(...needs);
      alone.askers = 1;
      return alone.loaded;
    });
  }

  /** Begins a load that runs after those under way or waiting. */
  #begin(sql: Sql): WaitingLoad {
    const loaded = this.#queue.then(() => {
      if (this.#next === load) this.#next = null;
      return this.#loadFresh(load, sql);
    });
    const load: WaitingLoad = { needs: [], askers: 0, loaded };
    this.#queue = loaded.catch(() => undefined);
    return load;
  }

  async #loadFresh({ needs, askers }: WaitingLoad, sql: Sql): Promise<readonly CacheEntry[] | null> {
    const turnLoads = this.#turnLoads;
    const still = needs.filter((need) => this.#isMissing(need));
    if (still.length === 0) return [];
    const loaded = await loadNeeds(still, { ...this.#from, sql });
    const oldest = Math.min(...[...loaded.streams, ...loaded.holdings].map(({ asOf }) => asOf));
    const overtaken = oldest < this.#lastForeign || turnLoads !== this.#turnLoads;
    return overtaken ? null : this.#keep(loaded, askers);
  }

  /** Loads while the head is locked: nothing can overtake it. @returns what was loaded, pinned */
  async loadInTurn(needs: readonly Need[], tx: Sql): Promise<readonly CacheEntry[]> {
    if (needs.length === 0) return [];
    this.#turnLoads += 1;
    return this.#keep(await loadNeeds(needs, { ...this.#from, sql: tx }), 1);
  }

  /** Pins a cache miss, now loaded, until its command is decided. */
  hold({ held }: Pending, need: Need): void {
    const entry = this.#find(need);
    if (entry === undefined) return;
    entry.pins += 1;
    held.push(entry);
  }

  #isMissing(need: Need): boolean {
    return "secret" in need ? !this.#from.secrets.has(need.secret) : this.#find(need) === undefined;
  }

  #find(need: Need): CacheEntry | undefined {
    if ("secret" in need) return undefined;
    if ("stream" in need) return this.#states.streams.get(need.stream.name);
    return this.#states.holding(need.holding.account, need.holding.asset);
  }

  #keep({ streams, holdings }: Loaded, pins: number): readonly CacheEntry[] {
    const kept: CacheEntry[] = [];
    for (const entry of streams) {
      if (this.#states.streams.get(entry.name) !== undefined) continue;
      entry.pins += pins;
      kept.push(entry);
      this.#states.streams.set(entry.name, entry);
    }
    for (const entry of holdings) {
      if (this.#states.holding(entry.account, entry.asset) !== undefined) continue;
      entry.pins += pins;
      kept.push(entry);
      this.#states.keepHolding(entry);
    }
    return kept;
  }
}

/** Unpins entries. */
export function unpin(entries: readonly CacheEntry[]): void {
  for (const entry of entries) entry.pins -= 1;
}
