import { loadConfigFromFile } from "vite";
import { expect, it } from "vitest";
import type { ViteUserConfig } from "vitest/config";

it("projects with workers of their own run one after the other: all properties may run in one command", async () => {
  // Loaded as vitest does: the file belongs to no layer, so nothing imports it.
  const loaded = await loadConfigFromFile({ command: "serve", mode: "test" }, "vitest.config.ts");
  const { test } = (loaded?.config ?? {}) as ViteUserConfig;
  const projects = (test?.projects ?? []).map((one) => {
    if (typeof one !== "object" || !("test" in one)) throw new Error("A project is written out in the file");
    return one.test;
  });
  expect(projects).toHaveLength(3);
  expect(new Set(projects.map((one) => one?.sequence?.groupOrder)).size).toBe(3);
});
