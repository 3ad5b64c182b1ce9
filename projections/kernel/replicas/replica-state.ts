/** A replica that has lacked an event for longer than this is left out, in milliseconds. */
export const LAG_MAX_MS = 2_000;
/** Good looks in a row before an excluded replica is used again. */
export const GOOD_LOOKS = 3;

/** What one look at a replica found. */
export interface Look {
  /** When, in milliseconds. */
  readonly at: number;
  /** Where its log ends. */
  readonly position: number;
  /** Where the log ends as far as this process knows. */
  readonly head: number;
  /** Whether it holds this log at all: an old primary may have gone on alone. */
  readonly isSameLog: boolean;
}

/** Whether queries may go to a replica. It starts excluded, until it has shown that it follows. */
export class ReplicaState {
  readonly #lagMaxMs: number;
  #goodLooks = 0;
  #isUsed = false;
  #lagEvents = 0;
  /** What it had yet to receive when that was first seen. */
  #due: { readonly position: number; readonly since: number } | null = null;

  constructor(lagMaxMs = LAG_MAX_MS) {
    this.#lagMaxMs = lagMaxMs;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** How many events it lacked when it was looked at last. */
  get lagEvents(): number {
    return this.#lagEvents;
  }

  /** For how long it has lacked an event, in milliseconds. */
  lagMs(at: number): number {
    return this.#due === null ? 0 : Math.max(0, at - this.#due.since);
  }

  /** @returns whether it is used from now on */
  looked({ at, position, head, isSameLog }: Look): boolean {
    this.#lagEvents = Math.max(0, head - position);
    if (this.#due === null || position >= this.#due.position)
      this.#due = position < head ? { position: head, since: at } : null;
    const isGood = isSameLog && this.lagMs(at) <= this.#lagMaxMs;
    if (!isGood) this.failed();
    else {
      this.#goodLooks += 1;
      this.#isUsed ||= this.#goodLooks >= GOOD_LOOKS;
    }
    return this.#isUsed;
  }

  /** It gave no answer, or not the right one. */
  failed(): void {
    this.#goodLooks = 0;
    this.#isUsed = false;
  }
}

/** A person's replica, stable while the set is unchanged, so that shown data does not disappear again. */
export function replicaFor<R>(key: string, used: readonly R[]): R | undefined {
  let sum = 0;
  for (let i = 0; i < key.length; i += 1) sum = (Math.imul(sum, 31) + key.charCodeAt(i)) >>> 0;
  return used[sum % used.length];
}
