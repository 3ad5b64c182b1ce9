import { describe, expect, it } from "vitest";
import type { NewEvent, RecordedEvent } from "../kernel/events/event.ts";
import { readEvent, UnreadableEventError, upcast } from "../kernel/events/stream-kind.ts";
import type { JsonObject } from "../kernel/json.ts";
import { flipped } from "../testing/players.ts";
import { eventTypes } from "./registry.ts";

const recorded = (event: NewEvent): RecordedEvent => ({
  ...event,
  position: 2,
  version: 2,
  eventId: "e",
  commandId: "c",
  actor: "test",
  recordedAt: Date.parse("2026-01-01T00:00:00.000Z"),
});

describe("the registry", () => {
  it.each([
    ["a type that nobody knows", { type: "CoinBent" }],
    ["a type that is a property of every object", { type: "toString" }],
    ["a version of the future", { schemaVersion: 2 }],
    ["version zero", { schemaVersion: 0 }],
    ["a version below zero", { schemaVersion: -1 }],
  ])("throws on %s", (_what, difference) => {
    const event = recorded({ ...flipped(), ...difference });
    expect(() => upcast(event, eventTypes)).toThrow(UnreadableEventError);
    expect(() => upcast(event, eventTypes)).toThrow(/at position 2\.$/);
  });

  it("has one upcaster for each version before the present one", () => {
    for (const { version, upcasters } of Object.values(eventTypes))
      expect(upcasters).toHaveLength(version - 1);
  });

  it("upcasts an old event through every later version, and leaves the rest of it unchanged", () => {
    const step = (name: string) => (payload: object) => ({
      ...payload,
      steps: `${"steps" in payload ? payload.steps : ""}${name}`,
    });
    const parse = (payload: JsonObject) => payload;
    const types = { CoinFlipped: { version: 4, upcasters: [step("a"), step("b"), step("c")], parse } };
    const old = recorded({ ...flipped(), payload: { kept: 1 }, schemaVersion: 2 });
    const present = upcast(old, types);
    expect(present).toEqual({ ...old, schemaVersion: 4, payload: { kept: 1, steps: "bc" } });
    expect(present.postings).toBe(old.postings);
    expect(upcast(present, types)).toBe(present);
  });

  it("upcasts an event that comes in from the log", () => {
    const flip = recorded(flipped());
    expect(readEvent(flip, eventTypes)).toEqual(flip);
    const claimed = { ...flip, type: "StakesResumed", schemaVersion: 1, payload: { by: "p_1", reason: "r" } };
    expect(readEvent(claimed, eventTypes).payload).toEqual({ by: "p_1", reason: "r", confirmedBy: null });
  });

  it.each([
    ["a field of another type", { xp: "10" }, "CoinFlipped version 1 at position 2, in payload.xp: "],
    ["money that is none", { stake: "1.50" }, "CoinFlipped version 1 at position 2, in payload.stake: "],
    ["a field that nobody declared", { more: 1 }, "CoinFlipped version 1 at position 2, in payload: "],
  ])("refuses a payload with %s, and says where", (_what, difference, where) => {
    const flip = recorded(flipped());
    const other = { ...flip, payload: { ...flip.payload, ...difference } };
    const reads = () => readEvent(other, eventTypes);
    expect(reads).toThrow(UnreadableEventError);
    expect(reads).toThrow(where);
  });

  it("refuses a payload that an upcaster cannot follow", () => {
    const older = { ...recorded(flipped()), type: "LimitedsListed", schemaVersion: 1, payload: {} };
    expect(() => readEvent(older, eventTypes)).toThrow(
      "LimitedsListed version 1 at position 2, in its payload",
    );
  });
});
