import { describe, expect, it } from "vitest";
import { check, countsIn, suite } from "#service/cli/checks/test-steps.ts";

const node = (script: string): string[] => [process.execPath, "-e", script];

describe("a step of npm test", () => {
  it("counts as one, passed when the program exits with 0", async () => {
    await expect(check("fine", node("")).run(() => undefined)).resolves.toEqual({ passed: 1, failed: 0 });
    await expect(check("bad", node("process.exit(3)")).run(() => undefined)).resolves.toEqual({
      passed: 0,
      failed: 1,
    });
  });

  it("fails when its program is missing", async () => {
    await expect(check("absent", ["/nowhere/program"]).run(() => undefined)).resolves.toEqual({
      passed: 0,
      failed: 1,
    });
  });

  it("takes a suite's counts from its last report", async () => {
    const says = (line: string, code = 0) =>
      suite("suite", node(`console.log("${line}"); process.exit(${code})`));
    await expect(says("4 passed, 0 failed").run(() => undefined)).resolves.toEqual({ passed: 4, failed: 0 });
    await expect(says("4 passed, 2 failed", 1).run(() => undefined)).resolves.toEqual({
      passed: 4,
      failed: 2,
    });
  });

  it("fails a suite that reported nothing, ran nothing, or exited with an error it did not count", async () => {
    const says = (line: string, code: number) =>
      suite("suite", node(`console.log("${line}"); process.exit(${code})`));
    await expect(says("hello", 0).run(() => undefined)).resolves.toEqual({ passed: 0, failed: 1 });
    await expect(says("0 passed, 0 failed", 0).run(() => undefined)).resolves.toEqual({
      passed: 0,
      failed: 1,
    });
    await expect(says("4 passed, 0 failed", 1).run(() => undefined)).resolves.toEqual({
      passed: 4,
      failed: 1,
    });
  });

  it("finds the counts although lines follow them", () => {
    expect(countsIn("1 passed, 0 failed\n2 passed, 1 failed\nlogs are kept\n")).toEqual({
      passed: 2,
      failed: 1,
    });
    expect(countsIn("many passed")).toBeNull();
  });
});
