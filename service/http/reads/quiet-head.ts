const WINDOW_MS = 250;
/**
 * Events a window, so 200 a second, up to which reads may hurry the projector: a step for each then costs about as much
 * as these appends do, which is little of what a process can take.
 */
const EVENTS_MAX = 50;
/** How long nobody waits for the head after somebody waited long: a read model has stopped, or is far behind. */
const LATE_MS = 5_000;

/**
 * The head of the log while few events come. Reads then show what anybody wrote before them; under load they would end
 * the projector's every pause.
 * @example
 * const head = new QuietHead({ head: () => writer.head.position, clock: () => performance.now() });
 * head.position(); // 120, or 0 under load
 */
export class QuietHead {
  readonly #head: () => number;
  readonly #clock: () => number;
  #began: number;
  #from: number;
  #wasBusy = false;
  #lateUntil = Number.NEGATIVE_INFINITY;

  /** @param clock milliseconds, which never go back */
  constructor({ head, clock }: { readonly head: () => number; readonly clock: () => number }) {
    this.#head = head;
    this.#clock = clock;
    this.#began = clock();
    this.#from = head();
  }

  /** The position that a read waits for, 0 for none. */
  position(): number {
    const [head, now] = [this.#head(), this.#clock()];
    const lasted = now - this.#began;
    if (lasted >= WINDOW_MS) {
      this.#wasBusy = (head - this.#from) * WINDOW_MS > EVENTS_MAX * lasted;
      this.#began = now;
      this.#from = head;
    }
    return this.#wasBusy || this.isLate || head - this.#from > EVENTS_MAX ? 0 : head;
  }

  /** Whether somebody has just waited long for it. */
  get isLate(): boolean {
    return this.#clock() < this.#lateUntil;
  }

  /** Runs a query that waits for the head, and notes if it took longer than so many milliseconds. */
  async within<T>(ms: number, work: () => Promise<T>): Promise<T> {
    const began = this.#clock();
    try {
      return await work();
    } finally {
      const ended = this.#clock();
      if (ended - began > ms) this.#lateUntil = ended + LATE_MS;
    }
  }
}
