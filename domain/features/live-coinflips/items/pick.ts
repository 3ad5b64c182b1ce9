import type { Copy } from "../../../accounts/item.ts";
import { invariant } from "../../../kernel/invariant.ts";
import { compareMinor, type Minor } from "../../../kernel/money.ts";
import { type FreeCopy, joinerRange } from "./items.ts";

/** Maximum copies the server picks, and the most valuable ones it picks among. */
export const PICKED_MAX = 4;
const PICKED_FROM_MAX = 64;
/** Maximum sets a pick looks at: each copy alone, then C(64, 1) - 1 + C(63, 2) + C(63, 3) moves of a pointer. */
const PICK_STEPS_MAX = 64 + 63 + 1_953 + 39_711;
/** Places of copies in a key, which takes fewer bits than a number has. */
const KEY_BASE = PICKED_FROM_MAX;
/** Above what twenty items may be worth, and so that four such amounts are added exactly. */
const AMOUNT_MAX = 1_000_000_000_000_000n;

/** The server's pick for a joiner, or how much value is missing. */
export type Picked = { readonly copies: readonly Copy[] } | { readonly missing: Minor };

/**
 * Picks a joiner's items against a creator's: among the sets of up to four of the 64 most valuable free copies that are
 * not too valuable alone, the lowest total that fits, then the fewer items, then the smaller numbers.
 *
 * It costs at most `PICK_STEPS_MAX` steps, whatever the copies: for each pair to begin with, two pointers close in on
 * the rest from both ends of the copies by value.
 */
export function pickCopies(free: readonly FreeCopy[], creators: Minor): Picked {
  const { least, most } = joinerRange(creators);
  const search = new Search(candidatesOf(free.filter(({ value }) => value <= most)), amountOf(least));
  search.run();
  const { best, below, steps } = search;
  invariant(steps <= PICK_STEPS_MAX, "a pick takes a bounded number of steps");
  if (best === null || BigInt(best.total) > most) return { missing: least - BigInt(below) };
  return { copies: best.set.map(({ copy }) => copy) };
}

/** A copy with its value as a number, and its place among the candidates by the number in the inventory. */
interface Candidate {
  readonly copy: Copy;
  readonly value: number;
  readonly place: number;
}

/** Totals of a few copies are safe integers, and much faster to add than big integers. */
function amountOf(amount: Minor): number {
  invariant(amount <= AMOUNT_MAX, "a value is within what copies are worth");
  return Number(amount);
}

/**
 * The most valuable copies, by value and then by number; of equal values only as many as a set can have, since others
 * would only have larger numbers.
 */
function candidatesOf(free: readonly FreeCopy[]): readonly Candidate[] {
  const known = [...free]
    .sort((a, b) => compareMinor(b.value, a.value) || a.id - b.id)
    .slice(0, PICKED_FROM_MAX);
  const byId = known.toSorted((a, b) => a.id - b.id);
  const places = new Map(byId.map(({ copy }, place) => [copy, place]));
  const sorted = known
    .sort((a, b) => compareMinor(a.value, b.value) || a.id - b.id)
    .map(({ copy, value }) => ({ copy, value: amountOf(value), place: places.get(copy) ?? 0 }));
  return sorted.filter(({ value }, at) => sorted[at - PICKED_MAX]?.value !== value);
}

interface Found {
  readonly total: number;
  readonly set: readonly Candidate[];
  readonly key: number;
}

/** Looks at the sets of one copy, of two, of three and of four, so that the fewer items come first. */
class Search {
  best: Found | null = null;
  /** The highest total below the least that is wanted. */
  below = 0;
  /** Sets looked at so far. */
  steps = 0;
  readonly #copies: readonly Candidate[];
  readonly #least: number;

  constructor(copies: readonly Candidate[], least: number) {
    this.#copies = copies;
    this.#least = least;
  }

  run(): void {
    const copies = this.#copies;
    this.steps += copies.length;
    for (const one of copies) this.#look(one.value, [one]);
    this.#pairs([], 0);
    for (const [at, one] of copies.entries()) this.#pairs([one], at + 1);
    for (const [at, one] of copies.entries())
      for (let other = at + 1; other < copies.length; other += 1)
        this.#pairs([one, copies[other] as Candidate], other + 1);
  }

  /**
   * Completes a set by two of the copies from a place on. Two pointers visit every pair whose total could be the lowest
   * that suffices, or the highest that does not; of equal values the pair with the smaller numbers.
   */
  #pairs(set: readonly Candidate[], from: number): void {
    const copies = this.#copies;
    let begun = 0;
    for (const { value } of set) begun += value;
    for (let low = from, high = copies.length - 1; low < high; ) {
      this.steps += 1;
      const [one, other] = [copies[low] as Candidate, copies[high] as Candidate];
      const total = begun + one.value + other.value;
      if (total >= this.#least) {
        if (this.best === null || total <= this.best.total) this.#look(total, [...set, one, other]);
        high -= 1;
      } else {
        if (total > this.below) this.below = total;
        low += 1;
      }
    }
  }

  #look(total: number, set: readonly Candidate[]): void {
    if (total < this.#least) {
      if (total > this.below) this.below = total;
      return;
    }
    const found = { total, set, key: keyOf(set) };
    if (this.best === null || isBetter(found, this.best)) this.best = found;
  }
}

/** Puts sets of one size in the order of their numbers, smallest first. */
function keyOf(set: readonly Candidate[]): number {
  let key = 0;
  for (const place of set.map((one) => one.place).sort((a, b) => a - b)) key = key * KEY_BASE + place;
  return key;
}

function isBetter(a: Found, b: Found): boolean {
  if (a.total !== b.total) return a.total < b.total;
  return a.set.length === b.set.length ? a.key < b.key : a.set.length < b.set.length;
}
