import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const text = readFileSync("docs/threat-model.md", "utf8");
/** Promises, as rows of tables: what holds, and the test that shows it. */
const promises = [...text.matchAll(/^\| ([A-Z][^|]*) \| `([^`]+)`: ([^|]+) \|$/gm)].map(
  ([, promise = "", file = "", test = ""]) => ({ promise, file, test }),
);
const rows = text.split("\n").filter((line) => /^\| [A-Z]/.test(line));

it("the threat model names a test for each of its promises", () => {
  expect(promises.length).toBeGreaterThan(20);
  expect(promises.length).toBe(rows.length);
});

it.each(promises)("the threat model names a test that exists: $promise", ({ file, test }) => {
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, "utf8")).toContain(`"${test}`);
});
