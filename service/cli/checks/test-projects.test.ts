import { expect, it } from "vitest";
import config from "../../../vitest.config.ts";

it("projects with workers of their own run one after the other: all properties may run in one command", () => {
  const projects = (config.test?.projects ?? []).map((one) => {
    if (typeof one !== "object" || !("test" in one)) throw new Error("A project is written out in the file");
    return one.test;
  });
  expect(projects).toHaveLength(3);
  expect(new Set(projects.map((test) => test?.sequence?.groupOrder)).size).toBe(3);
});
