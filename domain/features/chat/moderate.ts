import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { type Actor, isAdmin } from "../roles/admin.ts";
import { standing } from "../roles/standing.ts";
import { chatMessageRemoved, chatMuted, chatReportClosed, chatSlowed, chatUnmuted } from "./events.ts";
import { isMuted } from "./post.ts";
import { muteSlice, type Room } from "./room.ts";
import { MODERATOR_MUTE_MINUTES_MAX } from "./rules.ts";

/** A message and the hash of its text, as acts name it. */
export type ActedMessage = {
  readonly messageId: string;
  readonly playerId: string;
  readonly textHash: string;
};

/** What a moderator does, and why. */
export type ModeratorAct = { readonly by: string; readonly reason: string };

/** The moderator, the player, the room, and the time in milliseconds. */
export interface ModeratorContext {
  readonly actor: Actor;
  readonly subject: Actor;
  readonly room: Room;
  readonly at: number;
}

export type MuteAnswer = { readonly userId: string; readonly until: number | null };

const isModerator = (actor: Actor): boolean =>
  actor.player.status === "registered" &&
  !standing.of(actor.player).suspended &&
  standing.of(actor.player).roles.includes("moderator");

/** Whether somebody moderates the chat as of the head. */
export const isStaff = (actor: Actor): boolean => isAdmin(actor) || isModerator(actor);

/** The rank of moderators and admins: one acts only on lower ranks. A suspension does not lower it. */
function rankOf({ player, isListed }: Actor): number {
  if (isListed) return 2;
  if (player.status === "absent") return 0;
  const { roles } = standing.of(player);
  return roles.includes("admin") ? 2 : roles.includes("moderator") ? 1 : 0;
}

/** Why somebody may not moderate; null when they may. */
export const refusalOfModerator = (actor: Actor): Refusal | null =>
  isStaff(actor) ? null : { code: "forbidden", detail: "Only a moderator may do this." };

/** Why somebody may not act upon a player; null when they may. Nobody may act upon themselves or their equals. */
export function refusalOfModeration(by: string, playerId: string, context: ModeratorContext): Refusal | null {
  const refusal = refusalOfModerator(context.actor);
  if (refusal !== null) return refusal;
  if (context.subject.player.status === "absent" && !context.subject.isListed)
    return { code: "unknown_player", detail: "There is no such player." };
  if (by === playerId) return { code: "forbidden", detail: "You cannot moderate yourself." };
  if (rankOf(context.subject) < rankOf(context.actor)) return null;
  return { code: "forbidden", detail: "Moderators can act on players only; admins on moderators too." };
}

/** Mutes a player for a number of minutes; null for ever. The newest mute replaces earlier ones. */
export function mutePlayer(
  act: ModeratorAct & { readonly playerId: string; readonly minutes: number | null },
  context: ModeratorContext,
): Decision<MuteAnswer> {
  const { by, reason, playerId, minutes } = act;
  const refusal =
    refusalOfModeration(by, playerId, context) ??
    refusalOfLength(minutes, context.actor) ??
    refusalOfChange(context);
  if (refusal !== null) return { refused: refusal };
  const until = minutes === null ? null : context.at + minutes * MINUTE_MS;
  const rank = isAdmin(context.actor) ? "admin" : "moderator";
  return accept([chatMuted(playerId, { by, reason, rank, until })], { userId: playerId, until });
}

/** Only admins replace or end a mute that an admin decided. */
function refusalOfChange({ actor, subject: { player }, at }: ModeratorContext): Refusal | null {
  const mute = player.status === "absent" ? null : muteSlice.of(player);
  if (isAdmin(actor) || !isMuted(mute, at) || !mute.byAdmin) return null;
  return { code: "forbidden", detail: "An admin muted this player: only an admin may change that." };
}

function refusalOfLength(minutes: number | null, actor: Actor): Refusal | null {
  if (isAdmin(actor)) return null;
  if (minutes !== null && minutes <= MODERATOR_MUTE_MINUTES_MAX) return null;
  const hours = MODERATOR_MUTE_MINUTES_MAX / 60;
  return { code: "forbidden", detail: `Moderators can mute for at most ${hours} hours: ask an admin.` };
}

/** Ends a player's mute. */
export function unmutePlayer(
  { by, reason, playerId }: ModeratorAct & { readonly playerId: string },
  context: ModeratorContext,
): Decision<{ readonly userId: string }> {
  const refusal = refusalOfModeration(by, playerId, context) ?? refusalOfChange(context);
  if (refusal !== null) return { refused: refusal };
  const { player } = context.subject;
  if (player.status === "absent" || !isMuted(muteSlice.of(player), context.at))
    return refuse("not_muted", "This player is not muted.");
  return accept([chatUnmuted(playerId, { by, reason })], { userId: playerId });
}

/** Removes a message. */
export function removeMessage(
  { by, reason, messageId, playerId, textHash }: ModeratorAct & ActedMessage,
  context: ModeratorContext,
): Decision<{ readonly id: string }> {
  const refusal = refusalOfModeration(by, playerId, context);
  if (refusal !== null) return { refused: refusal };
  if (context.room.removed.includes(messageId))
    return refuse("message_deleted", "Another moderator has just removed this message.");
  return accept([chatMessageRemoved({ by, reason, messageId, playerId, textHash })], { id: messageId });
}

/** What closes reports. */
export type Resolution = ModeratorAct &
  ActedMessage & {
    readonly reportIds: readonly string[];
    readonly action: "dismiss" | "delete" | "mute";
    readonly minutes: number | null;
    /** Whether the message still stands, so that it can be removed. */
    readonly isShown: boolean;
  };

/**
 * Why somebody may not close reports; null when they may. Dismissing acts upon nobody: another admin may do
 * that for an admin; otherwise three reporters could hide an admin's messages for ever.
 */
function refusalOfClosing({ by, playerId, action }: Resolution, context: ModeratorContext): Refusal | null {
  if (action === "dismiss" && by !== playerId && isAdmin(context.actor)) return null;
  return refusalOfModeration(by, playerId, context);
}

/** Closes the open reports of a message, and does what was found to be right. */
export function resolveReports(
  resolution: Resolution,
  context: ModeratorContext,
): Decision<{ readonly closed: number }> {
  const { by, reason, messageId, playerId, textHash, reportIds, action, minutes, isShown } = resolution;
  const refusal = refusalOfClosing(resolution, context);
  if (refusal !== null) return { refused: refusal };
  const closed = chatReportClosed({
    by,
    reason,
    messageId,
    playerId,
    textHash,
    reportIds: [...reportIds],
    action,
  });
  const answer = { closed: reportIds.length };
  if (reportIds.some((id) => context.room.closed.includes(id)))
    return refuse("report_closed", "Another moderator has just closed this report.");
  if (action === "dismiss") return accept([closed], answer);
  const isToRemove = isShown && !context.room.removed.includes(messageId);
  const acts: Decision[] = isToRemove ? [removeMessage(resolution, context)] : [];
  if (action === "mute") acts.push(mutePlayer({ by, reason, playerId, minutes }, context));
  for (const done of acts) if ("refused" in done) return done;
  return accept([...acts.flatMap((done) => ("events" in done ? done.events : [])), closed], answer);
}

/** Makes everybody wait between two messages, for a number of minutes; zero seconds end it. */
export function slowDown(
  { by, reason, seconds, minutes }: ModeratorAct & { readonly seconds: number; readonly minutes: number },
  { actor, room, at }: Omit<ModeratorContext, "subject">,
): Decision<{ readonly seconds: number; readonly until: number }> {
  const refusal = refusalOfModerator(actor);
  if (refusal !== null) return { refused: refusal };
  if (seconds === 0 && (room.slow === null || room.slow.until <= at))
    return refuse("not_slow", "The chat is not slowed down.");
  const until = seconds === 0 ? at : at + minutes * MINUTE_MS;
  return accept([chatSlowed({ by, reason, seconds, until })], { seconds, until });
}
