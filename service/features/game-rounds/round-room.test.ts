import { expect, it } from "vitest";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { VOID_AFTER_MS } from "#domain/features/game-tables/rules.ts";
import { shownRound } from "#domain/testing/shown/rounds.ts";
import type { RoundKind } from "./round-kind.ts";
import { roundRooms } from "./round-room.ts";

const START = Date.parse("2026-11-22T12:00:00.000Z");
const TOLD_AT = START + 11_700;
const round = shownRound({ status: "running" }, START - 11_500);

/** The room of a running crash round, at a time set by the test. */
async function flying(shown: Partial<GameRound> = {}) {
  const clock = { at: START, now: () => clock.at, errorMs: 0 };
  const kind = {
    current: async (_models: unknown, { currency }: { currency: string }) =>
      currency === "RBX" ? { ...round, ...shown } : null,
    bust: () => ({ point: "2.00", t: 11_600, toldAt: TOLD_AT }),
  } as unknown as RoundKind;
  const reads = { ask: async () => [] };
  const kinds = { all: [] } as never;
  const room = roundRooms({ kinds, games: { find: async () => kind }, clock, reads });
  const state = await room.read("g1", { state: null, position: 1 });
  if (state === null) throw new Error("There is a room");
  const told = (at: number, sinceMs: number) => {
    clock.at = at;
    return (room.ticks?.(state, sinceMs) ?? []).map(({ name }) => name);
  };
  const snapshot = (at: number) => {
    clock.at = at;
    return room.snapshot(state).map(({ name }) => name);
  };
  return { clock, room, state, told, snapshot };
}

it("a curve ticks past its bust until that may be published, once", async () => {
  const { told } = await flying();
  expect(told(START + 250, 250)).toEqual(["tick"]);
  // Past the bust: a cash-out sent now might be early by another process's clock.
  expect(told(TOLD_AT - 1, 250)).toEqual(["tick"]);
  expect(told(TOLD_AT + 100, 101)).toEqual(["bust"]);
  expect(told(TOLD_AT + 350, 250)).toEqual([]);
});

it("a new viewer receives a published bust, and no other", async () => {
  const { snapshot } = await flying();
  expect(snapshot(TOLD_AT - 1)).toEqual(["round"]);
  expect(snapshot(TOLD_AT)).toEqual(["round", "bust"]);
  const locked = await flying({ status: "locked" });
  expect(locked.snapshot(TOLD_AT + VOID_AFTER_MS)).toEqual(["round"]);
});

it("a phase that ends by time alone triggers one new reading", async () => {
  const { clock, room, state } = await flying({
    status: "betting",
    closesAt: new Date(START + 1_000).toISOString(),
  });
  expect(room.isStale?.(state)).toBe(false);
  clock.at = START + 1_000;
  expect(room.isStale?.(state)).toBe(true);
  const again = await room.read("g1", { state, position: 1 });
  expect(again !== null && room.isStale?.(again)).toBe(false);
});
