import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, forAllIn } from "../testing/properties/for-all.ts";
import { fromBase64 } from "./base64.ts";

describe("base64", () => {
  it("is read as the bytes that it was written from", () => {
    forAll(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(fromBase64(Buffer.from(bytes).toString("base64"))).toEqual(bytes);
    });
  });

  it("has one spelling for each byte string", () => {
    const text = fc.stringMatching(/^[AQgwZ9+/=]{0,8}$/);
    forAllIn({ numRuns: 2_000 })(text, (written) => {
      const bytes = fromBase64(written);
      if (bytes !== null) expect(Buffer.from(bytes).toString("base64")).toBe(written);
      else expect(Buffer.from(written, "base64").toString("base64")).not.toBe(written);
    });
  });

  it.each([
    "A",
    "AA",
    "AAA",
    "AA=",
    "AB==",
    "AAB=",
    "=",
    "A===",
    "AA==AA==",
    "AA==\n",
    " AA==",
    "A-A=",
    "A_A=",
  ])("is not %j", (text) => {
    expect(fromBase64(text)).toBeNull();
  });
});
