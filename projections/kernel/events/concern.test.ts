import { describe, expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "../../features/all.ts";
import { Statements } from "../advance.ts";
import {
  type DecodedEvents,
  decodedEventQueries,
  decodedEvents,
  exceptTypes,
  frequentTypes,
  mayTell,
  ofTypes,
} from "./decoded-events.ts";

const facts = (from: string, needs: readonly DecodedEvents[] = []): DecodedEvents => ({
  name: "facts",
  columns: { position: "position" },
  from,
  needs,
});

describe("the event types of a condition", () => {
  it("are those named, all but those, or any", () => {
    const named = facts(`from slice where ${ofTypes("CoinFlipped", "RoleGranted")}`);
    expect(["CoinFlipped", "RoleGranted", "SeedSet"].map((type) => mayTell(named, type))).toEqual([
      true,
      true,
      false,
    ]);
    const others = facts(`from slice where ${exceptTypes("CoinFlipped")}`);
    expect(["CoinFlipped", "SeedSet"].map((type) => mayTell(others, type))).toEqual([false, true]);
    expect(mayTell(facts("from slice cross join unnest(accounts) as a"), "CoinFlipped")).toBe(true);
  });

  it("follow from the facts that others are made of, and from every read of the slice", () => {
    const flips = decodedEvents("flips", "CoinFlipped", {});
    expect(mayTell(facts("from flips", [flips]), "CoinFlipped")).toBe(true);
    expect(mayTell(facts("from flips", [flips]), "SeedSet")).toBe(false);
    const twice = facts(`from slice where ${ofTypes("SeedSet")} union all select position from slice`);
    expect(mayTell(twice, "CoinFlipped")).toBe(true);
  });
});

describe("facts of rare types", () => {
  const flips = decodedEvents("flips", "CoinFlipped", {});
  const others = facts(`from slice where ${exceptTypes("CoinFlipped")}`);
  const either = { ...facts(`from slice where ${ofTypes("CoinFlipped", "SeedSet")}`), name: "either" };
  const grants = { ...decodedEvents("grants", "RoleGranted", {}), needs: [flips] };
  const read = [others, flips, either, grants];

  it("are searched among the slice without the most frequent types", () => {
    expect(frequentTypes(read)).toEqual(["CoinFlipped"]);
    expect(frequentTypes([flips, grants])).toEqual([]);
    const queries = decodedEventQueries(read, ["position"], { slice: "rare", without: frequentTypes(read) });
    const from = queries.map((query) => [query.split(" ")[0], /\b(?:slice|rare)\b/.exec(query)?.[0]]);
    expect(Object.fromEntries(from)).toEqual({
      facts: "rare",
      flips: "slice",
      either: "slice",
      grants: "rare",
    });
  });
});

describe("the statement of a step", () => {
  const cursors = allProjections.map((projection) => ({ projection, generation: 1, epoch: 1 }));
  const sizeFor = (statements: Statements, ...types: string[]): number =>
    statements.get(cursors, { upcast: false, types: new Set(types) }).text.length;

  it("is for the projections that its events concern, and for all if that is unknown", () => {
    const statements = new Statements(eventTypes);
    const whole = statements.get(cursors, { upcast: false, types: undefined }).text.length;
    expect(sizeFor(statements, "FreshSignIn")).toBeLessThan(whole / 3);
    expect(sizeFor(statements, ...Object.keys(eventTypes))).toBe(whole);
  });

  it("is for all if there would be too many others", () => {
    const statements = new Statements(eventTypes);
    const whole = statements.get(cursors, { upcast: false, types: undefined }).text.length;
    const types = Object.keys(eventTypes);
    for (const one of types) for (const other of types) sizeFor(statements, one, other);
    const parts = types.filter((type) => sizeFor(statements, type, "UserGameCreated", "ItemListed") < whole);
    expect(parts.length).toBeLessThan(types.length);
  });
});
