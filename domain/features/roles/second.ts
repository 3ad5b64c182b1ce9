import type { Refusal } from "../../kernel/decision.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import type { Actor } from "./admin.ts";
import { type AdminGrant, standing } from "./standing.ts";

/** One of two, and how they came to be an admin. */
export interface Second {
  readonly id: string;
  /** Whether the service's settings name them: such a role is old, and nobody's gift. */
  readonly isListed: boolean;
  readonly grant: AdminGrant | null;
}

/** Somebody as one of two. */
export const secondOf = (id: string, { player, isListed }: Actor): Second => ({
  id,
  isListed,
  grant: player.status === "registered" ? standing.of(player).adminGrant : null,
});

/** How old a role must be to count as one of two. @property at milliseconds, as is `roleMs` */
interface RoleAge {
  readonly at: number;
  readonly roleMs: number;
}

/**
 * Why an admin cannot be the second of two, by who was first; null when they can. Not the first one, nobody
 * whose role is younger than the settings ask for, and nobody whose role the first one granted.
 */
export function refusalOfSecond(second: Second, first: Second, age: RoleAge): Refusal | null {
  if (second.id === first.id) {
    return {
      code: "second_admin_needed",
      detail: "You were the first of two admins: another has to be the second.",
    };
  }
  if (grantedBy(second, first)) {
    const detail = "The first admin granted or confirmed your role, so another admin has to be the second.";
    return { code: "granted_by_first", detail };
  }
  const hours = hoursUntilOld(second, age);
  if (hours === 0) return null;
  const detail = `Your role is too new to be the second of two: wait ${hoursText(hours)}.`;
  return { code: "role_too_new", detail };
}

/**
 * Why the first admin's act does not count for this second one; null when it does. The rules apply in this order, too:
 * otherwise a granter would let the new admin begin, and confirm.
 */
export function refusalOfFirst(first: Second, second: Second, age: RoleAge): Refusal | null {
  if (grantedBy(first, second)) {
    const detail = "You granted or confirmed the role of the first admin, so this does not count for you.";
    return { code: "granted_by_second", detail };
  }
  const hours = hoursUntilOld(first, age);
  if (hours === 0) return null;
  const detail = `The role of the first admin is too new to count as one of two: wait ${hoursText(hours)}.`;
  return { code: "first_role_too_new", detail };
}

const grantedBy = ({ isListed, grant }: Second, { id }: Second): boolean =>
  !isListed && grant !== null && grant.by.includes(id);

/** How many hours, begun ones included, a role still has to age. */
const hoursUntilOld = ({ isListed, grant }: Second, { at, roleMs }: RoleAge): number =>
  isListed || grant === null ? 0 : Math.max(0, Math.ceil((grant.at + roleMs - at) / HOUR_MS));

const hoursText = (hours: number): string => `${hours} more hour${hours === 1 ? "" : "s"}`;
