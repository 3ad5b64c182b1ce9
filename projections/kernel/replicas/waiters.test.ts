import { expect, it } from "vitest";
import { Waiters } from "./waiters.ts";

const at = (position: number) => ({ generation: 1, position });

function waiting(waiters: Waiters, position: number): { released: boolean } {
  const waiter = { released: false };
  waiters.add(["totals"], position, () => {
    waiter.released = true;
  });
  return waiter;
}

it("releases a waiter at its position, and not before", () => {
  const waiters = new Waiters();
  waiters.note("totals", at(1));
  const waiter = waiting(waiters, 3);
  waiters.note("totals", at(2));
  expect(waiter.released).toBe(false);
  waiters.note("totals", at(3));
  expect(waiter).toEqual({ released: true });
  expect(waiters.isEmpty).toBe(true);
});

it("treats a position beyond the head as the head", () => {
  const waiters = new Waiters();
  waiters.note("totals", at(2));
  const waiter = waiting(waiters, 9);
  waiters.lookingUp()(3);
  expect(waiter.released).toBe(false);
  waiters.lookingUp()(2);
  expect(waiter.released).toBe(true);
});

it("does not compare a waiter with a head that was read before it came", () => {
  const waiters = new Waiters();
  waiters.note("totals", at(2));
  const headWasRead = waiters.lookingUp();
  // Meanwhile another process appends up to position 3, and waits to see it.
  const waiter = waiting(waiters, 3);
  headWasRead(2);
  expect(waiter.released).toBe(false);
});
