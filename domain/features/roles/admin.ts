import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { Player } from "../../player/player.ts";
import { playerSuspended, roleGranted, roleRevoked, suspensionLifted } from "./events.ts";
import type { Role } from "./rules.ts";
import { standing } from "./standing.ts";

/** Somebody who acts, and whether the service's settings name them as an admin. */
export interface Actor {
  readonly player: Player;
  readonly isListed: boolean;
}

/** Whether somebody is an admin by the settings or by a grant, also while suspended. */
const holdsAdmin = ({ player, isListed }: Actor): boolean =>
  player.status === "registered" && (isListed || standing.of(player).roles.includes("admin"));

/** Whether somebody is an admin as of the head: by the settings or by a grant, and not while suspended. */
export const isAdmin = (actor: Actor): boolean => holdsAdmin(actor) && !isSuspended(actor);

/** What an admin does to a player, and why. */
export interface AdminAct {
  readonly actorId: string;
  readonly playerId: string;
  readonly reason: string;
}

/** An act that another admin confirmed; null or left out where one is enough. */
export type Confirmable = { readonly confirmedBy?: string | null };

/** What such an act is decided on: who acts, and on which player. */
export interface AdminContext {
  readonly actor: Actor;
  readonly subject: Actor;
}

export type AdminAnswer = { readonly playerId: string };

const FORBIDDEN: Refusal = { code: "forbidden", detail: "Only an admin may do this." };

/** Why somebody may not act as an admin; null when they may. */
export const refusalOfActor = (actor: Actor): Refusal | null => (isAdmin(actor) ? null : FORBIDDEN);

/** Why somebody may not act upon a player as an admin; null when they may. */
export function refusalOfAct({ actor, subject }: AdminContext): Refusal | null {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return refusal;
  if (subject.player.status === "registered") return null;
  return { code: "unknown_player", detail: "There is no such player." };
}

const rolesOf = ({ player }: Actor): readonly Role[] =>
  player.status === "registered" ? standing.of(player).roles : [];

/** Gives a player a role. Nobody gives one to themselves. */
export function grantRole(
  act: AdminAct & Confirmable & { readonly role: Role },
  context: AdminContext,
): Decision<AdminAnswer> {
  const refusal = refusalOfAct(context);
  if (refusal !== null) return { refused: refusal };
  const { actorId: by, playerId, role, reason, confirmedBy = null } = act;
  if (by === playerId || confirmedBy === playerId)
    return refuse("own_role", "You cannot give yourself a role: ask another admin.");
  if (rolesOf(context.subject).includes(role))
    return refuse("role_held", `This player is already ${named(role)}.`);
  return accept([roleGranted(playerId, { by, reason, role, confirmedBy })], {
    playerId,
  });
}

/** Takes a role from a player. Admins that the settings name stay admins. */
export function revokeRole(
  act: AdminAct & { readonly role: Role },
  context: AdminContext,
): Decision<AdminAnswer> {
  const refusal = refusalOfAct(context);
  if (refusal !== null) return { refused: refusal };
  const { actorId: by, playerId, role, reason } = act;
  if (!rolesOf(context.subject).includes(role)) {
    if (role === "admin" && context.subject.isListed) return LISTED;
    return refuse("role_not_held", `This player is not ${named(role)}.`);
  }
  return accept([roleRevoked(playerId, { by, reason, role })], { playerId });
}

const LISTED = refuse(
  "listed_admin",
  "This admin is named in the settings of the service (ADMIN_PLATFORM_IDS), and can be changed only there.",
);

const named = (role: Role): string => (role === "admin" ? "an admin" : "a moderator");

/** Suspends a player: no stakes, no deposits, and no role counts. Admins that the settings name cannot be. */
export function suspendPlayer(act: AdminAct, context: AdminContext): Decision<AdminAnswer> {
  const refusal = refusalOfAct(context);
  if (refusal !== null) return { refused: refusal };
  const { actorId: by, playerId, reason } = act;
  if (by === playerId) return refuse("own_suspension", "You cannot suspend yourself.");
  if (context.subject.isListed) return LISTED;
  if (isSuspended(context.subject)) return refuse("suspended_already", "This player is already suspended.");
  return accept([playerSuspended(playerId, { by, reason })], { playerId });
}

/** Whether somebody is an admin again as soon as their suspension ends. */
export const isAdminOnceLifted = (actor: Actor): boolean => holdsAdmin(actor) && isSuspended(actor);

/** Lifts a player's suspension. */
export function liftSuspension(act: AdminAct & Confirmable, context: AdminContext): Decision<AdminAnswer> {
  const refusal = refusalOfAct(context);
  if (refusal !== null) return { refused: refusal };
  const { actorId: by, playerId, reason, confirmedBy = null } = act;
  if (!isSuspended(context.subject)) return refuse("not_suspended", "This player is not suspended.");
  const lifted = suspensionLifted(playerId, { by, reason, confirmedBy });
  return accept([lifted], { playerId });
}

const isSuspended = ({ player }: Actor): boolean =>
  player.status === "registered" && standing.of(player).suspended;
