import { expect, it } from "vitest";
import { entryOf } from "#service/lab/testing/crowd.ts";
import { nextSync } from "./crowd.ts";

it("syncs only where there are no items yet, so that nothing won is looked for at the sandbox", () => {
  expect(nextSync([])).toEqual({ path: "/sync-inventory", body: {} });
  expect(nextSync([entryOf("240.00")])).toBeNull();
});
