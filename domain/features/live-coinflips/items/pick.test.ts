import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyOf } from "../../../accounts/item.ts";
import { forAll, forAllIn } from "../../../testing/properties/for-all.ts";
import { type FreeCopy, joinerRange } from "./items.ts";
import { PICKED_MAX, pickCopies } from "./pick.ts";

const free = (id: number, value: bigint): FreeCopy => ({
  copy: copyOf(1, `c${id}`),
  serial: null,
  id,
  value,
  inCustody: true,
});

describe("the server's pick for a joiner", () => {
  const ids = (picked: ReturnType<typeof pickCopies>) =>
    "copies" in picked ? picked.copies.map((copy) => copy.split(":")[2]).toSorted() : picked.missing;

  it("is the lowest total that fits, then the fewer items, then the smaller numbers", () => {
    expect(ids(pickCopies([free(1, 109n), free(2, 104n), free(3, 99n)], 100n))).toEqual(["c2"]);
    expect(ids(pickCopies([free(1, 50n), free(2, 50n), free(3, 100n)], 100n))).toEqual(["c3"]);
    expect(ids(pickCopies([free(9, 100n), free(2, 100n)], 100n))).toEqual(["c2"]);
    expect(ids(pickCopies([free(5, 60n), free(6, 40n), free(1, 60n)], 100n))).toEqual(["c1", "c6"]);
  });

  it("finds the copy that fits among any number of more valuable ones", () => {
    const valuable = Array.from({ length: 64 }, (_, i) => free(i + 2, 111n + BigInt(i)));
    expect(ids(pickCopies([free(1, 104n), ...valuable], 100n))).toEqual(["c1"]);
    expect(ids(pickCopies([free(1, 90n), ...valuable], 100n))).toBe(10n);
  });

  it("reports the missing value when nothing fits", () => {
    expect(ids(pickCopies([], 100n))).toBe(100n);
    expect(ids(pickCopies([free(1, 30n), free(2, 40n)], 100n))).toBe(30n);
    expect(ids(pickCopies([free(1, 90n), free(2, 200n)], 100n))).toBe(10n);
    const five = [1, 2, 3, 4, 5].map((id) => free(id, 20n));
    expect(ids(pickCopies(five, 100n))).toBe(20n);
  });

  it("equals the result of trying every set", () => {
    const some = fc
      .array(fc.bigInt({ min: 1n, max: 60n }), { maxLength: 9 })
      .map((values) => values.map((value, i) => free(i + 1, value)));
    forAll(some, fc.bigInt({ min: 1n, max: 150n }), (copies, creators) => {
      const { least, most } = joinerRange(creators);
      let lowest: bigint | null = null;
      let fewest = PICKED_MAX + 1;
      for (let mask = 1; mask < 2 ** copies.length; mask += 1) {
        const set = copies.filter((_, i) => (mask >> i) & 1);
        const total = set.reduce((sum, { value }) => sum + value, 0n);
        if (set.length > PICKED_MAX || total < least || total > most) continue;
        if (lowest === null || total < lowest || (total === lowest && set.length < fewest))
          [lowest, fewest] = [total, set.length];
      }
      const picked = pickCopies(copies, creators);
      if (lowest === null) {
        expect(picked).toHaveProperty("missing");
        return;
      }
      const names = "copies" in picked ? picked.copies : [];
      const set = copies.filter(({ copy }) => names.includes(copy));
      expect(set.reduce((sum, { value }) => sum + value, 0n)).toBe(lowest);
      expect(set).toHaveLength(fewest);
    });
  });

  it("equals, to the very copies, the result of trying every set, even with repeated values", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 10 });
    const values = fc.array(fc.bigInt({ min: 1n, max: 12n }), { minLength: 10, maxLength: 10 });
    forAllIn({ numRuns: 1_000 })(
      numbers,
      values,
      fc.bigInt({ min: 1n, max: 48n }),
      (ids, worth, creators) => {
        const copies = ids.map((id, i) => free(id, worth[i] ?? 1n));
        expect(pickCopies(copies, creators)).toEqual(pickedByTryingAll(copies, creators));
      },
    );
  });

  const shapes: readonly (readonly [string, (i: number) => bigint, bigint])[] = [
    ["scattered", (i) => BigInt(1_000_003 + 7_919 * ((i * i) % 97)), 5_200_000n],
    ["in even steps", (i) => BigInt(1_000 + i), 4_200n],
    ["all alike", () => 1_000n, 4_000n],
    ["in pairs", (i) => BigInt(100 * (i >> 1)), 12_000n],
    ["far too small", (i) => BigInt(1 + i), 1_000_000n],
    ["far too great", (i) => BigInt(10_000_000 + i), 1n],
    ["growing fast", (i) => BigInt(Math.round(1.3 ** i)), 20_000_000n],
  ];
  it.each(shapes)(
    "takes a bounded number of steps among the largest number of items, %s",
    (_shape, ...of) => {
      const [worthOf, creators] = of;
      const many = Array.from({ length: 500 }, (_, i) => free(i + 1, worthOf(i % 64)));
      // An invariant counts the steps: they do not depend on how busy the machine is.
      expect(() => pickCopies(many, creators)).not.toThrow();
    },
  );

  it("takes a bounded number of steps among items of 500 values", () => {
    const many = Array.from({ length: 500 }, (_, i) => free(i + 1, BigInt(1_000 + i)));
    for (const creators of [1n, 4_200n, 6_000n, 1_000_000n])
      expect(() => pickCopies(many, creators)).not.toThrow();
  });
});

/** Tries every set of up to four copies. */
function pickedByTryingAll(copies: readonly FreeCopy[], creators: bigint): ReturnType<typeof pickCopies> {
  const { least, most } = joinerRange(creators);
  let below = 0n;
  const fitting: { readonly total: bigint; readonly set: readonly FreeCopy[] }[] = [];
  for (let mask = 1; mask < 2 ** copies.length; mask += 1) {
    const set = copies.filter((_, i) => (mask >> i) & 1).toSorted((a, b) => a.id - b.id);
    if (set.length > PICKED_MAX) continue;
    const total = set.reduce((sum, { value }) => sum + value, 0n);
    if (total >= least) fitting.push({ total, set });
    else if (total > below) below = total;
  }
  const order = (a: (typeof fitting)[number], b: (typeof fitting)[number]): number => {
    if (a.total !== b.total) return a.total < b.total ? -1 : 1;
    if (a.set.length !== b.set.length) return a.set.length - b.set.length;
    const at = a.set.findIndex(({ id }, i) => id !== b.set[i]?.id);
    return at < 0 ? 0 : (a.set[at]?.id ?? 0) - (b.set[at]?.id ?? 0);
  };
  const [best] = fitting.sort(order);
  if (best === undefined || best.total > most) return { missing: least - below };
  return { copies: expect.toSatisfy((named: readonly string[]) => isSame(named, best.set)) as never };
}

const isSame = (named: readonly string[], set: readonly FreeCopy[]): boolean =>
  named.length === set.length && set.every(({ copy }) => named.includes(copy));
