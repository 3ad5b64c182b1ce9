import { describe, expect, it } from "vitest";
import type { Topic } from "#domain/features/topics.ts";
import { createTopicGate } from "#web/lib/live/topic-gate.ts";

function open() {
  const refreshed: Topic[][] = [];
  return {
    refreshed,
    gate: createTopicGate((topics) => refreshed.push([...topics]), new Set(["spectators"] as const)),
  };
}

describe("news of changes", () => {
  it("passes once for each position, however often it is announced", () => {
    const { gate, refreshed } = open();
    gate.changed(["bets"], 5);
    gate.changed(["bets"], 5);
    gate.changed(["bets"], 4);
    gate.changed(["bets"], 6);
    expect(refreshed).toEqual([["bets"], ["bets"]]);
  });

  it("of held topics waits for the release, and then passes once", () => {
    const { gate, refreshed } = open();
    const release = gate.hold(["balance", "games"]);
    gate.changed(["balance"], 5);
    gate.changed(["balance", "ledger"], 6);
    expect(refreshed).toEqual([["ledger"]]);
    release();
    release();
    expect(refreshed).toEqual([["ledger"], ["balance"]]);
  });

  it("waits for every holder of the topic", () => {
    const { gate, refreshed } = open();
    const first = gate.hold(["games"]);
    const second = gate.hold(["games"]);
    gate.changed(["games"], 1);
    first();
    expect(refreshed).toEqual([]);
    second();
    expect(refreshed).toEqual([["games"]]);
  });

  it("always passes for data outside of the log", () => {
    const { gate, refreshed } = open();
    gate.changed(["spectators"], 5);
    gate.changed(["spectators"], 5);
    expect(refreshed).toEqual([["spectators"], ["spectators"]]);
  });

  it("starts positions over after a gap", () => {
    const { gate, refreshed } = open();
    gate.changed(["bets"], 9);
    gate.changed(["bets"], null);
    gate.changed(["bets"], 2);
    expect(refreshed).toHaveLength(3);
  });
});
