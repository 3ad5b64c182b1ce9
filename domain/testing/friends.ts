import { answerRequest } from "../features/friendships/answer.ts";
import { askFriend } from "../features/friendships/ask.ts";
import { friendshipStream, friendsStream, requestStream } from "../features/friendships/events.ts";
import { block, unblock, unfriend } from "../features/friendships/part.ts";
import { friendshipKind, friendsKind, requestKind } from "../features/friendships/streams.ts";
import type { GivenLog } from "./given.ts";

/** What decisions about two players stand on, in a log of a test. */
export const twoIn = (log: GivenLog, own: string, other: string) => ({
  friendship: log.stream(friendshipKind, friendshipStream(own, other)),
  own: log.stream(friendsKind, friendsStream(own)),
  others: log.stream(friendsKind, friendsStream(other)),
  isSuspended: false,
});

interface Asking {
  readonly requestId?: string;
  readonly takesRequests?: boolean;
  readonly isSuspended?: boolean;
}

/** Somebody asks somebody. */
export const asks =
  (
    by: string,
    playerId: string,
    { requestId = "freq_1", takesRequests = true, isSuspended = false }: Asking = {},
  ) =>
  (log: GivenLog) =>
    askFriend(
      { by, playerId, requestId },
      { ...twoIn(log, by, playerId), isSuspended, takesRequests, at: log.at },
    );

/** Somebody does something about a request. */
export const answers =
  (playerId: string, as: "accepted" | "declined" | "cancelled", requestId = "freq_1") =>
  (log: GivenLog) => {
    const parties = log.stream(requestKind, requestStream(requestId));
    const other = parties?.by === playerId ? parties.playerId : (parties?.by ?? playerId);
    return answerRequest({ playerId, requestId, as }, { parties, ...twoIn(log, playerId, other) });
  };

const PARTINGS = { unfriend, block, unblock };

/** Somebody parts with somebody. */
export const parts = (how: keyof typeof PARTINGS, by: string, playerId: string) => (log: GivenLog) =>
  PARTINGS[how]({ by, playerId }, twoIn(log, by, playerId));
