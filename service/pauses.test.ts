import { expect, it } from "vitest";
import { Pauses } from "./pauses.ts";

it("what pauses is left alone for its time, and again from when it failed last", () => {
  const pauses = new Pauses({ ms: 100, max: 10 });
  pauses.pause("a", 0);
  pauses.pause("b", 50);
  expect(pauses.now(99)).toEqual(["a", "b"]);
  expect(pauses.now(100)).toEqual(["b"]);
  pauses.pause("b", 120);
  expect(pauses.now(219)).toEqual(["b"]);
  expect(pauses.now(220)).toEqual([]);
});

it("no more pause than are remembered: the oldest is tried again", () => {
  const pauses = new Pauses({ ms: 100, max: 2 });
  for (const id of ["a", "b", "c"]) pauses.pause(id, 0);
  expect(pauses.now(0)).toEqual(["b", "c"]);
});
