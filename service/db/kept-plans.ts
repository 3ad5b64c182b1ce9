/** Texts that are remembered, planned or not: all that a site asks, in a few megabytes. */
const TEXTS_MAX = 512;

/** After these the rows of a text may look differently, which a kept plan does not allow. */
const CHANGES_ROWS = /\balter\s|\bdrop\s+schema\b/i;
/** What can be planned ahead. */
const IS_PLANNED = /^\s*(?:select|with|insert|update|delete)\b/i;

/** Names unnamed statements from their second use on: on PGlite, planning takes longer than most answers. */
export class KeptPlans {
  // By the last use, the latest at the end. Without a name as long as a text was asked once.
  readonly #names = new Map<string, string>();
  readonly #givenUp: string[] = [];
  #given = 0;

  /** The name under which a text is kept; empty for one that is not. */
  nameOf(text: string): string {
    if (!IS_PLANNED.test(text)) return "";
    const known = this.#names.get(text);
    const name = known === "" ? `kept_${++this.#given}` : (known ?? "");
    this.#names.delete(text);
    this.#names.set(text, name);
    return name;
  }

  /** Gives up all names where a script may change what rows look like. */
  outdate(script: string): void {
    if (!CHANGES_ROWS.test(script)) return;
    for (const name of this.#names.values()) this.#giveUp(name);
    this.#names.clear();
  }

  /** The names that were given up since this was asked last: for newer texts, the longest unused first. */
  takeGivenUp(): readonly string[] {
    for (const [text, name] of this.#names) {
      if (this.#names.size <= TEXTS_MAX) break;
      this.#names.delete(text);
      this.#giveUp(name);
    }
    return this.#givenUp.splice(0);
  }

  #giveUp(name: string): void {
    if (name !== "") this.#givenUp.push(name);
  }
}
