import { describe, expect, it } from "vitest";

import { RETURN_TO_CHARS_MAX, safeReturnTo } from "#service/integrations/platform/sign-in/return-to.ts";

describe("the path to return to after a sign-in", () => {
  it("is any path of this site, with its query and fragment", () => {
    for (const path of ["/", "/shop", "/games/01?tab=proof#seed", "/a/b/c", "/x?next=https://evil.example"])
      expect(safeReturnTo(path)).toBe(path);
  });

  it("is percent-encoded where a header could not carry it", () => {
    expect(safeReturnTo("/jeu/é?q=ü")).toBe("/jeu/%C3%A9?q=%C3%BC");
  });

  it("is ignored when there is none", () => {
    for (const text of [null, undefined, ""]) expect(safeReturnTo(text)).toBeNull();
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    ".//evil.example",
    " /evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    "/ok\r\nSet-Cookie: a=b",
    "/ok\u0000",
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e%2e//evil.example",
    "/.\\/evil.example",
  ])("is ignored when it could lead elsewhere: %j", (text) => {
    expect(safeReturnTo(text)).toBeNull();
  });

  it("is ignored when it is too long, as given or as encoded", () => {
    expect(safeReturnTo(`/${"a".repeat(RETURN_TO_CHARS_MAX - 1)}`)).not.toBeNull();
    expect(safeReturnTo(`/${"a".repeat(RETURN_TO_CHARS_MAX)}`)).toBeNull();
    expect(safeReturnTo(`/${"é".repeat(100)}`)).toBeNull();
  });
});
