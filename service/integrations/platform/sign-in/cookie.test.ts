import fc from "fast-check";
import { parse } from "hono/utils/cookie";
import { describe, expect, it } from "vitest";

import { siteCookie } from "#service/integrations/platform/sign-in/cookie.ts";

const options = { name: "florin_thing", lifetimeMs: 600_000, httpOnly: true };
const plain = siteCookie({ ...options, publicUrl: new URL("http://localhost:3000") });
const secure = siteCookie({ ...options, publicUrl: new URL("https://florin.example") });

describe("a cookie of the site", () => {
  it("is set for its lifetime, for the whole site, unreadable for scripts and not sent with other sites' posts", () => {
    expect(plain.set("abc")).toBe("florin_thing=abc; Max-Age=600; Path=/; HttpOnly; SameSite=Lax");
  });

  it("is Secure and bound to the host when the site is served over https", () => {
    expect(secure.set("abc")).toBe(
      "__Host-florin_thing=abc; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  });

  it("is readable by scripts, and unprefixed, when it is only a hint", () => {
    const hint = siteCookie({ ...options, httpOnly: false, publicUrl: new URL("https://florin.example") });
    expect(hint.set("1")).toBe("florin_thing=1; Max-Age=600; Path=/; Secure; SameSite=Lax");
  });

  it("is cleared under the attributes it was set with", () => {
    expect(secure.clear()).toBe("__Host-florin_thing=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax");
  });

  it("is found among others by its exact name", () => {
    expect(plain.read("a=1; florin_thing=abc; b=2")).toBe("abc");
    expect(plain.read("xflorin_thing=abc")).toBeNull();
    expect(secure.read("florin_thing=abc")).toBeNull();
    expect(plain.read(undefined)).toBeNull();
    expect(plain.read("")).toBeNull();
  });

  it("is read from any header as Hono's parser reads it", () => {
    const value = fc.oneof(
      fc.constantFrom("abc", "a-b_9", "", '"abc"', "a%20b", "a b", " abc ", "é", "a=b", '"a', "%zz"),
      fc.string({ maxLength: 6 }),
    );
    const name = fc.constantFrom(
      "florin_thing",
      "xflorin_thing",
      "florin_thing2",
      " florin_thing",
      "florin_thing ",
      "",
      "__Host-florin_thing",
    );
    const between = fc.constantFrom(";", "; ", ";\t", ";;", ", ");
    const pair = fc
      .tuple(name, fc.constantFrom("=", "", " = "), value, between)
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), (pairs) => {
        const header = pairs.join("");
        for (const cookie of [plain, secure])
          expect(cookie.read(header)).toBe(
            header === "" ? null : (parse(header, cookie.name)[cookie.name] ?? null),
          );
      }),
    );
  });
});
