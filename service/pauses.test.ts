import { expect, it } from "vitest";
import { Pauses } from "./pauses.ts";

it("pauses an item for its time, counted from its latest failure", () => {
  const pauses = new Pauses({ ms: 100, max: 10 });
  pauses.pause("a", 0);
  pauses.pause("b", 50);
  expect(pauses.now(99)).toEqual(["a", "b"]);
  expect(pauses.now(100)).toEqual(["b"]);
  pauses.pause("b", 120);
  expect(pauses.now(219)).toEqual(["b"]);
  expect(pauses.now(220)).toEqual([]);
});

it("ends the oldest pause when there are too many", () => {
  const pauses = new Pauses({ ms: 100, max: 2 });
  for (const id of ["a", "b", "c"]) pauses.pause(id, 0);
  expect(pauses.now(0)).toEqual(["b", "c"]);
});
