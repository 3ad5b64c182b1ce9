import { describe, expect, it } from "vitest";
import { LookingJob } from "./looking-job.ts";

const never = { after: () => () => undefined };

describe("a looking job", () => {
  it("looks once more after a wake-up during a look, and never twice at once", async () => {
    let [looks, atOnce, most] = [0, 0, 0];
    const job = new LookingJob({
      everyMs: 1,
      scheduler: never,
      trouble: "",
      onTrouble: () => undefined,
      look: async () => {
        looks += 1;
        atOnce += 1;
        most = Math.max(most, atOnce);
        if (looks === 1) for (let i = 0; i < 5; i += 1) job.wake();
        await Promise.resolve();
        atOnce -= 1;
      },
    });
    await job.look();
    expect([looks, most]).toEqual([2, 1]);
  });

  it("reports an error and looks again", async () => {
    const told: string[] = [];
    let looks = 0;
    const job = new LookingJob({
      everyMs: 1,
      scheduler: never,
      trouble: "nothing was done",
      onTrouble: (what) => void told.push(what),
      look: async () => {
        looks += 1;
        if (looks === 1) throw new Error("no");
      },
    });
    await job.look();
    await job.look();
    expect([looks, told]).toEqual([2, ["nothing was done"]]);
  });

  it("does not look after it was stopped", async () => {
    let looks = 0;
    const job = new LookingJob({
      everyMs: 1,
      scheduler: never,
      trouble: "",
      onTrouble: () => undefined,
      look: async () => {
        looks += 1;
      },
    });
    await job.stop();
    await job.look();
    expect(looks).toBe(0);
  });
});
