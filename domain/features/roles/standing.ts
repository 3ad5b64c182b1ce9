import type { Refusal } from "../../kernel/decision.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import { playerSuspended, roleGranted, roleRevoked, suspensionLifted } from "./events.ts";
import type { Role } from "./rules.ts";

/** When somebody was made an admin, in milliseconds, who proposed it and who confirmed it. */
export type AdminGrant = { readonly at: number; readonly by: readonly string[] };

/** How a player stands with the house: roles given, and suspension. */
export type Standing = {
  readonly roles: readonly Role[];
  /** Null unless the role of an admin was granted. */
  readonly adminGrant: AdminGrant | null;
  readonly suspended: boolean;
  /** How often roles and suspension have changed: a proposal names what its admin had looked at. */
  readonly changes: number;
};

/** Roles and suspension: nobody who is suspended can stake anything. */
export const standing = playerSlice<Standing>({
  name: "standing",
  version: 2,
  initial: { roles: [], adminGrant: null, suspended: false, changes: 0 },
  on: [
    on(roleGranted, (state, { role, by, confirmedBy }, { recordedAt }) => ({
      ...changed(state),
      roles: [...withoutRole(state, role), role],
      adminGrant:
        role === "admin"
          ? { at: recordedAt, by: confirmedBy === null ? [by] : [by, confirmedBy] }
          : state.adminGrant,
    })),
    on(roleRevoked, (state, { role }) => ({
      ...changed(state),
      roles: withoutRole(state, role),
      adminGrant: role === "admin" ? null : state.adminGrant,
    })),
    on(playerSuspended, (state) => ({ ...changed(state), suspended: true })),
    on(suspensionLifted, (state) => ({ ...changed(state), suspended: false })),
  ],
  refusalOfStaker: refusalOfSuspended,
  unfinished({ roles, suspended }) {
    if (suspended) return "Your suspension has to be lifted.";
    return roles.length > 0 ? "Your roles have to be given up." : null;
  },
});

const changed = (state: Standing): Standing => ({ ...state, changes: state.changes + 1 });

const withoutRole = ({ roles }: Standing, role: Role): readonly Role[] => roles.filter((one) => one !== role);

/** Why a player cannot ask for anything at the moment; null when there is nothing against it. */
export function refusalOfSuspended({ suspended }: Standing): Refusal | null {
  if (!suspended) return null;
  const detail = "Your account is suspended: you cannot bet or deposit. Support can tell you more.";
  return { code: "suspended", detail };
}
