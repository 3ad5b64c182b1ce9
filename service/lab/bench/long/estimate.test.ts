import { expect, it } from "vitest";
import { progressLine, RESERVE_BYTES, roomProblem } from "./estimate.ts";

const making = { made: 1_000_000, due: 20_000_000, seconds: 50, bytes: 1.3e9, freeBytes: 77e9 };

it("a log fits when the rest of it, at the bytes per event so far, and the reserve are free", () => {
  const rest = 19 * 1.3e9;
  expect(roomProblem({ ...making, freeBytes: rest + RESERVE_BYTES })).toBeNull();
  expect(roomProblem({ ...making, freeBytes: rest + RESERVE_BYTES - 1 })).toContain("does not fit");
});

it("a log that does not fit is reported with the space it needs, the free space, and how many events would fit", () => {
  expect(roomProblem({ ...making, due: 100_000_000 })).toBe(
    "A log of 100,000,000 events does not fit: 136.7 GB are still needed, 77.0 GB are free. At 1300 bytes an event, 54,076,923 fit.",
  );
});

it("a disk that lacks the reserve takes no log at all", () => {
  const nothing = { ...making, made: 0, bytes: 0, seconds: 0 };
  expect(roomProblem({ ...nothing, freeBytes: RESERVE_BYTES - 1 })).toContain("does not fit");
  expect(roomProblem({ ...nothing, freeBytes: RESERVE_BYTES })).toBeNull();
});

it("progress shows events, rate, the time left and bytes per event", () => {
  expect(progressLine(making)).toBe(
    "1,000,000 of 20,000,000 events, 20,000/s, 16 min left, 1300 bytes an event",
  );
  expect(progressLine({ ...making, made: 19_900_000, seconds: 995, bytes: 25.87e9 })).toContain(
    ", 5 s left,",
  );
});
