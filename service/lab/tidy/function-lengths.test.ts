import { describe, expect, it } from "vitest";
import { functionLengths, percentile } from "./function-lengths.ts";
import { codeFiles, isForTests } from "./repository.ts";

/** Most lines of nine in ten functions, of 99 in a hundred, and of any. */
const MOST_LINES = 24;
const NEARLY_ALL_LINES = 50;
const LINES_MAX = 70;

describe("the functions", () => {
  it("are short: most within 24 lines, nearly all within 50, none above 70", () => {
    const all = codeFiles()
      .filter(({ path }) => !isForTests(path))
      .flatMap(functionLengths);
    expect(all.length).toBeGreaterThan(1_000);
    expect(all.filter(({ lines }) => lines > LINES_MAX)).toEqual([]);
    expect(percentile(all, 0.9)).toBeLessThanOrEqual(MOST_LINES);
    expect(percentile(all, 0.99)).toBeLessThanOrEqual(NEARLY_ALL_LINES);
  });
});

describe("the length of a function", () => {
  const of = (text: string) => functionLengths({ path: "a.tsx", text });

  it("counts every line from its parameters to its end, wherever the function is", () => {
    expect(of("const a = 1;\nfunction f(\n  n: number,\n) {\n  return n;\n}\n")).toEqual([
      { place: "a.tsx:2", lines: 5 },
    ]);
    expect(
      of("class A {\n  m() {\n    return [1].map((n) => n);\n  }\n}\nconst b = <p onClick={() => 1} />;"),
    ).toEqual([
      { place: "a.tsx:2", lines: 3 },
      { place: "a.tsx:3", lines: 1 },
      { place: "a.tsx:6", lines: 1 },
    ]);
  });

  it("is not counted for a declaration without a body", () => {
    expect(of("declare function f(): void;\ninterface A { m(): void }\ntype B = () => void;")).toEqual([]);
  });

  it("has percentiles over all", () => {
    const all = [...Array(100).keys()].map((n) => ({ place: "", lines: n + 1 }));
    expect([percentile(all, 0.9), percentile(all, 0.99), percentile([], 0.9)]).toEqual([90, 99, 0]);
  });

  it("fails for a file that cannot be parsed", () => {
    expect(() => of("function (")).toThrow("a.tsx cannot be parsed");
  });
});
