import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import { friendRequested, friendshipBegan } from "./events.ts";
import { ASKS_MAX, ASKS_MS, FRIENDS_MAX, OPEN_REQUESTS_MAX } from "./rules.ts";
import type { Friends, Friendship } from "./streams.ts";

/** A player asks another to be friends. */
export interface AskFriend {
  readonly by: string;
  readonly playerId: string;
  readonly requestId: string;
}

/** What such a command depends on. */
export interface AskContext {
  readonly friendship: Friendship;
  readonly own: Friends;
  readonly others: Friends;
  readonly isSuspended: boolean;
  /** Whether the other lets players ask. */
  readonly takesRequests: boolean;
  /** Milliseconds. */
  readonly at: number;
}

export type AskAnswer = { readonly id: string; readonly status: "pending" | "accepted" };

const SUSPENDED: Refusal = {
  code: "suspended",
  detail: "Your account is suspended: you cannot make friends. Support can tell you more.",
};

const notAvailable = (detail: string) => ({
  refused: { code: "not_available", detail, isForbidden: true },
});
/** One answer for all of them: nobody learns that they were blocked. */
const NOT_AVAILABLE = notAvailable("This player is not accepting friend requests from you at the moment.");
const OWN_BLOCK = notAvailable("You have blocked this player. Unblock them first.");

/** The refusal of a repeated request that is still open; `facts.id` is that of the first. */
export const ASKED_BEFORE = "asked_before";

/** Asks a player to be friends. Two who ask each other are friends at once. */
export function askFriend(command: AskFriend, context: AskContext): Decision<AskAnswer> {
  const { by, playerId } = command;
  const { relation, blockedBy } = context.friendship;
  if (context.isSuspended) return { refused: SUSPENDED };
  if (by === playerId) return refuse("yourself", "You cannot be your own friend.");
  if (blockedBy.includes(by)) return OWN_BLOCK;
  if (relation.as === "friends") return refuse("already_friends", "You are already friends.");
  if (relation.as === "requested") {
    if (relation.by === by)
      return refuse(ASKED_BEFORE, "You have already asked this player.", { id: relation.requestId });
    return befriend({ by, playerId, requestId: relation.requestId }, context);
  }
  const isWaiting = context.at < (context.friendship.mayAskAt[by] ?? 0);
  if (blockedBy.includes(playerId) || !context.takesRequests || isWaiting) return NOT_AVAILABLE;
  const refusal = refusalOfOneMore(context);
  if (refusal !== null) return { refused: refusal };
  return accept([friendRequested(command)], { id: command.requestId, status: "pending" });
}

function refusalOfOneMore({ own, at }: AskContext): Refusal | null {
  const tooMany = (detail: string): Refusal => ({ code: "too_many", detail });
  if (own.friends >= FRIENDS_MAX) return tooMany(`You have ${FRIENDS_MAX} friends, the most possible.`);
  if (own.open >= OPEN_REQUESTS_MAX)
    return tooMany(`${OPEN_REQUESTS_MAX} of your requests are waiting for an answer. Take one back first.`);
  const lately = own.askedAt.filter((asked) => asked > at - ASKS_MS).length;
  if (lately >= ASKS_MAX) return tooMany(`You can ask ${ASKS_MAX} players a day. Try again tomorrow.`);
  return null;
}

/** Makes two players friends. @param request who accepts it, and who asked */
export function befriend(
  request: AskFriend,
  { own, others, isSuspended }: Pick<AskContext, "own" | "others" | "isSuspended">,
): Decision<AskAnswer> {
  if (isSuspended) return { refused: SUSPENDED };
  if (own.friends >= FRIENDS_MAX)
    return refuse("too_many", `You have ${FRIENDS_MAX} friends, the most possible.`);
  if (others.friends >= FRIENDS_MAX)
    return refuse("too_many", `This player has ${FRIENDS_MAX} friends, the most possible.`);
  return accept([friendshipBegan(request)], { id: request.requestId, status: "accepted" });
}
