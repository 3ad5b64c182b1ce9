import { z } from "zod";
import { defineEvent, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { adminAct, confirmedBy, confirmedByNobody, withNote } from "../../kernel/events/payload.ts";
import { onPlayer } from "../players/events.ts";
import { ROLES } from "./rules.ts";

const role = z.enum(ROLES);
const grant = z.strictObject({ ...adminAct, role, confirmedBy });
const revocation = z.strictObject({ ...adminAct, role });
const suspension = z.strictObject(adminAct);
const lift = z.strictObject({ ...adminAct, confirmedBy });

const live = { player: ["notifications"], changesAccess: true } as const;
const notice = { to: "player", type: "account", link: null } as const;
const act = { by: "p_root", reason: "Agreed on Monday." };

/** An admin gave a player a role. */
export const roleGranted = defineEvent({
  type: "RoleGranted",
  version: 2,
  payload: grant,
  upcasters: [confirmedByNobody],
  record: (playerId: string, payload: PayloadOf<typeof grant>) => onPlayer(playerId, payload),
  live,
  notify: { ...notice, title: "New role", message: (payload) => `You are ${payload.role} now.` },
  example: ["p_1", { ...act, role: "admin", confirmedBy: "p_dora" }],
});

/** An admin took a role from a player. */
export const roleRevoked = defineEvent({
  type: "RoleRevoked",
  payload: revocation,
  record: (playerId: string, payload: PayloadOf<typeof revocation>) => onPlayer(playerId, payload),
  live,
  notify: {
    ...notice,
    title: "Role removed",
    message: (payload) => `You are no longer ${payload.role}.`,
  },
  example: ["p_1", { ...act, role: "moderator" }],
});

/** An admin suspended a player: no stakes, no deposits, and no role counts. */
export const playerSuspended = defineEvent({
  type: "PlayerSuspended",
  payload: suspension,
  record: (playerId: string, payload: PayloadOf<typeof suspension>) => onPlayer(playerId, payload),
  live,
  notify: {
    ...notice,
    title: "Account suspended",
    message: ({ reason }) => withNote("You cannot bet or deposit.", reason),
  },
  example: ["p_1", act],
});

/** An admin lifted a player's suspension. */
export const suspensionLifted = defineEvent({
  type: "SuspensionLifted",
  version: 2,
  payload: lift,
  upcasters: [confirmedByNobody],
  record: (playerId: string, payload: PayloadOf<typeof lift>) => onPlayer(playerId, payload),
  live,
  notify: {
    ...notice,
    words: ({ reason }) => ({ title: "Suspension lifted", message: withNote("You can play again.", reason) }),
  },
  example: ["p_1", { ...act, confirmedBy: "p_dora" }],
});

export const roleEvents = [roleGranted, roleRevoked, playerSuspended, suspensionLifted] as const;
