import { describe, expect, test } from "vitest";
import { GOOD_LOOKS, LAG_MAX_MS, type Look, ReplicaState, replicaFor } from "./replica-state.ts";

const level = (at: number): Look => ({ at, position: 10, head: 10, isSameLog: true });

function used(lagMaxMs?: number): ReplicaState {
  const state = new ReplicaState(lagMaxMs);
  for (let look = 1; look <= GOOD_LOOKS; look += 1) state.looked(level(0));
  return state;
}

describe("a replica", () => {
  test("is used after a number of good looks in a row, and not before", () => {
    const state = new ReplicaState();
    for (let look = 1; look < GOOD_LOOKS; look += 1) expect(state.looked(level(0))).toBe(false);
    state.failed();
    for (let look = 1; look < GOOD_LOOKS; look += 1) expect(state.looked(level(0))).toBe(false);
    expect(state.looked(level(0))).toBe(true);
  });

  test("is left out at its first failure", () => {
    const state = used();
    state.failed();
    expect(state.isUsed).toBe(false);
  });

  test("is tolerated for longer on request", () => {
    const state = used(3 * LAG_MAX_MS);
    state.looked({ at: 0, position: 10, head: 11, isSameLog: true });
    expect(state.looked({ at: 3 * LAG_MAX_MS, position: 10, head: 11, isSameLog: true })).toBe(true);
    expect(state.looked({ at: 3 * LAG_MAX_MS + 1, position: 10, head: 11, isSameLog: true })).toBe(false);
  });

  test("is left out once it has lacked one event for too long, however few it lacks", () => {
    const state = used();
    expect(state.looked({ at: 0, position: 10, head: 11, isSameLog: true })).toBe(true);
    expect(state.looked({ at: LAG_MAX_MS, position: 10, head: 11, isSameLog: true })).toBe(true);
    expect(state.looked({ at: LAG_MAX_MS + 1, position: 10, head: 11, isSameLog: true })).toBe(false);
    expect(state.lagMs(LAG_MAX_MS + 1)).toBe(LAG_MAX_MS + 1);
    expect(state.lagEvents).toBe(1);
  });

  test("is not left out for always being a little behind a growing log", () => {
    const state = used();
    for (let at = 0; at < 10 * LAG_MAX_MS; at += 500)
      expect(state.looked({ at, position: at, head: at + 400, isSameLog: true })).toBe(true);
  });

  test("is taken back by itself once it has caught up", () => {
    const state = used();
    state.looked({ at: 0, position: 1, head: 100, isSameLog: true });
    expect(state.looked({ at: LAG_MAX_MS + 1, position: 99, head: 200, isSameLog: true })).toBe(false);
    for (let look = 1; look < GOOD_LOOKS; look += 1)
      expect(state.looked({ at: 5_000, position: 200, head: 200, isSameLog: true })).toBe(false);
    expect(state.looked({ at: 5_000, position: 200, head: 200, isSameLog: true })).toBe(true);
    expect(state.lagMs(9_000)).toBe(0);
  });

  test("is never used while it has another log, even at the same position", () => {
    const state = used();
    for (let at = 0; at < 10; at += 1) expect(state.looked({ ...level(at), isSameLog: false })).toBe(false);
  });
});

describe("a session's queries", () => {
  test("go to one replica while the same are used, and those of many sessions to all", () => {
    const all = ["a", "b", "c"];
    const chosen = Array.from({ length: 300 }, (_, i) => replicaFor(`session-${i}`, all));
    expect(new Set(chosen)).toEqual(new Set(all));
    expect(replicaFor("session-1", all)).toBe(chosen[1]);
    for (const one of all) expect(chosen.filter((other) => other === one).length).toBeGreaterThan(50);
  });

  test("go to none if none is used", () => {
    expect(replicaFor("anybody", [])).toBeUndefined();
  });
});
