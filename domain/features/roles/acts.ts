import { z } from "zod";
import { defineAct } from "./act.ts";
import { grantRole, isAdminOnceLifted, liftSuspension } from "./admin.ts";
import { adminPlayerSchema, roleActEndpoints } from "./contract.ts";
import { ROLES } from "./rules.ts";

const answer = ({ playerId }: { readonly playerId: string }) => ({ playerId });

export const roleActs = {
  grantRole: defineAct({
    kind: "grant_role",
    endpoint: roleActEndpoints.grantRole,
    act: z.strictObject({ playerId: z.string(), role: z.enum(ROLES) }),
    wanted: ({ body: { playerId, role } }) => ({ playerId, role }),
    actOf: (wanted) => wanted,
    needsTwo: ({ role }) => role === "admin",
    perform: (act, { actorOf }) =>
      grantRole(act, { actor: actorOf(act.actorId), subject: actorOf(act.playerId) }),
    answer,
    shown: { player: adminPlayerSchema, role: z.enum(ROLES) },
    show: ({ playerId, role }, { person }) => ({ player: person(playerId), role }),
  }),
  liftSuspension: defineAct({
    kind: "lift_suspension",
    endpoint: roleActEndpoints.liftSuspension,
    act: z.strictObject({ playerId: z.string() }),
    wanted: ({ params }) => ({ playerId: params.id }),
    actOf: (wanted) => wanted,
    needsTwo: ({ playerId }, { actorOf }) => isAdminOnceLifted(actorOf(playerId)),
    perform: (act, { actorOf }) =>
      liftSuspension(act, { actor: actorOf(act.actorId), subject: actorOf(act.playerId) }),
    answer,
    shown: { player: adminPlayerSchema },
    show: ({ playerId }, { person }) => ({ player: person(playerId) }),
  }),
} as const;
