import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { compilerOf, DECIDING, keptBy } from "./kept-modules.ts";

const root = mkdtempSync(join(tmpdir(), "florin-kept-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it("a module is compiled again after a change of compiler or settings", () => {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const file of DECIDING) write(file, "{}");
  const seen = new Set([compilerOf(root)]);
  expect(compilerOf(root)).toBe([...seen][0]);
  for (const file of DECIDING) {
    write(file, '{"changed":true}');
    seen.add(compilerOf(root));
  }
  expect(seen.size).toBe(DECIDING.length + 1);
});

it("a module that imports files by a pattern is never cached", () => {
  expect(keptBy("export const a = 1;", "c")).toBe("c");
  expect(keptBy('import.meta.glob("./*.ts")', "c")).toBe(false);
});
