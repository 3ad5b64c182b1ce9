import { askedAgain } from "./asked-again.ts";

/** The callers that wait for the value of one key. */
class Waiting<V> {
  readonly answer: Promise<V | undefined>;
  resolve: (value: V | undefined) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/** Most queries under way: a hanging one does not block the others. */
const QUESTIONS_MAX = 4;
/** Most keys looked up by one query. */
const KEYS_MAX = 500;

/**
 * Looks up values by their keys: at once while few queries are under way, and in batches while the most are. A sudden
 * crowd costs a few queries instead of one each. A query begins after all its callers have asked, so that no answer is
 * outdated.
 */
export class Gathered<V> {
  readonly #look: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;
  readonly #waiting = new Map<string, Waiting<V>>();
  #asking = 0;

  /** @param look finds the values of distinct keys; a missing key has none */
  constructor(look: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>) {
    this.#look = look;
  }

  /** @returns the value of a key, or undefined @throws what the query throws */
  find(key: string): Promise<V | undefined> {
    const known = this.#waiting.get(key);
    if (known !== undefined) return known.answer;
    const waiting = new Waiting<V>();
    this.#waiting.set(key, waiting);
    if (this.#asking < QUESTIONS_MAX) void this.#ask();
    return waiting.answer;
  }

  async #ask(): Promise<void> {
    this.#asking += 1;
    while (this.#waiting.size > 0) {
      const asked = [...this.#waiting].slice(0, KEYS_MAX);
      for (const [key] of asked) this.#waiting.delete(key);
      try {
        const found = await askedAgain(() => this.#look(asked.map(([key]) => key)));
        for (const [key, waiting] of asked) waiting.resolve(found.get(key));
      } catch (error) {
        for (const [, waiting] of asked) waiting.reject(error);
      }
    }
    this.#asking -= 1;
  }
}
