import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withFeatureTable } from "./feature-table.ts";

it("the table of features in ARCHITECTURE.md is the one that npm run docs writes", () => {
  const document = readFileSync("ARCHITECTURE.md", "utf8");
  expect(document).toBe(withFeatureTable(document));
});
