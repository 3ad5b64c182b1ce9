import { describe, expect, it } from "vitest";

import { ANSWER_BYTES_MAX, boundedFetch, type Fetch } from "#service/integrations/platform/bounded-fetch.ts";

const never = new AbortController().signal;
const answering = (response: Response): Fetch => boundedFetch(async () => response, never);

describe("a bounded fetch", () => {
  it("returns an answer unchanged", async () => {
    const headers = { "Content-Type": "application/json", "X-Other": "1" };
    const given = new Response(`{"a":"é"}`, { status: 418, statusText: "Teapot", headers });
    const answer = await answering(given)("https://a.example", {});
    expect([answer.status, answer.statusText, await answer.text()]).toEqual([418, "Teapot", `{"a":"é"}`]);
    expect(answer.headers.get("X-Other")).toBe("1");
    expect(answer.headers.get("Content-Type")).toBe("application/json");
  });

  it("returns an answer without a body", async () => {
    const answer = await answering(new Response(null, { status: 204 }))("https://a.example", {});
    expect([answer.status, answer.body]).toEqual([204, null]);
  });

  it("reads no more than the bound, and stops the sender there", async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        cancelled = true;
      },
    });
    await expect(answering(new Response(endless))("https://a.example", {})).rejects.toThrow(RangeError);
    expect(cancelled).toBe(true);
    const full = answering(new Response("x".repeat(ANSWER_BYTES_MAX)));
    expect(await (await full("https://a.example", {})).text()).toHaveLength(ANSWER_BYTES_MAX);
  });

  it("gives up when either signal aborts, even if fetch ignores signals", async () => {
    const deaf: Fetch = () => new Promise(() => undefined);
    const ours = new AbortController();
    const theirs = new AbortController();
    const first = boundedFetch(deaf, ours.signal)("https://a.example", {});
    const second = boundedFetch(deaf, never)("https://a.example", { signal: theirs.signal });
    ours.abort(new Error("ours"));
    theirs.abort(new Error("theirs"));
    await expect(first).rejects.toThrow("ours");
    await expect(second).rejects.toThrow("theirs");
    await expect(boundedFetch(deaf, ours.signal)("https://a.example", {})).rejects.toThrow("ours");
  });

  it("gives up on an endless body", async () => {
    const time = new AbortController();
    const stuck = new ReadableStream<Uint8Array>({ start: (c) => c.enqueue(new Uint8Array(1)) });
    const pending = boundedFetch(async () => new Response(stuck), time.signal)("https://a.example", {});
    time.abort(new Error("time is up"));
    await expect(pending).rejects.toThrow("time is up");
  });
});
