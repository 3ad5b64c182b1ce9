/** A feature's contribution to another feature's slot. */
export type Fill = object;

/** A slot on a feature's pages that later features fill, so that it need not know them. */
export interface Slot<T> {
  readonly fill: (part: T) => Fill;
  /** What was put into this place, in the order of the features. */
  readonly partsOf: (fills: readonly Fill[]) => readonly T[];
}

/**
 * Makes a place for parts of one kind.
 * @example export const casinoSections = defineSlot<LazyPage>();
 */
export function defineSlot<T>(): Slot<T> {
  const parts = new WeakMap<Fill, T>();
  return {
    fill: (part) => {
      const fill = {};
      parts.set(fill, part);
      return fill;
    },
    partsOf: (fills) =>
      fills.flatMap((fill) => {
        const part = parts.get(fill);
        return part === undefined ? [] : [part];
      }),
  };
}
