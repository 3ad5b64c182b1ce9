import { describe, expect, it } from "vitest";
import { z } from "zod";
import { depositRequestSchema } from "#domain/features/deposits/contract.ts";
import { friendshipEndpoints } from "#domain/features/friendships/contract.ts";
import { flipRequestSchema } from "#domain/features/house-flips/contract.ts";
import { createRequestSchema, openRequestSchema } from "#domain/features/live-coinflips/contract.ts";
import { invalidInput, refusedProblem } from "#service/http/problem.ts";

const { body: askFriend } = friendshipEndpoints.askFriend;

function problemOf(schema: z.ZodType, body: unknown) {
  const read = schema.safeParse(body);
  if (read.success) throw new Error("the body fits its schema");
  return invalidInput(read.error).document("request");
}

describe("the detail of a refusal by schema", () => {
  it.each([
    [openRequestSchema, { betSide: "rbx", betAmount: 0.5 }, "betAmount", "Bet amount must be at least 1"],
    [openRequestSchema, { betSide: "rbx", betAmount: -3 }, "betAmount", "Bet amount must be at least 1"],
    [flipRequestSchema, { betSide: "rbx", betAmount: -3 }, "betAmount", "Please enter a valid bet amount"],
    [flipRequestSchema, { betSide: "rbx", betAmount: 0 }, "betAmount", "Please enter a valid bet amount"],
    [openRequestSchema, { betSide: "edge", betAmount: 5 }, "betSide", "Must select RBX or TIX"],
    [
      createRequestSchema,
      { betType: "currency", betSide: "rbx" },
      "betAmount",
      "Bet amount must be at least 1",
    ],
    [flipRequestSchema, { betSide: 7, betAmount: 5 }, "betSide", "Must select RBX or TIX"],
    [askFriend, { username: "x".repeat(65) }, "username", "At most 64 characters"],
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
      "betItems: Must be a list of at most 20",
    ],
    [createRequestSchema, { betSide: "rbx", betAmount: 5 }, "betType: Must be one of currency, limiteds"],
  ] as const)("names the field if the message does not (%#)", (schema, body, detail) => {
    expect(problemOf(schema, body).detail).toBe(detail);
  });
});

const everyKind = z.strictObject({
  name: z.string().min(1).max(5).optional(),
  size: z.number().positive().max(9).optional(),
  count: z.int().optional(),
  isOn: z.boolean().optional(),
  sort: z.enum(["newest", "oldest"]).optional(),
  mark: z.literal(1).optional(),
  list: z.array(z.string()).min(2).max(3).optional(),
  place: z.object({ street: z.string() }).optional(),
  code: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  email: z.email().optional(),
  either: z.union([z.literal("a"), z.null()]).optional(),
  own: z.string("Say who you are").optional(),
});

describe("the detail of input whose schema has no message of its own", () => {
  it.each([
    [{ place: {} }, "place.street: Must be given"],
    [{ name: 5 }, "name: Must be text"],
    [{ name: ["a", "b"] }, "name: Must be a single value"],
    [{ name: "" }, "name: Must be filled in"],
    [{ name: "longer" }, "name: Must be at most 5 characters long"],
    [{ size: "5" }, "size: Must be a number"],
    [{ size: 0 }, "size: Must be more than 0"],
    [{ size: 10 }, "size: Must be at most 9"],
    [{ count: 1.5 }, "count: Must be a whole number"],
    [{ isOn: "yes" }, "isOn: Must be true or false"],
    [{ sort: "best" }, "sort: Must be one of newest, oldest"],
    [{ mark: 2 }, "mark: Must be 1"],
    [{ list: "a" }, "list: Must be a list"],
    [{ list: ["a"] }, "list: Must be a list of at least 2"],
    [{ list: ["a", "b", "c", "d"] }, "list: Must be a list of at most 3"],
    [{ place: [] }, "place: Must be an object"],
    [{ code: "A1" }, "code: Must be in the documented form"],
    [{ email: "nobody" }, "email: Must be in the documented form"],
    [{ either: 5 }, "either: Must be in the documented form"],
    [{ own: 5 }, "Say who you are"],
    [{ other: 1 }, "Unknown field: other"],
    [{ other: 1, another: 2 }, "Unknown fields: other, another"],
    [[], "Must be an object"],
  ])("is in plain words (%#)", (input, detail) => {
    expect(problemOf(everyKind, input).detail).toBe(detail);
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
