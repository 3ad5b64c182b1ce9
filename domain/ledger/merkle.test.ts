import { hash as digest } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concatBytes, fromHex, toHex } from "../kernel/bytes.ts";
import { forAllAsyncIn } from "../testing/properties/for-all.ts";
import { inclusionPath, merkleRoot, rootOfPath } from "./merkle.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => digest("sha256", bytes, "buffer");
const sha256Async = async (bytes: Uint8Array): Promise<Uint8Array> => sha256(bytes);

const file = new URL("../../docs/vectors/tree.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as {
  readonly inputs: readonly string[];
  readonly roots: readonly { readonly size: number; readonly root: string }[];
  readonly paths: readonly {
    readonly size: number;
    readonly index: number;
    readonly path: readonly string[];
  }[];
};
const leafOf = (input: Uint8Array): Uint8Array => sha256(concatBytes(Uint8Array.of(0), input));
const published = vectors.inputs.map((input) => leafOf(fromHex(input) as Uint8Array));

/** The largest tree tested at every size: past 64, where the path grows by one. */
const SIZE_MAX = 70;
const many = Array.from({ length: SIZE_MAX + 2 }, (_, i) => leafOf(Uint8Array.of(i)));

/** The root by definition: split at the largest power of two below the size. */
function rootByDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return only;
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return sha256(
    concatBytes(
      Uint8Array.of(1),
      rootByDefinition(leaves.slice(0, split)),
      rootByDefinition(leaves.slice(split)),
    ),
  );
}

const sizes = Array.from({ length: SIZE_MAX }, (_, i) => i + 1);

describe("a Merkle tree", () => {
  it.each(vectors.roots)("has the published root over $size leaves", ({ size, root }) => {
    expect(toHex(merkleRoot(published.slice(0, size), sha256))).toBe(root);
  });

  it.each(vectors.paths)("has the published path of leaf $index of $size", ({ size, index, path }) => {
    expect(inclusionPath(published.slice(0, size), index, sha256).map(toHex)).toEqual(path);
  });

  it("has the root of the recursive definition at every size", () => {
    for (const size of sizes) {
      const leaves = many.slice(0, size);
      expect(toHex(merkleRoot(leaves, sha256))).toBe(toHex(rootByDefinition(leaves)));
    }
  });

  it("leads from every leaf to the root at every size", async () => {
    for (const size of sizes) {
      const leaves = many.slice(0, size);
      const root = toHex(merkleRoot(leaves, sha256));
      for (const [index, hash] of leaves.entries()) {
        const path = inclusionPath(leaves, index, sha256);
        const found = await rootOfPath({ hash, index, size }, path, sha256Async);
        expect(found === null ? null : toHex(found)).toBe(root);
      }
    }
  });

  it("leads from no other place and from no other leaf to the root", async () => {
    for (const size of sizes) {
      const leaves = many.slice(0, size);
      const root = toHex(merkleRoot(leaves, sha256));
      const index = (size * 7) % size;
      const path = inclusionPath(leaves, index, sha256);
      for (let other = 0; other < size; other += 1) {
        const moved = await rootOfPath(
          { hash: leaves[index] as Uint8Array, index: other, size },
          path,
          sha256Async,
        );
        expect(moved !== null && toHex(moved) === root).toBe(other === index);
        const foreign = await rootOfPath(
          { hash: many[other + 1] as Uint8Array, index, size },
          path,
          sha256Async,
        );
        expect(foreign !== null && toHex(foreign) === root).toBe(other + 1 === index);
      }
    }
  });

  it("rejects a path of a tree whose shape differs on the way to the leaf", async () => {
    const tree = fc
      .integer({ min: 1, max: SIZE_MAX })
      .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })));
    await forAllAsyncIn({ numRuns: 500 })(tree, fc.nat(SIZE_MAX), async ([size, index], beyond) => {
      const claimed = index + 1 + beyond;
      const leaves = many.slice(0, size);
      const root = toHex(merkleRoot(leaves, sha256));
      const path = inclusionPath(leaves, index, sha256);
      const hash = leaves[index] as Uint8Array;
      const found = await rootOfPath({ hash, index, size: claimed }, path, sha256Async);
      const sameShape = shapeOf(index, claimed) === shapeOf(index, size);
      expect(found !== null && toHex(found) === root).toBe(sameShape);
    });
  });

  it("rejects a path that is too short, too long or changed", async () => {
    for (const size of sizes.filter((n) => n > 1)) {
      const leaves = many.slice(0, size);
      const root = toHex(merkleRoot(leaves, sha256));
      const leaf = { hash: leaves[size - 1] as Uint8Array, index: size - 1, size };
      const path = inclusionPath(leaves, size - 1, sha256);
      expect(await rootOfPath(leaf, path.slice(1), sha256Async)).toBeNull();
      expect(await rootOfPath(leaf, [...path, leaf.hash], sha256Async)).toBeNull();
      for (let step = 0; step < path.length; step += 1) {
        const changed = await rootOfPath(leaf, path.with(step, sha256(leaf.hash)), sha256Async);
        expect(changed === null ? null : toHex(changed)).not.toBe(root);
      }
    }
  });

  it("cannot be empty", () => {
    expect(() => merkleRoot([], sha256)).toThrow("at least one leaf");
    expect(() => inclusionPath(published, 8, sha256)).toThrow("in the tree");
    expect(() => inclusionPath(published, -1, sha256)).toThrow("in the tree");
  });
});

/** The side of each neighbour on the way up: all that a path tells about the size of its tree. */
function shapeOf(index: number, size: number): string {
  let shape = "";
  for (let place = index, last = size - 1; last > 0; place >>= 1, last >>= 1) {
    if (place % 2 === 1) shape += "L";
    else if (place < last) shape += "R";
  }
  return shape;
}
