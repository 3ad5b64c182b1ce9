import { z } from "zod";
import { instantText } from "../../kernel/contract.ts";
import { whole } from "../../kernel/events/payload.ts";
import { instantOf } from "../../kernel/time.ts";
import { type ActContext, defineAct } from "../roles/act.ts";
import { haltActEndpoints } from "./contract.ts";
import { haltStreamName, stakesResumed } from "./events.ts";
import { haltStreamKind, resumeStakes, type StakingStatus } from "./halt.ts";

const readOfStakes = { kind: haltStreamKind, name: haltStreamName };
const stakesIn = ({ stream }: ActContext) => stream(readOfStakes);

export const haltActs = {
  resumeStakes: defineAct({
    kind: "resume_stakes",
    endpoint: haltActEndpoints.resumeStakes,
    act: z.strictObject({
      /** When stakes were halted, in milliseconds, and why. */
      since: whole,
      halt: z.string(),
    }),
    wanted: () => ({}),
    streams: () => [readOfStakes],
    actOf: (_, context) => {
      const stakes = stakesIn(context);
      return stakes.status === "taken"
        ? { since: 0, halt: "" }
        : { since: stakes.since, halt: stakes.reason };
    },
    needsTwo: () => true,
    isStale: ({ since }, context) => {
      const stakes = stakesIn(context);
      return stakes.status === "halted" && stakes.since !== since;
    },
    perform: (act, context) =>
      resumeStakes(act, { actor: context.actorOf(act.actorId), stakes: stakesIn(context) }),
    outcome: {
      event: stakesResumed,
      isOf: ({ since }, { before }: { readonly before: StakingStatus }) =>
        before.status === "halted" && before.since === since,
      needsTwo: () => true,
    },
    shown: { since: instantText, halt: z.string() },
    show: ({ since, halt }) => ({ since: instantOf(since), halt }),
  }),
} as const;
