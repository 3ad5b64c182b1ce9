import { hash } from "node:crypto";

/** Words kept of each id: 95 bits of its SHA-256. Of 20 million ids, two share them once in 10^14 logs. */
const WORDS = 3;
const SLOTS_FIRST = 1_024;

/**
 * The ids seen so far, in 12 bytes each beside the heap: a set of texts holds at most 16.7 million, in two gigabytes,
 * and logs are longer.
 */
export class SeenIds {
  /** Slots of an open-addressed table; one that begins with 0 is free. */
  #slots = new Uint32Array(SLOTS_FIRST * WORDS);
  #count = 0;

  /** Remembers an id. @returns whether it is new */
  add(id: string): boolean {
    if (2 * WORDS * this.#count > this.#slots.length) this.#grow();
    const digest = hash("sha256", id, "buffer");
    const words = new Uint32Array(WORDS).map((_, at) => digest.readUInt32LE(4 * at));
    words[0] = (words[0] as number) | 1;
    const isNew = place(this.#slots, words);
    if (isNew) this.#count += 1;
    return isNew;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += WORDS)
      if (before[at] !== 0) place(this.#slots, before.subarray(at, at + WORDS));
  }
}

/** Puts words into the first free slot from theirs on. @returns false if they are there already */
function place(slots: Uint32Array, words: Uint32Array): boolean {
  const [, ...rest] = words;
  let at = ((words[1] as number) * WORDS) % slots.length;
  while (slots[at] !== 0) {
    if (slots[at] === words[0] && rest.every((word, i) => slots[at + 1 + i] === word)) return false;
    at = (at + WORDS) % slots.length;
  }
  slots.set(words, at);
  return true;
}
