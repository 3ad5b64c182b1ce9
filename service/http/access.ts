import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Caller } from "./caller.ts";
import type { Deps } from "./deps.ts";
import { HttpProblem } from "./problem.ts";

/** Sensitive actions ask for a sign-in that is at most so old, in milliseconds. */
export const FRESH_SIGN_IN_MS = 15 * 60 * 1_000;
/** Roles are waited for so long, as far as this process knows of changes, in milliseconds. */
const ROLES_WITHIN_MS = 2_000;

/** What a caller may do, as far as the read models have come. */
export interface Standing {
  /** Those in force: none while suspended. */
  readonly roles: readonly ("moderator" | "admin")[];
  readonly suspension: { readonly reason: string; readonly since: string } | null;
}

export interface Access {
  /** Asked only where a role matters, so that no other request pays for it. */
  standingOf(caller: Caller, models: ReadModels): Promise<Standing>;
}

type Needs = Pick<Deps, "reads" | "writer" | "now" | "callers" | "access">;

/** Lets only admins through. @throws HttpProblem 403 */
export async function demandAdmin(caller: Caller, deps: Needs): Promise<void> {
  if ((await rolesOf(caller, deps)).includes("admin")) return;
  throw new HttpProblem(403, { code: "forbidden", detail: "Only an admin may do this." });
}

/** Lets only moderators and admins through. @throws HttpProblem 403 */
export async function demandModerator(caller: Caller, deps: Needs): Promise<void> {
  if ((await rolesOf(caller, deps)).length > 0) return;
  throw new HttpProblem(403, { code: "forbidden", detail: "Only a moderator may do this." });
}

/** Commands decide once more, on the roles as of the head. */
async function rolesOf(caller: Caller, { reads, writer, access }: Needs): Promise<Standing["roles"]> {
  const models = reads.reaching(writer.head.position, ROLES_WITHIN_MS);
  return (await access.standingOf(caller, models)).roles;
}

/** Lets only those through who signed in a short while ago. @throws HttpProblem 403 `fresh_sign_in_required` */
export async function demandFreshSignIn(caller: Caller, { callers, now }: Needs): Promise<void> {
  const freshAt = await callers.freshAt(caller);
  if (freshAt !== null && now() - freshAt < FRESH_SIGN_IN_MS) return;
  const detail = "Sign in again to do this: your last sign-in was a while ago.";
  throw new HttpProblem(403, { code: "fresh_sign_in_required", detail });
}
