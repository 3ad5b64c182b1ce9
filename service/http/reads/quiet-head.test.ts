import { describe, expect, it } from "vitest";
import { QuietHead } from "#service/http/reads/quiet-head.ts";

describe("the position that reads wait for", () => {
  function watched(from = 100) {
    const log = { head: from, at: 0 };
    const quiet = new QuietHead({ head: () => log.head, clock: () => log.at });
    return (events: number, ms: number) => {
      log.head += events;
      log.at += ms;
      return quiet.position();
    };
  }

  it("is the head while at most 200 events come in a second", () => {
    const following = watched();
    expect(following(0, 0)).toBe(100);
    for (let step = 1; step <= 8; step += 1) expect(following(50, 250)).toBe(100 + 50 * step);
    expect(following(2_000, 10_000)).toBe(2_500);
  });

  it("is none within a moment that brought more", () => {
    const following = watched();
    expect(following(50, 10)).toBe(150);
    expect(following(1, 10)).toBe(0);
  });

  it("is none for a moment after a busy one, and then the head again", () => {
    const following = watched();
    expect(following(500, 250)).toBe(0);
    expect(following(0, 249)).toBe(0);
    expect(following(0, 1)).toBe(600);
  });

  it("is the head right after a start, whatever the log holds", () => {
    expect(watched(5_000_000)(3, 1)).toBe(5_000_003);
  });

  it("is none for some seconds after somebody waited long for it", async () => {
    let now = 0;
    const quiet = new QuietHead({ head: () => 100, clock: () => now });
    const taking = (ms: number) =>
      quiet.within(250, async () => {
        now += ms;
      });
    await taking(250);
    expect([quiet.isLate, quiet.position()]).toEqual([false, 100]);
    await taking(251);
    expect([quiet.isLate, quiet.position()]).toEqual([true, 0]);
    now += 4_999;
    expect(quiet.isLate).toBe(true);
    now += 1;
    expect([quiet.isLate, quiet.position()]).toEqual([false, 100]);
  });
});
