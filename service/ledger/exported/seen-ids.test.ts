import { expect, it } from "vitest";
import { SeenIds } from "./seen-ids.ts";

it("ids that were seen are known again, however many there are", () => {
  const seen = new SeenIds();
  const ids = Array.from({ length: 10_000 }, (_, at) => `cmd_${at}`);
  expect(ids.filter((id) => !seen.add(id))).toEqual([]);
  expect(ids.filter((id) => seen.add(id))).toEqual([]);
  expect(seen.add("cmd_10000")).toBe(true);
});
