import { expect, it } from "vitest";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { demandConfirmed } from "./access.ts";

const CALLER = { playerId: "p_1", session: "hash", isListed: false };
const NOW = 100 * MINUTE_MS;

interface Standing {
  readonly hasFactor?: boolean;
  /** Minutes ago, below 0 in the future; null for never. */
  readonly steppedUp?: number | null;
  readonly signedIn?: number | null;
  readonly isRequired?: boolean;
}

const ago = (minutes: number | null): number | null => (minutes === null ? null : NOW - minutes * MINUTE_MS);

async function answerTo(
  endpoint: Pick<Endpoint, "access" | "isSensitive" | "asksFactor">,
  { hasFactor = false, steppedUp = null, signedIn = null, isRequired = false }: Standing,
): Promise<string> {
  const deps = {
    now: () => NOW,
    config: { adminSecondFactor: isRequired ? "required" : "optional" },
    callers: { freshAt: async () => ago(signedIn) },
    secondFactors: { confirmationOf: async () => ({ hasFactor, steppedUpAt: ago(steppedUp) }) },
  };
  const whole = { method: "POST", path: "/x", summary: "", answers: {}, ...endpoint } as const;
  try {
    await demandConfirmed(CALLER, whole, deps as unknown as Parameters<typeof demandConfirmed>[2]);
    return "let in";
  } catch (error) {
    return error instanceof HttpProblem && error.status === 403 ? error.code : "failed";
  }
}

const plain = { access: "player" } as const;
const sensitive = { access: "player", isSensitive: true } as const;
const asking = { access: "player", asksFactor: true } as const;
const ofAdmins = { access: "admin" } as const;
const ofAdminsSensitive = { access: "admin", isSensitive: true } as const;

it.each<[string, Pick<Endpoint, "access" | "isSensitive" | "asksFactor">, Standing, string]>([
  ["plain, whatever they have", plain, { hasFactor: true }, "let in"],
  ["sensitive, without a factor or sign-in", sensitive, {}, "fresh_sign_in_required"],
  ["sensitive, just signed in", sensitive, { signedIn: 14 }, "let in"],
  ["sensitive, signed in long ago", sensitive, { signedIn: 15 }, "fresh_sign_in_required"],
  [
    "sensitive, with a factor, just signed in",
    sensitive,
    { hasFactor: true, signedIn: 0 },
    "step_up_required",
  ],
  ["sensitive, with a factor, stepped up", sensitive, { hasFactor: true, steppedUp: 14 }, "let in"],
  ["sensitive, stepped up long ago", sensitive, { hasFactor: true, steppedUp: 15 }, "step_up_required"],
  ["sensitive, just signed in by a clock a little ahead", sensitive, { signedIn: -1 }, "let in"],
  [
    "sensitive, signed in before the clock was put back",
    sensitive,
    { signedIn: -2 },
    "fresh_sign_in_required",
  ],
  [
    "sensitive, stepped up before the clock was put back",
    sensitive,
    { hasFactor: true, steppedUp: -2 },
    "step_up_required",
  ],
  ["sensitive, stepped up and the factor gone", sensitive, { steppedUp: 1 }, "fresh_sign_in_required"],
  ["asking, without a factor", asking, {}, "let in"],
  ["asking, with a factor", asking, { hasFactor: true }, "step_up_required"],
  ["asking, stepped up", asking, { hasFactor: true, steppedUp: 1 }, "let in"],
  ["of admins, where a factor is optional", ofAdmins, {}, "let in"],
  ["of admins, where one is required", ofAdmins, { isRequired: true }, "second_factor_required"],
  ["of admins, required and held", ofAdmins, { isRequired: true, hasFactor: true }, "let in"],
  [
    "of admins, sensitive, required, just signed in",
    ofAdminsSensitive,
    { isRequired: true, signedIn: 0 },
    "second_factor_required",
  ],
  [
    "of admins, sensitive, required and held",
    ofAdminsSensitive,
    { isRequired: true, hasFactor: true, signedIn: 0 },
    "step_up_required",
  ],
  ["of players, where admins need one", sensitive, { isRequired: true, signedIn: 0 }, "let in"],
])("lets callers in as the call asks: %s", async (_, endpoint, standing, expected) => {
  expect(await answerTo(endpoint, standing)).toBe(expected);
});
