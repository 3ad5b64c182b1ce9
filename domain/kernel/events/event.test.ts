import { expect, it } from "vitest";
import { FURTHER_STREAMS_MAX, problemOfStreams, type StreamName, streamsOf } from "./event.ts";

const streams = (count: number): readonly StreamName[] =>
  Array.from({ length: count }, (_, n) => `player:p_${n}` as const);

it("an event is folded into its home stream first, then into the further ones in order", () => {
  expect(streamsOf({ stream: "log:a" })).toEqual(["log:a"]);
  expect(streamsOf({ stream: "log:a", alsoIn: ["player:p_2", "player:p_1"] })).toEqual([
    "log:a",
    "player:p_2",
    "player:p_1",
  ]);
});

it("an event has 1 to 64 further streams, or no list of them", () => {
  expect(FURTHER_STREAMS_MAX).toBe(64);
  for (const count of [1, 2, 64]) expect(problemOfStreams("log:a", streams(count))).toBeNull();
  for (const count of [0, 65]) expect(problemOfStreams("log:a", streams(count))).toContain("1 to 64");
});

it("an event names each of its streams once", () => {
  const twice = "the event of log:a names each of its streams once";
  expect(problemOfStreams("log:a", ["log:a"])).toBe(twice);
  expect(problemOfStreams("log:a", [...streams(3), "player:p_1"])).toBe(twice);
});
