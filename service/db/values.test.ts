import { describe, expect, it } from "vitest";
import { arrayLiteral } from "#projections/kernel/sql.ts";
import { parseArray, parserOf } from "#service/db/values.ts";

const asText = (text: string): string => text;

describe("reading an array", () => {
  it.each([
    ["{}", []],
    ["{a}", ["a"]],
    ["{a,b}", ["a", "b"]],
    ["{NULL,a}", [null, "a"]],
    ['{"NULL",NULL}', ["NULL", null]],
    ['{""}', [""]],
    ['{"","a"}', ["", "a"]],
    ['{"a,b",c}', ["a,b", "c"]],
    ['{"\\"","\\\\","\\\\\\""}', ['"', "\\", '\\"']],
    ['{"{}",x}', ["{}", "x"]],
    [
      "{{a,b},{c,NULL}}",
      [
        ["a", "b"],
        ["c", null],
      ],
    ],
    ["[0:1]={a,b}", ["a", "b"]],
    ["[1:1][1:2]={{a,b}}", [["a", "b"]]],
  ])("returns the items of %s", (text, items) => {
    expect(parseArray(text, asText)).toEqual(items);
  });

  it.each(['{a,"b', "{{a}", '{"a"'])("throws on %s, which has no end", (text) => {
    expect(() => parseArray(text, asText)).toThrow("ended");
  });

  it("returns any list of texts that was written as a literal", () => {
    const items = ["", "NULL", null, '"', "\\", '\\"', "a,b", "{", "}", " x ", "\n", "🎲", "'"];
    expect(parseArray(arrayLiteral(items), asText)).toEqual(items);
  });
});

describe("the parser of a type", () => {
  it("keeps every digit of int8", () => {
    expect(parserOf(20)("-9223372036854775808")).toBe(-9_223_372_036_854_775_808n);
  });

  it("returns bytes in memory of their own", () => {
    const bytes = parserOf(17)("\\x00ff") as Uint8Array;
    expect(bytes).toEqual(new Uint8Array([0, 255]));
    expect(bytes.buffer.byteLength).toBe(2);
  });

  it("leaves an unknown type as text", () => {
    expect(parserOf(999_999)("whatever")).toBe("whatever");
  });
});
