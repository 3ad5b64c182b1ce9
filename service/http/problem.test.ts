import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { depositRequestSchema } from "#domain/features/deposits/contract.ts";
import { flipRequestSchema } from "#domain/features/house-flips/contract.ts";
import { createRequestSchema, openRequestSchema } from "#domain/features/live-coinflips/contract.ts";
import { invalidInput, refusedProblem } from "#service/http/problem.ts";

function problemOf(schema: z.ZodType, body: unknown) {
  const read = schema.safeParse(body);
  if (read.success) throw new Error("the body fits its schema");
  return invalidInput(read.error).document("request");
}

describe("the detail of a refusal by schema", () => {
  it.each([
    [openRequestSchema, { betSide: "rbx", betAmount: 0.5 }, "betAmount", "Bet amount must be at least 1"],
    [openRequestSchema, { betSide: "edge", betAmount: 5 }, "betSide", "Must select RBX or TIX"],
    [
      createRequestSchema,
      { betType: "currency", betSide: "rbx" },
      "betAmount",
      "Bet amount must be at least 1",
    ],
    [flipRequestSchema, { betSide: 7, betAmount: 5 }, "betSide", "Must select RBX or TIX"],
    [depositRequestSchema, { type: "rbx" }, "amount", "Please enter an amount"],
    [
      depositRequestSchema,
      { type: "roblox_limited", itemId: 1, tradeUrl: "x" },
      "tradeUrl",
      "Valid trade URL required",
    ],
  ] as const)("is the message alone, with the path in the issues (%#)", (schema, body, path, message) => {
    const { detail, issues } = problemOf(schema, body);
    expect(detail).toBe(message);
    expect(issues?.[0]).toEqual({ path, message });
  });

  it.each([
    [flipRequestSchema, { betSide: "rbx", betAmount: "5" }, "betAmount: Must be a number"],
    [
      flipRequestSchema,
      { betSide: "rbx", betAmount: 1.001 },
      "betAmount: Must be an amount with at most two decimals",
    ],
    [
      openRequestSchema,
      { betSide: "rbx", betItems: Array.from({ length: 21 }, () => ({ limitedId: 1, quantity: 1 })) },
      /^betItems: Too big/,
    ],
    [createRequestSchema, { betSide: "rbx", betAmount: 5 }, /^betType: Invalid option/],
  ] as const)("names the field if the message does not (%#)", (schema, body, detail) => {
    expect(problemOf(schema, body).detail).toMatch(detail);
  });
});

describe("the status of a refusal", () => {
  it.each([
    [{ code: "value_out_of_range" }, 400],
    [{ code: "unknown_item" }, 400],
    [{ code: "unknown_withdrawal" }, 404],
    [{ code: "not_yours" }, 404],
    [{ code: "own_withdrawal" }, 403],
    [{ code: "not_available" }, 409],
    [{ code: "not_available", isForbidden: true }, 403],
  ])("follows from its code, unless the rule forbids the act: %j", (refusal, status) => {
    expect(refusedProblem({ ...refusal, detail: "No." }).status).toBe(status);
  });
});
