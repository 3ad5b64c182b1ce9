/** Items set aside for a while, so that failing ones at the head of a queue do not block the rest. */
export class Pauses {
  readonly #ms: number;
  readonly #max: number;
  readonly #until = new Map<string, number>();

  /** @param ms how long a pause lasts. @param max most pauses at a time: beyond it, the oldest ends early */
  constructor({ ms, max }: { readonly ms: number; readonly max: number }) {
    this.#ms = ms;
    this.#max = max;
  }

  /** Begins or restarts the pause of an item. @param at milliseconds */
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

  /** The items paused at a time. @param at milliseconds */
  now(at: number): string[] {
    for (const [id, until] of this.#until) if (until <= at) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}
