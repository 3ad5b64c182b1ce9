import { z } from "zod";
import { whole } from "../../kernel/events/payload.ts";
import type { Player } from "../../player/player.ts";
import { playerStream } from "../players/events.ts";
import { type ActContext, defineAct } from "./act.ts";
import { type Actor, grantRole, isAdminOnceLifted, liftSuspension } from "./admin.ts";
import { adminPlayerSchema, roleActEndpoints } from "./contract.ts";
import { roleGranted, suspensionLifted } from "./events.ts";
import { ROLES } from "./rules.ts";
import { type Standing, standing } from "./standing.ts";

const answer = ({ playerId }: { readonly playerId: string }) => ({ playerId });

/** How often the player's standing had changed. Absent in older proposals. */
const changes = whole.exactOptional();
type OnStanding = { readonly playerId: string; readonly changes?: number };

const standingOf = ({ player }: Actor): Standing | null =>
  player.status === "registered" ? standing.of(player) : null;

const withChanges = <W extends { readonly playerId: string }>(wanted: W, { actorOf }: ActContext) => {
  const found = standingOf(actorOf(wanted.playerId));
  return found === null ? wanted : { ...wanted, changes: found.changes };
};

/** Whether a standing has changed, and yet could still be changed as proposed. */
const hasChanged = (
  { playerId, changes: seen }: OnStanding,
  { actorOf }: ActContext,
  isOpen: (found: Standing) => boolean,
): boolean => {
  const found = standingOf(actorOf(playerId));
  return found !== null && seen !== undefined && seen !== found.changes && isOpen(found);
};

export const roleActs = {
  grantRole: defineAct({
    kind: "grant_role",
    endpoint: roleActEndpoints.grantRole,
    act: z.strictObject({ playerId: z.string(), role: z.enum(ROLES), changes }),
    wanted: ({ body: { playerId, role } }) => ({ playerId, role }),
    actOf: withChanges,
    needsTwo: ({ role }) => role === "admin",
    // They may have been suspended since, or have lost the role that another proposal gave them.
    isStale: (one, context) => hasChanged(one, context, ({ roles }) => !roles.includes(one.role)),
    essence: ({ playerId, role }) => ({ playerId, role }),
    perform: (act, { actorOf }) =>
      grantRole(act, { actor: actorOf(act.actorId), subject: actorOf(act.playerId) }),
    outcome: {
      event: roleGranted,
      isOf: ({ playerId, role }, { event, payload }) =>
        event.stream === playerStream(playerId) && payload.role === role,
      needsTwo: ({ payload }) => payload.role === "admin",
    },
    answer,
    shown: { player: adminPlayerSchema, role: z.enum(ROLES) },
    show: ({ playerId, role }, { person }) => ({ player: person(playerId), role }),
  }),
  liftSuspension: defineAct({
    kind: "lift_suspension",
    endpoint: roleActEndpoints.liftSuspension,
    act: z.strictObject({ playerId: z.string(), changes }),
    wanted: ({ params }) => ({ playerId: params.id }),
    actOf: withChanges,
    needsTwo: ({ playerId }, { actorOf }) => isAdminOnceLifted(actorOf(playerId)),
    // They may have been suspended again since, for another reason.
    isStale: (one, context) => hasChanged(one, context, ({ suspended }) => suspended),
    essence: ({ playerId }) => ({ playerId }),
    perform: (act, { actorOf }) =>
      liftSuspension(act, { actor: actorOf(act.actorId), subject: actorOf(act.playerId) }),
    outcome: {
      event: suspensionLifted,
      isOf: ({ playerId }, { event }) => event.stream === playerStream(playerId),
      // Admins that the service's settings name are not in the log.
      needsTwo: ({ before }: { readonly before: Player }) =>
        before.status === "registered" && standing.of(before).roles.includes("admin"),
    },
    answer,
    shown: { player: adminPlayerSchema },
    show: ({ playerId }, { person }) => ({ player: person(playerId) }),
  }),
} as const;
