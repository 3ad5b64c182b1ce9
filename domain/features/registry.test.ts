import { describe, expect, it } from "vitest";
import type { NewEvent, RecordedEvent } from "../kernel/event.ts";
import { UnknownEventError, upcast } from "../kernel/stream-kind.ts";
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
    expect(() => upcast(event, eventTypes)).toThrow(UnknownEventError);
    expect(() => upcast(event, eventTypes)).toThrow(/at position 2\.$/);
  });

  it("has one upcaster for each version before the present one", () => {
    for (const { version, upcasters } of Object.values(eventTypes)) {
      expect(upcasters).toHaveLength(version - 1);
    }
  });

  it("brings an old event through every version after its own, and leaves the rest of it alone", () => {
    const step = (name: string) => (payload: object) => ({
      ...payload,
      steps: `${"steps" in payload ? payload.steps : ""}${name}`,
    });
    const types = { CoinFlipped: { version: 4, upcasters: [step("a"), step("b"), step("c")] } };
    const old = recorded({ ...flipped(), payload: { kept: 1 }, schemaVersion: 2 });
    const present = upcast(old, types);
    expect(present).toEqual({ ...old, schemaVersion: 4, payload: { kept: 1, steps: "bc" } });
    expect(present.postings).toBe(old.postings);
    expect(upcast(present, types)).toBe(present);
  });
});
