import type { Context } from "hono";
import type { RoundClock } from "#service/features/game-rounds/database-clock.ts";

/** When a request was received, by the rounds' clock, and the clock's error. Milliseconds. */
export interface Receipt {
  readonly receivedAt: number;
  readonly clockErrorMs: number;
}

/** When cash-outs were received, and which of them are undecided. */
export class Receipts {
  readonly #clock: RoundClock;
  readonly #noted = new WeakMap<Context, Receipt>();
  /** Undecided cash-outs by round id: at most one per request under way. */
  readonly #waiting = new Map<string, Set<Receipt>>();

  constructor(clock: RoundClock) {
    this.#clock = clock;
  }

  /** When a request was received: the time of the first call for it. */
  of(request: Context): Receipt {
    const noted = this.#noted.get(request);
    if (noted !== undefined) return noted;
    const receipt = { receivedAt: Math.floor(this.#clock.now()), clockErrorMs: this.#clock.errorMs };
    this.#noted.set(request, receipt);
    return receipt;
  }

  /** Marks a cash-out of a round as undecided, until it is closed. */
  open(roundId: string, receipt: Receipt): void {
    const waiting = this.#waiting.get(roundId) ?? new Set();
    this.#waiting.set(roundId, waiting.add(receipt));
  }

  /** Ends the mark of a cash-out, also when called again. */
  close(roundId: string, receipt: Receipt): void {
    const waiting = this.#waiting.get(roundId);
    waiting?.delete(receipt);
    if (waiting?.size === 0) this.#waiting.delete(roundId);
  }

  /** Marks a cash-out of a round as undecided while work runs. */
  async during<T>(roundId: string, receipt: Receipt, work: () => Promise<T>): Promise<T> {
    this.open(roundId, receipt);
    try {
      return await work();
    } finally {
      this.close(roundId, receipt);
    }
  }

  /** Whether a cash-out received by an instant, in milliseconds, is undecided. */
  isOpen(roundId: string, by: number): boolean {
    return [...(this.#waiting.get(roundId) ?? [])].some(({ receivedAt }) => receivedAt <= by);
  }
}
