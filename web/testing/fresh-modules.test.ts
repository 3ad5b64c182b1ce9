import { expect, it } from "vitest";
import { forgetModules } from "./fresh-modules.ts";

const load = async () => ({
  page: await import("#web/lib/api/position.ts"),
  rule: await import("#domain/kernel/money.ts"),
});

it("loads modules with state anew for each file, and those that only compute once", async () => {
  const before = await load();
  expect(await load()).toEqual(before);
  forgetModules();
  const after = await load();
  expect(after.page).not.toBe(before.page);
  expect(after.rule).toBe(before.rule);
});
