import { afterEach, describe, expect, it, vi } from "vitest";
import { askProvider, type ProviderQuestion } from "./ask-provider.ts";

const OK = 200;
const pauses: number[] = [];
let asked = 0;

/** Sends a request to a provider that answers with these statuses in turn, the last one for ever. */
const ask = (statuses: readonly number[], change: Partial<ProviderQuestion> = {}) =>
  askProvider(
    {
      fetch: async (_url, { signal }) => {
        signal?.throwIfAborted();
        const status = statuses[Math.min(asked, statuses.length - 1)] ?? OK;
        asked += 1;
        return new Response("{}", { status });
      },
      sleep: async (ms) => void pauses.push(ms),
      now: Date.now,
    },
    { what: "a question", url: "https://provider.example/v1", init: { method: "GET" }, ...change },
  );

afterEach(() => {
  vi.restoreAllMocks();
  pauses.length = 0;
  asked = 0;
});

describe("a request to a provider", () => {
  it.each([409, 429, 500, 503])("is retried after %i, with growing delays", async (status) => {
    expect((await ask([status, status, OK])).status).toBe(OK);
    expect([asked, pauses]).toEqual([3, [300, 600]]);
  });

  it("fails after three server errors, and may have been carried out", async () => {
    await expect(ask([500])).rejects.toMatchObject({ kind: "away", message: "a question: 500" });
    expect(asked).toBe(3);
  });

  it("fails when no answer comes in time", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    await expect(ask([OK])).rejects.toMatchObject({ kind: "away", message: "a question: no answer" });
    expect([timeout.mock.calls.length, timeout.mock.calls[0]]).toEqual([3, [10_000]]);
  });

  it("that is not idempotent is sent once", async () => {
    await expect(ask([500, OK], { isOnce: true })).rejects.toMatchObject({ kind: "away" });
    expect(asked).toBe(1);
  });

  it("that is refused is not retried", async () => {
    expect((await ask([422, OK])).status).toBe(422);
    expect(asked).toBe(1);
  });
});
