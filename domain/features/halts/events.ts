import { z } from "zod";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { adminAct, confirmedBy, confirmedByNobody } from "../../kernel/events/payload.ts";

/** The one stream that every stake is decided on. */
export const haltStreamName: StreamName = "stakes:all";

/** All stakes were halted, with the problem found, for those who run the house. */
export const stakesHalted = defineEvent({
  type: "StakesHalted",
  payload: z.strictObject({ reason: z.string() }),
  record: (payload) => ({ streams: [haltStreamName], payload }),
  live: { everybody: ["stakes"] },
  example: [{ reason: "Position 7 was changed." }],
});

/** An admin resumed stakes, with a reason. */
export const stakesResumed = defineEvent({
  type: "StakesResumed",
  version: 2,
  payload: z.strictObject({ ...adminAct, confirmedBy }),
  upcasters: [confirmedByNobody],
  record: (payload) => ({ streams: [haltStreamName], payload }),
  live: { everybody: ["stakes"] },
  example: [{ by: "p_root", reason: "The disk was replaced.", confirmedBy: "p_dora" }],
});

export const haltEvents = [stakesHalted, stakesResumed] as const;
