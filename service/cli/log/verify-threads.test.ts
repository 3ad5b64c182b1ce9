import { describe, expect, it } from "vitest";
import { sharesOf } from "./verify-threads.ts";

describe("the threads of a verification", () => {
  it("are at most four on the largest machine, since each takes a connection of the server", () => {
    expect(sharesOf(1, 2)).toEqual({ logs: 1, threadsEach: 2 });
    expect(sharesOf(1, 96)).toEqual({ logs: 1, threadsEach: 4 });
  });

  it("are divided among the logs that are verified at once, at least one each", () => {
    expect(sharesOf(2, 2)).toEqual({ logs: 2, threadsEach: 1 });
    expect(sharesOf(3, 96)).toEqual({ logs: 3, threadsEach: 1 });
    expect(sharesOf(9, 96)).toEqual({ logs: 4, threadsEach: 1 });
    expect(sharesOf(2, 1)).toEqual({ logs: 1, threadsEach: 1 });
  });
});
