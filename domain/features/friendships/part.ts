import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { friendshipEnded, playerBlocked, playerUnblocked } from "./events.ts";
import { BLOCKS_MAX } from "./rules.ts";
import type { Friends, Friendship } from "./streams.ts";

/** The player ending it, and the other one. */
export interface Part {
  readonly by: string;
  readonly playerId: string;
}

/** What such a command depends on. */
export interface PartContext {
  readonly friendship: Friendship;
  readonly own: Friends;
}

export type PartAnswer = { readonly userId: string };

/** Ends a friendship. */
export function unfriend(part: Part, { friendship }: PartContext): Decision<PartAnswer> {
  if (friendship.relation.as !== "friends") return refuse("not_friends", "You are not friends.");
  return accept([friendshipEnded(part)], { userId: part.playerId });
}

/** The refusal of a block that is there already. */
export const BLOCKED_BEFORE = "blocked_before";

/** Blocks a player, and ends what is between the two. */
export function block(part: Part, { friendship, own }: PartContext): Decision<PartAnswer> {
  const { by, playerId } = part;
  const { relation, blockedBy } = friendship;
  if (by === playerId) return refuse("yourself", "You cannot block yourself.");
  if (blockedBy.includes(by)) return refuse(BLOCKED_BEFORE, "You have already blocked this player.");
  if (own.blocks >= BLOCKS_MAX)
    return refuse(
      "too_many",
      `You have blocked ${BLOCKS_MAX} players, the most possible. Unblock one first.`,
    );
  const request = relation.as === "requested" ? relation : null;
  const blocked = playerBlocked({
    by,
    playerId,
    requestId: request?.requestId ?? null,
    askedBy: request?.by ?? null,
    endedFriendship: relation.as === "friends",
  });
  return accept([blocked], { userId: playerId });
}

/** Ends the player's own block. */
export function unblock(part: Part, { friendship }: PartContext): Decision<PartAnswer> {
  if (!friendship.blockedBy.includes(part.by))
    return refuse("not_blocked", "You have not blocked this player.");
  return accept([playerUnblocked(part)], { userId: part.playerId });
}
