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
    ["\t=1", "'\t'=1"],
    ["\r=1", `"'\r'=1"`],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ["＝1", "'＝1"],
    // Where the list separator is a semicolon, a spreadsheet begins a cell behind each, and quotes do not help.
    ["a;=1+1;", "a;'=1+1;"],
    ["a; +1", "a; '+1"],
    ['a;"@SUM(A1)"', `"a;""'@SUM(A1)"""`],
    ["a\n=1+1", `"a\n'=1+1"`],
    // Some spreadsheets skip what cannot be seen.
    [" =1+1", "' =1+1"],
    ["\u00a0\u0000@SUM(A1)", "'\u00a0\u0000@SUM(A1)"],
    [" \n-2+3", `"' \n'-2+3"`],
    ["a;\u0000=1", "a;\u0000'=1"],
    // The next column follows: -5,1+1 is a formula where the comma is the decimal sign.
    ["a;-5", "a;'-5"],
    ["a;-5+1;", "a;'-5+1;"],
    ["a;+5;", "a;'+5;"],
    ["=1;-2;＝3", "'=1;-2;'＝3"],
  ])("is no formula: %j", (text, cell) => expect(csvCell(text)).toBe(cell));

  it.each([
    ["-5.00", "-5.00"],
    [-5, "-5"],
    ["a,b", `"a,b"`],
    ["a\nb", `"a\nb"`],
    [null, ""],
    [true, "true"],
    ["<b>", "<b>"],
    ["a=b; c-d", "a=b; c-d"],
    ["1;2", "1;2"],
    [" a", " a"],
    ["a;-5;b", "a;-5;b"],
    ["a; -5.25;-6;", "a; -5.25;-6;"],
  ])("stays unchanged: %j", (value, cell) => expect(csvCell(value)).toBe(cell));

  it("is parsed as it was written, except for apostrophes before what looks like a formula", () => {
    const cells = fc.array(
      fc.oneof(fc.string(), fc.constantFrom("=", "-1", '"', "\r\n", ",", "@x", "a;=1", "; -", " ", "a;-1;")),
      {
        minLength: 2,
      },
    );
    forAllIn(propertySettings({ runs: 300 }))(cells, (row) => {
      const [read] = parsed(csvLine(row));
      const bare = (text = "") => text.replaceAll("'", "");
      expect(read?.map(bare)).toEqual(row.map(bare));
      expect(read).toEqual(
        row.map((text, at) => (/^[\s\p{Cc}]*[=+\-@]|[;\t\r\n]/u.test(text) ? read?.[at] : text)),
      );
      for (const cell of read ?? [])
        for (const part of [cell, ...cell.split(/[;\t\r\n]["\s\p{Cc}]*/u).slice(1)])
          expect(part).not.toMatch(/^(?!-?\d+(\.\d+)?$)(?:[\t\r]|[\s\p{Cc}]*[=+\-@])/u);
    });
  });
});
