import { describe, expect, it } from "vitest";
import { keptOutput, runInLanes } from "#service/cli/checks/test-lanes.ts";
import { chosen, type Step, steps } from "#service/cli/checks/test-steps.ts";

/** Steps that end when the test says so. */
function stage(specs: readonly { readonly name: string; readonly after?: readonly string[] }[]) {
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const plan: Step[] = specs.map((spec) => ({
    ...spec,
    run: () => Promise.resolve({ passed: 1, failed: 0 }),
  }));
  const run = ({ name }: Step) =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(`${name} ended`));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { plan, run, end, begun };
}

describe("steps in lanes", () => {
  it("begin in order, a limited number at a time, and report their results in that order", async () => {
    const { plan, run, end, begun } = stage([{ name: "a" }, { name: "b" }, { name: "c" }]);
    const all = runInLanes(plan, 2, run);
    expect(begun).toEqual(["a", "b"]);
    await end("b");
    expect(begun).toEqual(["a", "b", "c"]);
    await end("c");
    await end("a");
    await expect(all).resolves.toEqual(["a ended", "b ended", "c ended"]);
  });

  it("wait for the steps that they come after, while others go first", async () => {
    const { plan, run, end, begun } = stage([
      { name: "build" },
      { name: "budget", after: ["build"] },
      { name: "other" },
    ]);
    const all = runInLanes(plan, 2, run);
    expect(begun).toEqual(["build", "other"]);
    await end("other");
    expect(begun).toEqual(["build", "other"]);
    await end("build");
    expect(begun).toEqual(["build", "other", "budget"]);
    await end("budget");
    await expect(all).resolves.toHaveLength(3);
  });

  it("do not wait for a step that was not requested", async () => {
    const { plan, run, end } = stage([{ name: "budget", after: ["build"] }]);
    const all = runInLanes(plan, 2, run);
    await end("budget");
    await expect(all).resolves.toEqual(["budget ended"]);
  });

  it("fail when they wait for each other", async () => {
    const { plan, run } = stage([
      { name: "a", after: ["b"] },
      { name: "b", after: ["a"] },
    ]);
    await expect(runInLanes(plan, 2, run)).rejects.toThrow("Steps wait for each other: a, b");
  });

  it("have their output kept, or its end if it is too long", () => {
    const { write, text } = keptOutput();
    write("x".repeat(3_000_000));
    write("the end");
    expect(text()).toHaveLength(2_000_000);
    expect(text().endsWith("xthe end")).toBe(true);
  });
});

describe("the steps of npm test", () => {
  it("are all of them, unless words select some", () => {
    expect(chosen([])).toBe(steps);
    expect(chosen(["types", "unused"]).map(({ name }) => name)).toEqual(["types", "unused code"]);
    expect(chosen(["nothing"])).toEqual([]);
  });

  it("include types, lint and unit tests as the quick loop", () => {
    const quick = chosen(["quick"]);
    expect(quick.map(({ name }) => name)).toEqual(["types", "lint", "unused code", "unit tests"]);
    expect(quick.filter((step) => steps.includes(step))).toEqual([]);
    expect(chosen(["quick", "lint"])).toContain(steps.find(({ name }) => name === "lint"));
  });
});
