import { describe, expect, it } from "vitest";
import type { ModelsRuntime } from "#projections/kernel/models-runtime.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { QuietHead } from "#service/http/reads/quiet-head.ts";
import { shownModels } from "#service/http/reads/shown-models.ts";

const WAIT_MS = 500;
const HEAD = 100;

/** Read models that have stopped at a position: whoever waits for a later one does so for the whole bound. */
function stoppedAt(reached: number) {
  const log = { now: 0, waitedFor: [] as number[] };
  const reaching = (position: number, timeoutMs: number): ReadModels => ({
    ask: async () => {
      log.waitedFor.push(position);
      if (position > reached) log.now += timeoutMs;
      return [];
    },
  });
  const reads = { ...reaching(0, 0), reaching } as unknown as ModelsRuntime;
  const quietHead = new QuietHead({ head: () => HEAD, clock: () => log.now });
  const models = (position: number) =>
    shownModels({ reads, quietHead, readWaitMs: WAIT_MS }, { position, freshness: "replicated" });
  return { models, log };
}

const ask = (models: ReadModels) => models.ask(() => "select 1");

describe("the read models of a call", () => {
  it("are asked as of the head while they follow", async () => {
    const { models, log } = stoppedAt(HEAD);
    await ask(models(0));
    await ask(models(90));
    await ask(models(120));
    expect(log.waitedFor).toEqual([HEAD, HEAD, 120]);
  });

  it("keep nobody waiting twice for what others wrote, once they have stopped", async () => {
    const { models, log } = stoppedAt(50);
    const one = models(0);
    for (let query = 1; query <= 4; query += 1) await ask(one);
    await ask(models(40));
    expect([log.now, log.waitedFor]).toEqual([WAIT_MS, [HEAD, 0, 0, 0, 40]]);
  });

  it("are still awaited for what their session wrote, and after a while for the head again", async () => {
    const { models, log } = stoppedAt(50);
    await ask(models(0));
    await ask(models(60));
    expect([log.now, log.waitedFor]).toEqual([2 * WAIT_MS, [HEAD, 60]]);
    log.now += 5_000;
    await ask(models(0));
    expect(log.waitedFor.at(-1)).toBe(HEAD);
  });
});
