import { expect, it } from "vitest";
import { codeOnly } from "./code.ts";

it("takes out comments and keeps the lines", () => {
  expect(codeOnly("a; // one\n/* two\nthree */ b;")).toBe("a; \n\n b;");
});

it("empties strings, templates and regular expressions, but keeps the insertions of a template", () => {
  expect(codeOnly(`f("a // b", 'c\\'d')`)).toBe(`f("", '')`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is examined
  expect(codeOnly("`x ${ y(`z ${1}`) } w`")).toBe("`${ y(`${1}`) }`");
  expect(codeOnly("return /a[/]'\"/.test(b) / 2;")).toBe("return //.test(b) / 2;");
});

it("tells division from a regular expression", () => {
  expect(codeOnly("const a = b / c; const d = e / 'f';")).toBe("const a = b / c; const d = e / '';");
});
