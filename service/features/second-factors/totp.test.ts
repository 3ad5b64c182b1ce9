import { describe, expect, it } from "vitest";
import { base32, stepOfCode, totpAddress, totpAt } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

describe("codes of authenticator apps", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("are those of RFC 6238 at second %i", (second, code) => {
    expect(totpAt(secret, Math.floor(second / 30))).toBe(code);
  });

  it("are accepted one step early or late, and no further", () => {
    const code = totpAt(secret, 100);
    expect([98, 99, 100, 101, 102].map((step) => stepOfCode(secret, code, step * 30_000))).toEqual([
      null,
      100,
      100,
      100,
      null,
    ]);
  });

  it("use a secret written in base 32, as in RFC 4648", () => {
    expect(["f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => base32(Buffer.from(text)))).toEqual([
      "MY",
      "MZXQ",
      "MZXW6",
      "MZXW6YQ",
      "MZXW6YTB",
      "MZXW6YTBOI",
    ]);
    expect(totpAddress(Buffer.from("foo"), "Florin", "a b")).toBe(
      "otpauth://totp/Florin%3Aa%20b?secret=MZXW6&issuer=Florin",
    );
  });
});
