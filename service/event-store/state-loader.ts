import type { Sql } from "#projections/kernel/sql.ts";
import { loadNeeds } from "./loader.ts";
import type { Need } from "./not-loaded.ts";
import { holdingKey, type States } from "./states.ts";
import type { Submission } from "./submission.ts";
import type { Vault } from "./vault.ts";

/**
 * Brings what decisions need into memory without ever letting a stale value in. A load outside a turn may have
 * been overtaken: by foreign events followed meanwhile, or by a turn that loaded (and may have dropped) the same
 * things. Such a load is thrown away and done again.
 */
export class StateLoader {
  readonly #states: States;
  readonly #vault: Vault;
  readonly #logId: number;
  #lastForeign = 0;
  #turnLoads = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: { readonly states: States; readonly vault: Vault; readonly logId: number }) {
    this.#states = options.states;
    this.#vault = options.vault;
    this.#logId = options.logId;
  }

  /** Says that events of other processes were followed up to a position. */
  sawForeign(position: number): void {
    this.#lastForeign = position;
  }

  /** What a command reads that is not in memory. */
  missing({ reads, expects }: Submission): Need[] {
    const needs: Need[] = [];
    for (const stream of reads.streams) {
      const entry = this.#states.streams.get(stream.name);
      if (entry === undefined) needs.push({ stream });
      else
        for (const seed of entry.kind.secrets?.(entry.state) ?? [])
          if (!this.#vault.has(seed)) needs.push({ seed });
    }
    for (const { kind, stream: name } of expects ?? []) {
      if (this.#states.streams.get(name) === undefined) needs.push({ stream: { kind, name } });
    }
    for (const holding of reads.holdings) {
      const entry = this.#states.holdings.get(holdingKey(holding.account, holding.asset));
      if (entry === undefined) needs.push({ holding });
    }
    return needs;
  }

  /**
   * Loads what commands met missing, one load at a time, so that none can bring back a value that an earlier
   * one's commands have changed since.
   */
  load(needs: readonly Need[], sql: Sql): Promise<void> {
    const loaded = this.#queue.then(() => this.#loadFresh(needs, sql));
    this.#queue = loaded.catch(() => undefined);
    return loaded;
  }

  async #loadFresh(needs: readonly Need[], sql: Sql): Promise<void> {
    for (;;) {
      const turnLoads = this.#turnLoads;
      const still = needs.filter((need) => this.#isMissing(need));
      if (still.length === 0) return;
      const loaded = await loadNeeds(still, { sql, vault: this.#vault, logId: this.#logId });
      const oldest = Math.min(...[...loaded.streams, ...loaded.holdings].map(({ asOf }) => asOf));
      if (oldest < this.#lastForeign || turnLoads !== this.#turnLoads) continue;
      this.#keep(loaded);
      return;
    }
  }

  /** Loads while the head is locked: nothing can overtake it. */
  async loadInTurn(needs: readonly Need[], tx: Sql): Promise<void> {
    if (needs.length === 0) return;
    this.#turnLoads += 1;
    this.#keep(await loadNeeds(needs, { sql: tx, vault: this.#vault, logId: this.#logId }));
  }

  #isMissing(need: Need): boolean {
    if ("stream" in need) return this.#states.streams.get(need.stream.name) === undefined;
    if ("seed" in need) return !this.#vault.has(need.seed);
    return this.#states.holdings.get(holdingKey(need.holding.account, need.holding.asset)) === undefined;
  }

  #keep({ streams, holdings }: Awaited<ReturnType<typeof loadNeeds>>): void {
    for (const entry of streams) {
      if (this.#states.streams.get(entry.name) === undefined) this.#states.streams.set(entry.name, entry);
    }
    for (const entry of holdings) {
      const key = holdingKey(entry.account, entry.asset);
      if (this.#states.holdings.get(key) === undefined) this.#states.holdings.set(key, entry);
    }
  }
}
