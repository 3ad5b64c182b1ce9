import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streamsOf } from "../../kernel/events/event.ts";
import { snapshotOf, stateOf } from "../../kernel/events/snapshot.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { type Decide, GivenLog } from "../../testing/given.ts";
import { ALICE, flip, playerIn, registered } from "../../testing/players.ts";
import { forAll, forAllIn } from "../../testing/properties/for-all.ts";
import { playerStream } from "../players/events.ts";
import { playerStreamKind } from "../registry.ts";
import { acknowledgeRealityCheck, endExclusion, excludeOneself, takeTimeOut } from "./breaks.ts";
import { confirmRaise, setLimit, withdrawRaise } from "./limits.ts";
import { isExcluded, limitOf, responsiblePlayOf } from "./play.ts";

const NAME = { kind: "wager", window: "day" } as const;
const limit = { playerId: ALICE, ...NAME };

type Step =
  | { readonly do: "set"; readonly amount: bigint | null }
  | { readonly do: "confirm" | "withdraw" | "flip" | "acknowledge" | "break" | "exclude" | "end" };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("set" as const),
      amount: fc.option(fc.bigInt(100n, 105n), { freq: 4 }),
    }),
  },
  { weight: 5, arbitrary: fc.constant({ do: "confirm" as const }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("withdraw", "flip", "acknowledge") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("break", "exclude", "end") }) },
);
/** Around the first and last instants at which a raise can be confirmed. */
const wait = fc.oneof(
  fc.constantFrom(0, 1, DAY_MS - 1, DAY_MS, 7 * DAY_MS - 1, 7 * DAY_MS, 8 * DAY_MS, 200 * DAY_MS),
  fc.nat(2 * DAY_MS),
);
const lives = fc.array(fc.record({ step, wait }), { maxLength: 25, size: "max" });

function decided(step: Step): Decide<JsonObject> {
  if (step.do === "flip") return flip("rbx", "1.00");
  return (log) => {
    const context = { player: playerIn(log), at: log.at };
    if (step.do === "set") return setLimit(limit, step.amount, context);
    if (step.do === "confirm") return confirmRaise(limit, context);
    if (step.do === "withdraw") return withdrawRaise(limit, context);
    if (step.do === "break") return takeTimeOut({ playerId: ALICE, hours: 24 }, context);
    if (step.do === "exclude") return excludeOneself({ playerId: ALICE, months: 6 }, context);
    return step.do === "end" ? endExclusion(ALICE, context) : acknowledgeRealityCheck(ALICE, context);
  };
}

interface Done {
  readonly step: Step;
  readonly at: number;
  readonly isAccepted: boolean;
}

/** Plays steps; after each, yields the requests so far and the present state. */
function played(
  program: readonly { readonly step: Step; readonly wait: number }[],
  look: (log: GivenLog, done: readonly Done[]) => void = () => {},
): GivenLog {
  const log = new GivenLog();
  log.append([registered()]);
  const done: Done[] = [];
  for (const { step, wait } of program) {
    log.at += wait;
    const decision = decided(step)(log);
    if ("events" in decision) log.append(decision.events);
    done.push({ step, at: log.at, isAccepted: "events" in decision });
    look(log, done);
  }
  return log;
}

const rulesIn = (log: GivenLog) => responsiblePlayOf.of(playerIn(log)).rules;
/** A limit as a number that can be compared; none is the highest. */
const heightOf = (amount: string | null): number =>
  amount === null ? Number.POSITIVE_INFINITY : Number(amount);

/** The newest request, unless it was withdrawn or the limit lowered since. */
function requestIn(done: readonly Done[]): Done | undefined {
  const own = done.filter(
    ({ isAccepted, step }) => isAccepted && (step.do === "set" || step.do === "withdraw"),
  );
  return own.at(-1);
}

describe("a limit, under any requests at any time,", () => {
  it("rises only by a second confirmation of the newest request, after a day and within the next week", () => {
    forAllIn({ numRuns: Math.max(300, fc.readConfigureGlobal().numRuns ?? 0) })(lives, (program) => {
      let before = Number.POSITIVE_INFINITY;
      played(program, (log, done) => {
        const now = heightOf(limitOf(rulesIn(log), NAME).amount);
        const last = done.at(-1);
        if (now > before) {
          const asked = requestIn(done);
          expect(last?.step.do).toBe("confirm");
          expect(asked?.step.do).toBe("set");
          const wanted = asked?.step.do === "set" ? asked.step.amount : 0n;
          expect(now).toBe(heightOf(wanted === null ? null : String(wanted)));
          const waited = log.at - (asked?.at ?? log.at);
          expect(waited).toBeGreaterThanOrEqual(DAY_MS);
          expect(waited).toBeLessThan(8 * DAY_MS);
        } else if (last?.step.do === "set" && last.step.amount !== null) {
          // A lower limit applies at once.
          expect(now).toBeLessThanOrEqual(Math.max(Number(last.step.amount), before));
          if (Number(last.step.amount) <= before) expect(now).toBe(Number(last.step.amount));
        }
        before = now;
      });
    });
  });

  it("is followed by a break or an exclusion that never becomes shorter", () => {
    forAll(lives, (program) => {
      let until = 0;
      let isOut = false;
      played(program, (log, done) => {
        const rules = rulesIn(log);
        expect(rules.timeOutUntil ?? 0).toBeGreaterThanOrEqual(until);
        until = rules.timeOutUntil ?? 0;
        const isNowOut = isExcluded(rules, log.at);
        if (isOut && !isNowOut) {
          const asked = done.findLast(({ step, isAccepted }) => step.do === "end" && isAccepted);
          expect(log.at - (asked?.at ?? log.at)).toBeGreaterThanOrEqual(DAY_MS);
        }
        isOut = isNowOut;
      });
    });
  });

  it("is the same from a snapshot taken anywhere", () => {
    forAll(lives, fc.nat(), (program, cut) => {
      const log = played(program);
      const stream = playerStream(ALICE);
      const events = log.events.filter((event) => streamsOf(event).includes(stream));
      const fold = (some: typeof events, from: ReturnType<typeof playerIn>) =>
        some.reduce((player, event) => playerStreamKind.evolve(player, event, stream), from);
      const at = cut % (events.length + 1);
      const half = fold(events.slice(0, at), { status: "absent" });
      const kept = stateOf(snapshotOf(half)) as typeof half;
      expect(fold(events.slice(at), kept)).toEqual(playerIn(log));
    });
  });
});
