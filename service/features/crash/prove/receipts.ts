import type { Context } from "hono";
import type { RoundClock } from "#service/features/game-rounds/database-clock.ts";

/** When a request was received, by the rounds' clock, and how far that may have been off. Milliseconds. */
export interface Receipt {
  readonly receivedAt: number;
  readonly clockErrorMs: number;
}

/** When cash-outs were received, and which of them wait for their outcome. */
export class Receipts {
  readonly #clock: RoundClock;
  readonly #noted = new WeakMap<Context, Receipt>();
  /** Instants of receipt by the round's id. As many as there are requests under way. */
  readonly #waiting = new Map<string, Set<Receipt>>();

  constructor(clock: RoundClock) {
    this.#clock = clock;
  }

  /** Notes when a request was received, the first time that it is asked. */
  of(request: Context): Receipt {
    const noted = this.#noted.get(request);
    if (noted !== undefined) return noted;
    const receipt = { receivedAt: Math.floor(this.#clock.now()), clockErrorMs: this.#clock.errorMs };
    this.#noted.set(request, receipt);
    return receipt;
  }

  /** Has the cash-out of a round count as under way, until it is closed. */
  open(roundId: string, receipt: Receipt): void {
    const waiting = this.#waiting.get(roundId) ?? new Set();
    this.#waiting.set(roundId, waiting.add(receipt));
  }

  /** A cash-out is decided, or will not be. Once is enough. */
  close(roundId: string, receipt: Receipt): void {
    const waiting = this.#waiting.get(roundId);
    waiting?.delete(receipt);
    if (waiting?.size === 0) this.#waiting.delete(roundId);
  }

  /** Has the cash-out of a round count as under way while it is decided, and no longer. */
  async during<T>(roundId: string, receipt: Receipt, work: () => Promise<T>): Promise<T> {
    this.open(roundId, receipt);
    try {
      return await work();
    } finally {
      this.close(roundId, receipt);
    }
  }

  /** Whether a cash-out of a round is under way that was received by an instant in milliseconds. */
  isOpen(roundId: string, by: number): boolean {
    return [...(this.#waiting.get(roundId) ?? [])].some(({ receivedAt }) => receivedAt <= by);
  }
}
