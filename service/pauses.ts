/** Items to leave alone for a while, so that those stuck at a queue's head do not block the rest. */
export class Pauses {
  readonly #ms: number;
  readonly #max: number;
  readonly #until = new Map<string, number>();

  /** @param ms how long each pauses; of more than `max` at once, the oldest are tried again */
  constructor({ ms, max }: { readonly ms: number; readonly max: number }) {
    this.#ms = ms;
    this.#max = max;
  }

  /** Leaves one alone from now on. @param at milliseconds */
  pause(id: string, at: number): void {
    this.#until.delete(id);
    this.#until.set(id, at + this.#ms);
    const [oldest] = this.#until.keys();
    if (this.#until.size > this.#max && oldest !== undefined) this.#until.delete(oldest);
  }

  /** Ends a pause. */
  end(id: string): void {
    this.#until.delete(id);
  }

  /** Those that are left alone now. @param at milliseconds */
  now(at: number): string[] {
    for (const [id, until] of this.#until) if (until <= at) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}
