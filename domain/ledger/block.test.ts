import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "../kernel/bytes.ts";
import { forAll } from "../testing/properties/for-all.ts";
import { type BlockColumns, blockBytes, GENESIS_HASH, headText } from "./block.ts";
import { merkleRoot } from "./merkle.ts";

interface StoredBlock {
  readonly number: number;
  readonly from: number;
  readonly to: number;
  readonly previous: string;
  readonly root: string;
  readonly bytes: string;
  readonly hash: string;
}

const file = new URL("../../docs/vectors/log.json", import.meta.url);
const log = JSON.parse(readFileSync(file, "utf8")) as {
  readonly events: readonly { readonly leaf: string }[];
  readonly blocks: readonly StoredBlock[];
  readonly heads: readonly { readonly text: string; readonly head: Parameters<typeof headText>[0] }[];
};

const after = JSON.parse(
  readFileSync(new URL("../../docs/vectors/log-2.json", import.meta.url), "utf8"),
) as typeof log;

const bytesOf = (hex: string): Uint8Array => fromHex(hex) as Uint8Array;
const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const columnsOf = (block: StoredBlock): BlockColumns => ({
  ...block,
  previous: bytesOf(block.previous),
  root: bytesOf(block.root),
});

describe("a block", () => {
  it.each(log.blocks)("$number of the published log is hashed as published", (block) => {
    const bytes = blockBytes(columnsOf(block));
    expect(toHex(bytes)).toBe(block.bytes);
    expect(toHex(sha256(bytes))).toBe(block.hash);
  });

  it.each(log.blocks)("$number of the published log has the root of its leaves", (block) => {
    const leaves = log.events.slice(block.from - 1, block.to).map(({ leaf }) => bytesOf(leaf));
    expect(toHex(merkleRoot(leaves, sha256))).toBe(block.root);
  });

  it("continues the same chain in format 2", () => {
    const leaves = after.events.map(({ leaf }) => bytesOf(leaf));
    let [from, previous] = [1, log.blocks.at(-1)?.hash];
    for (const block of after.blocks) {
      const count = block.to - block.from + 1;
      expect(toHex(merkleRoot(leaves.slice(from - 1, from - 1 + count), sha256))).toBe(block.root);
      expect(toHex(blockBytes(columnsOf(block)))).toBe(block.bytes);
      expect([block.previous, toHex(sha256(blockBytes(columnsOf(block))))]).toEqual([previous, block.hash]);
      from += count;
      previous = block.hash;
    }
    for (const { text, head } of after.heads) expect(headText(head)).toBe(text);
  });

  it("names the one before it, and the first names 32 zero bytes", () => {
    const hashes = [toHex(GENESIS_HASH), ...log.blocks.map(({ hash }) => hash)];
    expect(log.blocks.map(({ previous }) => previous)).toEqual(hashes.slice(0, -1));
    expect(toHex(GENESIS_HASH)).toBe("00".repeat(32));
  });

  it("is one tag, one hash, three numbers of eight bytes and one root", () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const number = fc.maxSafeNat();
    const block = fc.record({ number, from: number, to: number, previous: hash, root: hash });
    forAll(block, (columns) => {
      const bytes = blockBytes(columns);
      const view = new DataView(bytes.buffer);
      expect(bytes).toHaveLength(1 + 32 + 3 * 8 + 32);
      expect(bytes[0]).toBe(2);
      expect(bytes.slice(1, 33)).toEqual(columns.previous);
      expect(view.getBigUint64(33)).toBe(BigInt(columns.number));
      expect(view.getBigUint64(41)).toBe(BigInt(columns.from));
      expect(view.getBigUint64(49)).toBe(BigInt(columns.to));
      expect(bytes.slice(57)).toEqual(columns.root);
    });
  });
});

describe("a head's text", () => {
  it.each(log.heads)("equals that of the published head of block $head.number", ({ head, text }) => {
    expect(headText(head)).toBe(text);
  });

  it("is six lines, each ended by a newline", () => {
    const text = headText({ log: "1", number: 2, to: 3, hash: "ab", at: "2026-01-01T00:00:00.000Z" });
    expect(text).toBe("florin-head/1\n1\n2\n3\nab\n2026-01-01T00:00:00.000Z\n");
  });
});
