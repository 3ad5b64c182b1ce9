import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../testing/properties/for-all.ts";
import { concatBytes, equalBytes, fromHex, fromUtf8, toHex, utf8 } from "./bytes.ts";

describe("bytes", () => {
  it("are written as lower-case hex and read back", () => {
    forAll(fc.uint8Array(), (bytes) => {
      expect(toHex(bytes)).toBe(Buffer.from(bytes).toString("hex"));
      expect(fromHex(toHex(bytes))).toEqual(bytes);
    });
  });

  it.each(["0", "abc", "0g", "AB", " 0", "0x", "00\n", "é0"])("are not read from %j", (text) => {
    expect(fromHex(text)).toBeNull();
  });

  it("of an empty text are none", () => {
    expect(fromHex("")).toEqual(new Uint8Array(0));
    expect(utf8("")).toEqual(new Uint8Array(0));
  });

  it("of text are its UTF-8", () => {
    expect(toHex(utf8("aé€🎲"))).toBe("61c3a9e282acf09f8eb2");
  });

  it("are read as text only if they are UTF-8", () => {
    forAll(fc.string({ unit: "grapheme" }), (text) => {
      expect(fromUtf8(utf8(text))).toBe(text);
    });
    expect(fromUtf8(Uint8Array.of(0x61, 0xff))).toBeNull();
  });

  it("are joined in order", () => {
    forAll(fc.array(fc.uint8Array(), { maxLength: 5 }), (parts) => {
      expect(toHex(concatBytes(...parts))).toBe(parts.map(toHex).join(""));
    });
  });

  it("are equal only to the same bytes", () => {
    const short = fc.uint8Array({ maxLength: 2, max: 1 });
    forAll(short, short, (a, b) => {
      expect(equalBytes(a, b)).toBe(toHex(a) === toHex(b));
    });
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
  });
});
