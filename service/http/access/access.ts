import type { Endpoint } from "#domain/kernel/contract.ts";
import { lastsUntil } from "#domain/kernel/time.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import type { Caller } from "./caller.ts";

/** Oldest sign-in that counts for a sensitive action, in milliseconds. */
export const FRESH_SIGN_IN_MS = 15 * 60 * 1_000;
/** How long a step-up counts, in milliseconds. */
export const STEP_UP_MS = 15 * 60 * 1_000;
/** How long a role check waits for known changes of roles, in milliseconds. */
const ROLES_WITHIN_MS = 2_000;

/** A caller's roles and suspension, as of the read models. */
export interface Standing {
  /** The roles in force: none while suspended. */
  readonly roles: readonly ("moderator" | "admin")[];
  readonly suspension: { readonly reason: string; readonly since: string } | null;
}

export interface Access {
  /** Called only where a role matters, so that no other request pays for it. */
  standingOf(caller: Caller, models: ReadModels): Promise<Standing>;
}

/** Knows how callers confirm sensitive calls. */
export interface SecondFactors {
  confirmationOf(caller: Caller): Promise<{
    readonly hasFactor: boolean;
    /** When the session was last confirmed, in milliseconds; null for never. */
    readonly steppedUpAt: number | null;
  }>;
}

type Needs = Pick<Deps, "reads" | "writer" | "now" | "callers" | "access" | "secondFactors" | "config">;

/** Whether a player lacks a required second factor. */
export const isFactorMissing = (hasFactor: boolean, { config }: Pick<Deps, "config">): boolean =>
  !hasFactor && config.adminSecondFactor === "required";

/**
 * Requires the confirmation that the endpoint asks for: by the caller's second factor, or without one by a fresh
 * sign-in. @throws HttpProblem 403 `step_up_required`, `second_factor_required` or `fresh_sign_in_required`
 */
export async function demandConfirmed(caller: Caller, endpoint: Endpoint, deps: Needs): Promise<void> {
  const { access, isSensitive = false, asksFactor = false } = endpoint;
  const needsOne = access === "admin" && deps.config.adminSecondFactor === "required";
  if (!isSensitive && !asksFactor && !needsOne) return;
  const { hasFactor, steppedUpAt } = await deps.secondFactors.confirmationOf(caller);
  if (needsOne && isFactorMissing(hasFactor, deps)) {
    const detail = "Admins need a second factor here: add a passkey in your settings.";
    throw new HttpProblem(403, { code: "second_factor_required", detail });
  }
  if (!isSensitive && !asksFactor) return;
  if (!hasFactor) return isSensitive ? demandFreshSignIn(caller, deps) : undefined;
  if (lastsUntil(steppedUpAt, STEP_UP_MS, deps.now()) !== null) return;
  const detail = "Confirm this with your passkey, a code from your app or a recovery code.";
  throw new HttpProblem(403, { code: "step_up_required", detail });
}

/** Requires an admin. @throws HttpProblem 403 */
export async function demandAdmin(caller: Caller, deps: Needs): Promise<void> {
  if ((await rolesOf(caller, deps)).includes("admin")) return;
  throw new HttpProblem(403, { code: "forbidden", detail: "Only an admin may do this." });
}

/** Requires a moderator or an admin. @throws HttpProblem 403 */
export async function demandModerator(caller: Caller, deps: Needs): Promise<void> {
  if ((await rolesOf(caller, deps)).length > 0) return;
  throw new HttpProblem(403, { code: "forbidden", detail: "Only a moderator may do this." });
}

/** Commands check again, on the roles as of the head. */
async function rolesOf(caller: Caller, { reads, writer, access }: Needs): Promise<Standing["roles"]> {
  return (await access.standingOf(caller, modelsNow({ reads, writer }, ROLES_WITHIN_MS))).roles;
}

/** Requires a fresh sign-in. @throws HttpProblem 403 `fresh_sign_in_required` */
export async function demandFreshSignIn(
  caller: Caller,
  { callers, now }: Pick<Needs, "callers" | "now">,
  withinMs = FRESH_SIGN_IN_MS,
): Promise<void> {
  const freshAt = await callers.freshAt(caller);
  if (lastsUntil(freshAt, withinMs, now()) !== null) return;
  const detail = "Sign in again to do this: your last sign-in was a while ago.";
  throw new HttpProblem(403, { code: "fresh_sign_in_required", detail });
}
