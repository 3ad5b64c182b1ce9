import type { Database } from "#projections/kernel/sql.ts";
import { keepHints, type TakenHint } from "./checkouts.ts";
import { ProviderTrouble } from "./provider.ts";

/** Most webhooks stored by one statement, and most that may wait. */
const BATCH_MAX = 50;
const WAITING_MAX = 2_000;

interface Waiting {
  readonly taken: TakenHint;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Stores webhooks in batches, one statement at a time, so that a burst takes one connection of the pool. */
export class WebhookInbox {
  readonly #db: Database;
  readonly #onDue: () => void;
  #waiting: Waiting[] = [];
  #isKeeping = false;

  /** @param onDue called when a payment is due to be read */
  constructor(db: Database, onDue: () => void) {
    this.#db = db;
    this.#onDue = onDue;
  }

  /** Stores a webhook. @throws ProviderTrouble when too many wait, or the database's error */
  keep(taken: TakenHint): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX)
      return Promise.reject(new ProviderTrouble("away", "too many webhooks wait"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ taken, resolve, reject });
      if (!this.#isKeeping) void this.#keepAll();
    });
  }

  async #keepAll(): Promise<void> {
    this.#isKeeping = true;
    while (this.#waiting.length > 0) await this.#keep(this.#waiting.splice(0, BATCH_MAX));
    this.#isKeeping = false;
  }

  /** Stores a batch; one by one if that fails, so that a bad one does not reject the others. */
  async #keep(batch: readonly Waiting[]): Promise<void> {
    try {
      const hints = batch.map(({ taken }) => taken);
      if (await keepHints(this.#db, hints)) this.#onDue();
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length > 1) for (const one of batch) await this.#keep([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
