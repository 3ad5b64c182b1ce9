import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAllIn } from "#domain/testing/properties/for-all.ts";
import { propertySettings } from "#service/lab/testing/property-settings.ts";
import { csvCell, csvLine } from "./csv.ts";

/** Parses CSV by RFC 4180. */
function parsed(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ",") {
      row.push(cell);
      cell = "";
    } else if (character === "\r" && text[at + 1] === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
      at += 1;
    } else cell += character;
  }
  return rows;
}

describe("a cell of an export", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+1+1", "'+1+1"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ["＝1", "'＝1"],
  ])("is no formula: %j", (text, cell) => expect(csvCell(text)).toBe(cell));

  it.each([
    ["-5.00", "-5.00"],
    [-5, "-5"],
    ["a,b", `"a,b"`],
    ["a\nb", `"a\nb"`],
    [null, ""],
    [true, "true"],
    ["<b>", "<b>"],
  ])("stays unchanged: %j", (value, cell) => expect(csvCell(value)).toBe(cell));

  it("is parsed as it was written, except for the apostrophe before a text that looks like a formula", () => {
    const cells = fc.array(fc.oneof(fc.string(), fc.constantFrom("=", "-1", '"', "\r\n", ",", "@x")), {
      minLength: 2,
    });
    forAllIn(propertySettings({ runs: 300 }))(cells, (row) => {
      const [read] = parsed(csvLine(row));
      expect(read?.map((cell, at) => (cell === `'${row[at]}` ? row[at] : cell))).toEqual(row);
      for (const cell of read ?? []) expect(cell).not.toMatch(/^(?!-?\d+(\.\d+)?$)[=+\-@\t\r]/);
    });
  });
});
