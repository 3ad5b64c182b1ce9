/** Requests begun in one turn of the event loop; each takes 0.1 to 0.3 ms, and a burst would block the rest. */
export const BEGUN_PER_TURN = 16;

/**
 * Begins work in order of arrival, a few pieces per turn of the event loop, so that timers, the database and work under
 * way run in between. The number of connections bounds the queue: each has one request at a time.
 */
export class RequestPacer {
  #waiting: (() => void)[] = [];
  #begun = 0;
  #isCounting = false;

  /** Begins work now, or in a later turn if this one has begun enough. */
  begin(work: () => void): void {
    this.#countAnew();
    if (this.#begun < BEGUN_PER_TURN && this.#waiting.length === 0) {
      this.#begun += 1;
      work();
    } else this.#waiting.push(work);
  }

  #countAnew(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => {
      this.#isCounting = false;
      const next = this.#waiting.splice(0, BEGUN_PER_TURN);
      this.#begun = next.length;
      if (next.length > 0) this.#countAnew();
      for (const work of next) work();
    });
  }
}
