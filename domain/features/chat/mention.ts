import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { Player } from "../../player/player.ts";
import type { Friendship } from "../friendships/streams.ts";
import { experience } from "../players/experience.ts";
import { levelOf } from "../players/level.ts";
import { chatMentioned } from "./events.ts";
import { refusalOfReader } from "./post.ts";

/** Who mentions whom in which message. */
export type Mention = { readonly by: string; readonly playerId: string; readonly messageId: string };

/** What decides whether a mention notifies a player. */
export interface MentionContext {
  readonly mentioned: Player;
  readonly isStaff: boolean;
  readonly levelMin: number;
  readonly friendship: Friendship;
}

/**
 * Notifies a mentioned player, except by themselves, across a block, or in a chat closed to them. Across a block the
 * room records the event instead, so that the log's length does not reveal the block.
 */
export function tellMentioned(
  { by, playerId, messageId }: Mention,
  { mentioned, isStaff, levelMin, friendship }: MentionContext,
): Decision<{ readonly playerId: string }> {
  if (by === playerId) return refuse("yourself", "You cannot mention yourself.");
  if (mentioned.status === "absent") return refuse("unknown_player", "There is no such player.");
  const level = levelOf(experience.of(mentioned).total);
  const locked = refusalOfReader({ level, isStaff }, levelMin);
  return locked === null
    ? accept([chatMentioned(friendship.blockedBy.length > 0 ? null : playerId, { by, messageId })], {
        playerId,
      })
    : { refused: locked };
}
