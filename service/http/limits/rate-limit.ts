import type { Rate } from "#domain/kernel/contract.ts";

interface Bucket {
  tokens: number;
  at: number;
}

/** The rest of a key's quota. */
export interface Quota {
  readonly remaining: number;
  /** Whole seconds until the quota is full again. */
  readonly resetSeconds: number;
}

/** Most keys; beyond it the least recently used is forgotten, and begins again with a full bucket. */
export const KEYS_MAX = 50_000;

/** Token buckets by key. Times are in milliseconds. */
export class RateLimit {
  readonly #rate: Rate;
  /** In the order of use. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Takes one token of a key. @returns 0 on success, else the whole seconds until there is one */
  take(key: string, now: number): number {
    const { perSecond, burst } = this.#rate;
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now };
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > KEYS_MAX) this.#forgetLeastRecent();
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * perSecond);
    bucket.at = now;
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
  }

  /** A key's quota when it was last used. */
  left(key: string): Quota {
    const { perSecond, burst } = this.#rate;
    const tokens = this.#buckets.get(key)?.tokens ?? burst;
    return { remaining: Math.floor(tokens), resetSeconds: Math.ceil((burst - tokens) / perSecond) };
  }

  #forgetLeastRecent(): void {
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key);
      return;
    }
  }
}
