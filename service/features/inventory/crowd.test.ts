import { expect, it } from "vitest";
import { entryOf } from "#service/lab/testing/crowd.ts";
import { nextSync } from "./crowd.ts";

it("syncs only without items, as the sandbox does not have those won", () => {
  expect(nextSync([])).toEqual({ path: "/sync-inventory", body: {} });
  expect(nextSync([entryOf("240.00")])).toBeNull();
});
