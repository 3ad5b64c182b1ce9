import type { NewEvent, StreamName } from "../../kernel/event.ts";

/** What was found to be wrong, for those who run the house. */
export type StakesHalted = NewEvent<"StakesHalted", { readonly reason: string }>;
/** An admin let stakes be taken again, and said why. */
export type StakesResumed = NewEvent<
  "StakesResumed",
  {
    readonly by: string;
    readonly reason: string;
    /** Who confirmed what another proposed; null in logs from when one was enough. */
    readonly confirmedBy: string | null;
  }
>;

export type HaltEvent = StakesHalted | StakesResumed;

/** The one stream that every stake is decided on. */
export const haltStreamName: StreamName = "stakes:all";

/** A halt of all stakes, or its end; it moves nothing. */
export const haltEvent = <E extends HaltEvent>(type: E["type"], payload: E["payload"]): NewEvent => ({
  type,
  schemaVersion: type === "StakesResumed" ? 2 : 1,
  stream: haltStreamName,
  payload,
  postings: [],
});
