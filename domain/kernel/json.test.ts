import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../testing/properties/for-all.ts";
import { toHex, utf8 } from "./bytes.ts";
import { canonicalJson, holdsNul, type Json } from "./json.ts";

const file = new URL("../../docs/vectors/json.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly cases: readonly {
    readonly name: string;
    readonly value: Json;
    readonly text: string;
    readonly utf8: string;
  }[];
};

const { tree: json } = fc.letrec<{ tree: Json; object: Json }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.string({ unit: "grapheme" }),
    fc.array(tie("tree"), { maxLength: 4 }),
    tie("object"),
  ),
  object: fc.dictionary(fc.string({ unit: "grapheme", maxLength: 4 }), tie("tree"), { maxKeys: 5 }),
}));

describe("canonical JSON", () => {
  it.each(cases)("writes $name as published", ({ value, text, utf8: bytes }) => {
    expect(canonicalJson(value)).toBe(text);
    expect(toHex(utf8(canonicalJson(value)))).toBe(bytes);
  });

  it("distinguishes NUL from text that only looks like one", () => {
    for (const text of ["\0", "a\0b", "\\\0", "\\\\\0"]) expect(holdsNul(canonicalJson({ text }))).toBe(true);
    for (const text of ["", "0", "\\u0000", "\\\\u0000", "\u0001"])
      expect(holdsNul(canonicalJson({ text }))).toBe(false);
    expect(holdsNul(canonicalJson({ "\0": 1 }))).toBe(true);
  });

  it("parses to the value that it was written from", () => {
    forAll(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(normal(value));
    });
  });

  it("does not depend on the order of keys, and writes its own text again", () => {
    forAll(json, (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
    });
  });

  it("leaves out undefined values and has no negative zero", () => {
    expect(canonicalJson({ a: undefined, b: -0 } as unknown as Json)).toBe('{"b":0}');
  });

  it.each([0.5, 1e21, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])("does not write the number %s", (n) => {
    expect(() => canonicalJson({ n })).toThrow("whole number");
  });

  it.each(["\ud800", "\udc00", "a\ud83dz", "\udc00\ud800"])("does not write a lone surrogate: %j", (text) => {
    expect(() => canonicalJson(text)).toThrow("well-formed");
    expect(() => canonicalJson({ [text]: 1 })).toThrow("well-formed");
  });

  it("writes a pair of surrogates as its character", () => {
    expect(canonicalJson("\ud83c\udfb2")).toBe('"🎲"');
  });
});

/** The result of `JSON.parse`: plain objects, and no negative zero. */
function normal(value: Json): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value === "number") return value + 0;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normal(item)]));
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [key, reversed(item)]);
  return Object.fromEntries(entries.toReversed());
}
