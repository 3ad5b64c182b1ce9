import { describe, expect, it } from "vitest";

import { createSealer, SEAL_PLAIN_BYTES_MAX, type SealKey } from "#service/keys/seal.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | null): string | null => bytes && new TextDecoder().decode(bytes);
const key = (id: string, fill: number): SealKey => ({ id, bytes: new Uint8Array(32).fill(fill) });

const sealer = createSealer({ keys: [key("k1", 1)] });

describe("a seal", () => {
  it("opens to what was sealed", () => {
    const sealed = sealer.seal(bytesOf("a server seed"), "florin/seed:p_01:1");
    expect(textOf(sealer.open(sealed, "florin/seed:p_01:1"))).toBe("a server seed");
  });

  it("holds nothing at all, every byte value and the largest content", () => {
    const every = Uint8Array.from({ length: 256 }, (_, i) => i);
    for (const plain of [new Uint8Array(0), every, new Uint8Array(SEAL_PLAIN_BYTES_MAX).fill(7)])
      expect(sealer.open(sealer.seal(plain, "here"), "here")).toEqual(plain);
  });

  it("is the key id, the nonce, the cipher text and the tag in base64url", () => {
    expect(sealer.seal(bytesOf("abc"), "here")).toMatch(/^k1\.[\w-]{16}\.[\w-]{4}\.[\w-]{22}$/);
  });

  it("differs each time, even for the same content", () => {
    const seals = Array.from({ length: 100 }, () => sealer.seal(bytesOf("same"), "here"));
    expect(new Set(seals).size).toBe(seals.length);
  });

  it("does not open with other associated data", () => {
    const sealed = sealer.seal(bytesOf("a server seed"), "florin/seed:p_01:1");
    expect(sealer.open(sealed, "florin/seed:p_02:1")).toBeNull();
    expect(sealer.open(sealed, "")).toBeNull();
  });

  it("does not open after any single character of it was changed", () => {
    const sealed = sealer.seal(bytesOf("ten"), "here");
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === "A" ? "B" : "A";
      expect(sealer.open(sealed.slice(0, at) + other + sealed.slice(at + 1), "here")).toBeNull();
    }
  });

  it("does not open when it was cut short, prolonged or spelt in another way", () => {
    const sealed = sealer.seal(bytesOf("ten"), "here");
    const [id, nonce, body, tag = ""] = sealed.split(".");
    const others = [
      "",
      "....",
      sealed.slice(0, -1),
      `${sealed}.`,
      `${sealed}.AAAA`,
      `${sealed}=`,
      ` ${sealed}`,
      [id, nonce, body].join("."),
      [id, nonce, body, tag.slice(0, 16)].join("."),
      [id, "", body, tag].join("."),
      "A".repeat(100_000),
    ];
    for (const text of others) expect(sealer.open(text, "here")).toBeNull();
  });
});

describe("keys", () => {
  it("open their own seals after a newer key was put in front", () => {
    const sealed = sealer.seal(bytesOf("old"), "here");
    const rotated = createSealer({ keys: [key("k2", 2), key("k1", 1)] });
    expect(textOf(rotated.open(sealed, "here"))).toBe("old");
    expect(rotated.seal(bytesOf("new"), "here")).toMatch(/^k2\./);
  });

  it("open nothing once they are dropped from the list", () => {
    const sealed = sealer.seal(bytesOf("old"), "here");
    expect(createSealer({ keys: [key("k2", 2)] }).open(sealed, "here")).toBeNull();
  });

  it("open no seals of another key with the same id", () => {
    const sealed = sealer.seal(bytesOf("old"), "here");
    expect(createSealer({ keys: [key("k1", 9)] }).open(sealed, "here")).toBeNull();
  });

  it("stay as they were when the caller wipes its own buffer", () => {
    const mine = key("k1", 1);
    const own = createSealer({ keys: [mine] });
    const sealed = own.seal(bytesOf("kept"), "here");
    mine.bytes.fill(0);
    expect(textOf(own.open(sealed, "here"))).toBe("kept");
  });

  it("are refused when missing, malformed, duplicate or of the wrong length", () => {
    expect(() => createSealer({ keys: [] })).toThrow("at least one key");
    expect(() => createSealer({ keys: [key("a.b", 1)] })).toThrow("letters, digits");
    expect(() => createSealer({ keys: [key("k1", 1), key("k1", 2)] })).toThrow("given once");
    expect(() => createSealer({ keys: [{ id: "k1", bytes: new Uint8Array(16) }] })).toThrow("32 bytes");
  });
});

it("refuse content that is too long", () => {
  expect(() => sealer.seal(new Uint8Array(SEAL_PLAIN_BYTES_MAX + 1), "here")).toThrow("at most");
});
