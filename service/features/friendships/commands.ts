import {
  type AnswerRequest,
  answerRequest,
  type RequestAnswer,
} from "#domain/features/friendships/answer.ts";
import { type AskAnswer, type AskFriend, askFriend } from "#domain/features/friendships/ask.ts";
import { friendshipStream, friendsStream, requestStream } from "#domain/features/friendships/events.ts";
import type { Part, PartAnswer, PartContext } from "#domain/features/friendships/part.ts";
import { friendshipKind, friendsKind, requestKind } from "#domain/features/friendships/streams.ts";
import { standing } from "#domain/features/roles/standing.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { playerIn, readOfPlayer } from "#service/features/roles/actor.ts";

/** Two players, the acting one first. */
type Two = readonly [string, string];

/** The stream of what is between two players. */
export const readOfFriendship = (one: string, other: string) => ({
  kind: friendshipKind,
  name: friendshipStream(one, other),
});
const readOfFriends = (playerId: string) => ({ kind: friendsKind, name: friendsStream(playerId) });
const readOfRequest = (requestId: string) => ({ kind: requestKind, name: requestStream(requestId) });

const readsOf = ([own, other]: Two): readonly StreamRead[] => [
  readOfPlayer(own),
  readOfFriendship(own, other),
  readOfFriends(own),
  readOfFriends(other),
];

function twoIn(view: LogView, [own, other]: Two) {
  const player = playerIn(view, own);
  return {
    friendship: view.stream(readOfFriendship(own, other)),
    own: view.stream(readOfFriends(own)),
    others: view.stream(readOfFriends(other)),
    isSuspended: player.status === "registered" && standing.of(player).suspended,
  };
}

/** The command that asks for a friendship. */
export function askCommand(
  origin: CommandOrigin,
  command: AskFriend,
  takesRequests: boolean,
): Submission<AskAnswer> {
  const { by, playerId, requestId } = command;
  return {
    ...origin,
    reads: () => ({ streams: [...readsOf([by, playerId]), readOfRequest(requestId)] }),
    decide: (view) => askFriend(command, { ...twoIn(view, [by, playerId]), takesRequests, at: view.at }),
  };
}

/** The command that answers or withdraws a request. */
export function answerCommand(
  origin: CommandOrigin,
  command: AnswerRequest,
): Submission<RequestAnswer | AskAnswer> {
  const { playerId, requestId } = command;
  return {
    ...origin,
    reads: () => ({ streams: [readOfRequest(requestId), readOfPlayer(playerId)] }),
    decide: (view) => {
      const parties = view.stream(readOfRequest(requestId));
      // A guessed id reveals neither player.
      const other = parties?.by === playerId ? parties.playerId : (parties?.by ?? playerId);
      const two: Two = [playerId, other];
      view.needs({ streams: readsOf(two) });
      return answerRequest(command, { parties, ...twoIn(view, two) });
    },
  };
}

/** The command that ends a friendship, blocks, or unblocks. */
export function partCommand(
  origin: CommandOrigin,
  part: Part,
  decide: (part: Part, context: PartContext) => Decision<PartAnswer>,
): Submission<PartAnswer> {
  const two: Two = [part.by, part.playerId];
  return {
    ...origin,
    reads: () => ({ streams: readsOf(two) }),
    decide: (view) => decide(part, twoIn(view, two)),
  };
}
