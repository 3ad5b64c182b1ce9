import { describe, expect, it } from "vitest";
import type { NewEvent } from "../../kernel/events/event.ts";
import { actorIn, DORA, people, ROOT } from "../../testing/deposits.ts";
import { GivenLog, given, NOON } from "../../testing/given.ts";
import { ALICE } from "../../testing/players.ts";
import { proposedBy } from "../../testing/proposals.ts";
import { haltStreamName, stakesHalted, stakesResumed } from "./events.ts";
import {
  HALT_REASON_CHARS_MAX,
  haltStakes,
  haltStakesBy,
  haltStreamKind,
  initialStakingStatus,
  refusalOfHalt,
  resumeStakes,
} from "./halt.ts";

const stakesIn = (log: GivenLog) => log.stream(haltStreamKind, haltStreamName);
const halted = stakesHalted({ reason: "Position 7 was changed." });
const resumed = stakesResumed({
  by: ROOT,
  reason: "Restored",
  confirmedBy: null,
});

const halts =
  (reason = "Position 7 was changed.") =>
  (log: GivenLog) =>
    haltStakes(reason, stakesIn(log));
const resumes = (actorId: string) => (log: GivenLog) =>
  resumeStakes({ actorId, reason: "Restored" }, { actor: actorIn(log, actorId), stakes: stakesIn(log) });

describe("a halt of stakes", () => {
  it("is an event with its reason, once", () => {
    given().when(halts()).then(halted);
    given(halted).when(halts("Another")).refused("halted_already");
    given(halted, resumed).when(halts()).then(halted);
  });

  it("limits the length of its reason", () => {
    const long = "x".repeat(HALT_REASON_CHARS_MAX + 1);
    given()
      .when(halts(long))
      .then({ ...halted, payload: { reason: `${long.slice(0, HALT_REASON_CHARS_MAX - 1)}…` } });
  });

  it("refuses every stake while it lasts", () => {
    const stateAfter = (...events: NewEvent[]) => {
      const kind = haltStreamKind;
      let state = kind.initial;
      for (const event of events) {
        const place = { position: 1, version: 1, eventId: "e", commandId: "c", actor: "a", recordedAt: NOON };
        state = kind.evolve(state, { ...event, ...place }, event.stream);
      }
      return state;
    };
    expect(refusalOfHalt(initialStakingStatus)).toBeNull();
    expect(stateAfter(halted)).toEqual({ status: "halted", since: NOON, reason: "Position 7 was changed." });
    expect(refusalOfHalt(stateAfter(halted))?.code).toBe("stakes_halted");
    expect(refusalOfHalt(stateAfter(halted, resumed))).toBeNull();
  });

  it("may also be an admin's, and nobody else's", () => {
    const halt = (actorId: string) => (log: GivenLog) =>
      haltStakesBy({ reason: "A bug" }, { actor: actorIn(log, actorId), stakes: stakesIn(log) });
    const event = { ...halted, payload: { reason: "A bug" } };
    for (const actor of [ROOT, DORA])
      given(...people)
        .when(halt(actor))
        .then(event);
    for (const actor of [ALICE, "p_nobody"]) given(...people).refuses(halt(actor), "forbidden");
    // The first reason stands.
    given(...people, halted).refuses(halt(ROOT), "halted_already");
  });

  it("is ended by an admin, with name and reason, and by nobody else", () => {
    for (const actor of [ROOT, DORA])
      given(...people, halted)
        .when(resumes(actor))
        .then({ ...resumed, payload: { by: actor, reason: "Restored", confirmedBy: null } });
    for (const actor of [ALICE, "p_nobody"]) given(...people, halted).refuses(resumes(actor), "forbidden");
    given(...people).refuses(resumes(ROOT), "not_halted");
  });
});

it("the second admin who lifts a halt sees since when and why there are no stakes", () => {
  const log = new GivenLog();
  log.append([...people, halted]);
  expect(proposedBy(ROOT, { kind: "resume_stakes" }, log)).toEqual({
    ...{ kind: "resume_stakes", since: "2026-01-01T12:00:00.000Z", halt: "Position 7 was changed." },
  });
});
