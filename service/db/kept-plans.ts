/** Most texts remembered, planned or not: all queries of a site, in a few megabytes. */
const TEXTS_MAX = 512;

/** These may change the shape of a text's rows, which a kept plan does not allow. */
const CHANGES_ROWS = /\balter\s|\bdrop\s+schema\b/i;
/** Statements that can be planned ahead. */
const IS_PLANNED = /^\s*(?:select|with|insert|update|delete)\b/i;

/** Names unnamed statements from their second use on: on PGlite, planning takes longer than most answers. */
export class KeptPlans {
  // In order of use, the latest last. The name is empty until the second use.
  readonly #names = new Map<string, string>();
  readonly #givenUp: string[] = [];
  #given = 0;

  /** The name of a text's plan; empty for a text without one. */
  nameOf(text: string): string {
    if (!IS_PLANNED.test(text)) return "";
    const known = this.#names.get(text);
    const name = known === "" ? `kept_${++this.#given}` : (known ?? "");
    this.#names.delete(text);
    this.#names.set(text, name);
    return name;
  }

  /** Drops all names after a script that may change the shape of rows. */
  outdate(script: string): void {
    if (!CHANGES_ROWS.test(script)) return;
    for (const name of this.#names.values()) this.#giveUp(name);
    this.#names.clear();
  }

  /** The names dropped since the last call: by `outdate`, or the least recently used to make room. */
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
