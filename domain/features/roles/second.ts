import type { Refusal } from "../../kernel/decision.ts";
import type { Actor } from "./admin.ts";
import type { AdminGrant } from "./standing.ts";

/** Whoever would be the second of two, and how they came to be an admin. */
export interface Second {
  readonly id: string;
  /** Whether the service's settings name them: such a role is old, and nobody's gift. */
  readonly isListed: boolean;
  readonly grant: AdminGrant | null;
}

/** Somebody as the second of two. */
export const secondOf = (id: string, { player, isListed }: Actor): Second => ({
  id,
  isListed,
  grant: player.status === "registered" ? player.standing.adminGrant : null,
});

/**
 * Why an admin cannot be the second of two; null when they can. It is not whoever was first, nobody whose role is
 * younger than the settings ask for, and nobody whose role the first one granted.
 * @param at milliseconds, as is `roleMs`, the age that a role must have
 */
export function refusalOfSecond(
  { id, isListed, grant }: Second,
  firstId: string,
  { at, roleMs }: { readonly at: number; readonly roleMs: number },
): Refusal | null {
  if (id === firstId) {
    return {
      code: "second_admin_needed",
      detail: "You were the first of two: another admin has to be the second.",
    };
  }
  if (isListed || grant === null) return null;
  if (grant.by.includes(firstId)) {
    const detail = "The first admin granted or confirmed your role, so another admin has to be the second.";
    return { code: "granted_by_first", detail };
  }
  if (at - grant.at < roleMs) {
    const hours = Math.ceil((grant.at + roleMs - at) / HOUR_MS);
    const detail = `Your role is too new to be the second of two: wait ${hours} more hour${hours === 1 ? "" : "s"}.`;
    return { code: "role_too_new", detail };
  }
  return null;
}

const HOUR_MS = 3_600_000;
