import { expect, it } from "vitest";
import { isCurrency, isMoney, leastHolding } from "./account.ts";
import { asset, copyName, currency } from "./payload.ts";

it("RBX and TIX are staked, dollars are money without being staked, and copies are neither", () => {
  expect(["RBX", "TIX", "USD", "item:1:1", "rbx", ""].map(isCurrency)).toEqual([
    ...[true, true, false],
    ...[false, false, false],
  ]);
  expect(["RBX", "TIX", "USD", "item:1:1", "usd", ""].map(isMoney)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

it("only the house's own side of dollars may be below zero, and a name that begins like it may not", () => {
  for (const own of ["house", "payments:stripe", "receivable:p_1"])
    expect(leastHolding(own, "USD")).toBeNull();
  for (const other of [
    "player:p_1",
    "escrow:house",
    "issuance",
    "peer:2",
    "payments:",
    "xpayments:a",
    "houses",
  ])
    expect(leastHolding(other, "USD")).toBe(0n);
});

it("an event moves currencies or copies, and a request names a copy whole", () => {
  const isRead = (schema: { safeParse(value: unknown): { success: boolean } }, value: string) =>
    schema.safeParse(value).success;
  expect(["RBX", "TIX", "USD"].map((name) => isRead(currency, name))).toEqual([true, true, false]);
  expect(["RBX", "item:1:a", "USD", "item:1"].map((name) => isRead(asset, name))).toEqual([
    ...[true, true],
    ...[false, false],
  ]);
  for (const name of ["item:1:1", "item:1234567890123456:a-B"]) expect(isRead(copyName, name)).toBe(true);
  for (const name of ["item:0:1", "item:01:1", "item:1:", "item:1:a:b", "item:1:a b", "RBX", " item:1:1"])
    expect(isRead(copyName, name)).toBe(false);
});
