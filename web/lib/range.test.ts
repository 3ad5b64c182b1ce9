import { expect, it } from "vitest";
import { parseMinor } from "#domain/kernel/money.ts";
import { faultsOfRange } from "#web/lib/range.ts";

const reading = { read: parseMinor, notAnAmount: "no amount", tooLow: "too low" };

it.each([
  [{ least: "", most: "" }, {}],
  [{ least: "1", most: "1" }, {}],
  [{ least: "2", most: "" }, {}],
  [{ least: "x", most: "y" }, { least: "no amount" }],
  [{ least: " ", most: "y" }, { most: "no amount" }],
  [{ least: "2", most: "1.99" }, { most: "too low" }],
])("reports the problem of the range %j", (range, faults) => {
  expect(faultsOfRange(range, reading)).toEqual(faults);
});
