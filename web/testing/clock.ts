import { act } from "@testing-library/react";
import { vi } from "vitest";

/** From here on the test moves the page's clock, which goes on by itself as well. It ends with the test. */
export function ownClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"], shouldAdvanceTime: true });
}

/** Lets time pass at once for the page of a test with a clock of its own. */
export const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
