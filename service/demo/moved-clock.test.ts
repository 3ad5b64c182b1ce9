import { expect, it } from "vitest";
import { MovedClock } from "./moved-clock.ts";

it("runs timers in the order of their time, once, and only when moved that far", () => {
  const clock = new MovedClock(1_000);
  const seen: string[] = [];
  clock.after(19.4, () => seen.push("second"));
  clock.after(10, () => seen.push("first"));
  clock.after(30, () => seen.push("third"));
  clock.after(15, () => seen.push("called off"))();
  clock.move(9);
  expect([clock.now, seen]).toEqual([1_009, []]);
  clock.move(15);
  clock.move(-5);
  expect([clock.now, seen]).toEqual([1_024, ["first", "second"]]);
});

it("advances to a timer that the awaited work itself waits for", async () => {
  const clock = new MovedClock(0);
  let repeated = 0;
  const repeat = (): void =>
    void clock.after(1_500, () => {
      repeated += 1;
      repeat();
    });
  repeat();
  const work = () => new Promise<string>((resolve) => void clock.after(2_000, () => resolve("done")));
  expect(await clock.during(work)).toBe("done");
  expect([clock.now, repeated]).toEqual([2_000, 1]);
});

it("stands still while the awaited work waits for something else", async () => {
  const clock = new MovedClock(0);
  const repeat = (): void => void clock.after(10, repeat);
  repeat();
  await clock.during(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(clock.now).toBe(0);
});

it("passes errors on", async () => {
  await expect(new MovedClock(0).during(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

it("stands still for timers that other work waits for", async () => {
  const clock = new MovedClock(0);
  let steps = 0;
  const goOn = async (): Promise<void> => {
    for (;;) {
      await new Promise<void>((resolve) => void clock.after(10, resolve));
      steps += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  void goOn();
  clock.move(10);
  await clock.during(() => new Promise((resolve) => setTimeout(resolve, 60)));
  expect([clock.now, steps]).toEqual([10, 1]);
});
