import { describe, expect, it } from "vitest";
import { amountNumber, arrayQuery, instantQuery, listQuery, pageQuery, positionQuery } from "./contract.ts";

const isRead = (schema: { safeParse(value: unknown): { success: boolean } }) => (value: unknown) =>
  schema.safeParse(value).success;

describe("the query of a list", () => {
  it.each(["1", "200"])("takes a limit of %s", (limit) => {
    for (const query of [arrayQuery, pageQuery, listQuery]) expect(isRead(query)({ limit })).toBe(true);
  });

  it.each(["0", "201", "-1", "1.5", "1e2", "", " 1"])("refuses a limit of %j", (limit) => {
    for (const query of [arrayQuery, pageQuery, listQuery]) expect(isRead(query)({ limit })).toBe(false);
  });

  it("takes a position of whole digits before which it goes on, and an opaque cursor of 1 to 200 characters", () => {
    expect(arrayQuery.parse({ before: "9007199254740991" })).toEqual({ before: 9_007_199_254_740_991 });
    for (const before of ["0", "9007199254740992", "99999999999999999", "x"])
      expect(isRead(arrayQuery)({ before })).toBe(false);
    expect([1, 200].map((length) => isRead(pageQuery)({ next: "n".repeat(length) }))).toEqual([true, true]);
    expect([0, 201].map((length) => isRead(pageQuery)({ next: "n".repeat(length) }))).toEqual([false, false]);
  });

  it("exports as 1 or csv, and takes no field that nobody declared", () => {
    expect(["1", "csv", "2", "json"].map((kind) => isRead(listQuery)({ export: kind }))).toEqual([
      ...[true, true],
      ...[false, false],
    ]);
    for (const query of [arrayQuery, pageQuery, listQuery])
      expect(isRead(query)({ offset: "1" })).toBe(false);
  });
});

it("a position in a query has up to 15 digits, and an instant is one in UTC", () => {
  expect([positionQuery.parse("0"), positionQuery.parse("9".repeat(15))]).toEqual([0, 999_999_999_999_999]);
  for (const text of ["", "-1", "9".repeat(16), "1.0"]) expect(isRead(positionQuery)(text)).toBe(false);
  expect(instantQuery.parse("1970-01-01T00:00:01Z")).toBe(1_000);
  for (const text of ["1970-01-01", "1970-01-01T00:00:01+01:00", "0"])
    expect(isRead(instantQuery)(text)).toBe(false);
});

describe("an amount in a request", () => {
  it.each([0.01, 19.75, 1, 0, 999_999_999_999.99])("may be %d", (amount) => {
    expect(amountNumber.parse(amount)).toBe(amount);
  });

  it.each([0.001, -1, 1e12, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, "1", null])(
    "is not %j",
    (amount) => expect(isRead(amountNumber)(amount)).toBe(false),
  );
});
