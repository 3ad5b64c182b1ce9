import { FRESH_SIGN_IN_MS, type Role } from "#domain/features/roles/rules.ts";
import { type GrantedRoles, grantedRoles } from "#projections/features/roles/standings.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { Caller } from "./caller.ts";
import type { Deps } from "./deps.ts";
import { HttpProblem } from "./problem.ts";

/** Roles are waited for so long, as far as this process knows of changes, in milliseconds. */
const ROLES_WITHIN_MS = 2_000;

type Needs = Pick<Deps, "db" | "reads" | "writer" | "now">;

/**
 * The roles of a caller, as far as the read models have come: by the settings and by grants, and none while suspended.
 * Asked only where a role matters, so that no other request pays for it.
 */
export async function rolesOf(caller: Caller, models: ReadModels): Promise<readonly Role[]> {
  return rolesInForce(caller, await grantedRoles(models, caller.playerId));
}

/** The roles that count for a caller, of those granted: none while suspended. */
export const rolesInForce = (caller: Caller, { roles, suspension }: GrantedRoles): readonly Role[] =>
  suspension === null ? [...new Set([...caller.roles, ...roles])] : [];

/** Lets only admins through. @throws HttpProblem 403 */
export async function demandAdmin(caller: Caller, deps: Needs): Promise<void> {
  // Commands decide once more, on the roles as of the head.
  const models = deps.reads.reaching(deps.writer.head.position, ROLES_WITHIN_MS);
  if ((await rolesOf(caller, models)).includes("admin")) return;
  throw new HttpProblem(403, { code: "forbidden", detail: "Only an admin may do this." });
}

/** Whether a caller's sign-in was asked for as fresh, a short while ago. */
async function isFresh({ session }: Caller, { db, now }: Needs): Promise<boolean> {
  const [row] = await db.query<Row & { fresh_at: bigint | null }>(
    "select fresh_at from sessions where token_hash = $1",
    [session],
  );
  const freshAt = row?.fresh_at ?? null;
  return freshAt !== null && now() - Number(freshAt) < FRESH_SIGN_IN_MS;
}

/** Lets only those through who signed in a short while ago. @throws HttpProblem 403 `fresh_sign_in_required` */
export async function demandFreshSignIn(caller: Caller, deps: Needs): Promise<void> {
  if (await isFresh(caller, deps)) return;
  const detail = "Sign in again to do this: your last sign-in was a while ago.";
  throw new HttpProblem(403, { code: "fresh_sign_in_required", detail });
}
