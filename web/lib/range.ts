import type { Minor } from "#domain/kernel/money.ts";

/** The least and the most of something as they were entered; empty for any. */
interface Range {
  readonly least: string;
  readonly most: string;
}

interface Reading {
  /** Reads what was entered; null where it is none. */
  readonly read: (text: string) => Minor | null;
  readonly notAnAmount: string;
  readonly tooLow: string;
}

/** What is wrong with a range; what is without fault is left out. */
export function faultsOfRange(
  { least, most }: Range,
  { read, notAnAmount, tooLow }: Reading,
): { readonly [B in keyof Range]?: string } {
  const [from, to] = [read(least), read(most)];
  if (least.trim() !== "" && from === null) return { least: notAnAmount };
  if (most.trim() !== "" && to === null) return { most: notAnAmount };
  return from !== null && to !== null && to < from ? { most: tooLow } : {};
}
