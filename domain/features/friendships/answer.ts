import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { type AskAnswer, type AskContext, befriend } from "./ask.ts";
import { friendRequestEnded } from "./events.ts";
import type { Friendship, RequestParties } from "./streams.ts";

/** A player answers a request: its receiver accepts or declines it, its sender takes it back. */
export interface AnswerRequest {
  readonly playerId: string;
  readonly requestId: string;
  readonly as: "accepted" | "declined" | "cancelled";
}

/** What such a command depends on. */
export interface AnswerContext extends Pick<AskContext, "own" | "others" | "isSuspended"> {
  readonly parties: RequestParties;
  readonly friendship: Friendship;
}

export type RequestAnswer = { readonly id: string; readonly status: AnswerRequest["as"] };

/** Answers a request or takes it back. Each is answered once. */
export function answerRequest(
  { playerId, requestId, as }: AnswerRequest,
  context: AnswerContext,
): Decision<RequestAnswer | AskAnswer> {
  const { parties, friendship } = context;
  const mayAct = as === "cancelled" ? parties?.by === playerId : parties?.playerId === playerId;
  if (parties === null || !mayAct) return refuse("unknown_request", "There is no such request.");
  const { relation } = friendship;
  if (relation.as !== "requested" || relation.requestId !== requestId)
    return refuse("already_answered", "This request was already answered or withdrawn.");
  const other = as === "cancelled" ? parties.playerId : parties.by;
  if (as === "accepted") return befriend({ by: playerId, playerId: other, requestId }, context);
  const ended = friendRequestEnded({ by: playerId, playerId: other, requestId, as });
  return accept([ended], { id: requestId, status: as });
}
