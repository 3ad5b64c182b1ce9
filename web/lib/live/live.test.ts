import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetPosition, newestPosition } from "#web/lib/api/position.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { RECONNECT_DELAY_MS, RECONNECT_DELAY_MS_MAX } from "#web/lib/live/event-stream.ts";
import { createLive } from "#web/lib/live/live.ts";
import { FakeEventSource, fakeEventSource } from "#web/testing/fake-event-source.ts";

const polled = { meta: { topics: ["bets"], pollMs: 3000 } } as const;
const unpolled = { meta: { topics: ["bets"] } } as const;

function open() {
  fakeEventSource();
  const live = createLive();
  const queryClient = createQueryClient(live);
  queryClient.getQueryCache().build(queryClient, { queryKey: ["bets"], ...polled });
  const invalidate = vi.spyOn(queryClient, "invalidateQueries");
  return { live, queryClient, invalidate, stop: live.open() };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetPosition();
});

describe("the live stream", () => {
  it("refreshes the queries that a message concerns and remembers its position for reads", () => {
    const { invalidate } = open();
    FakeEventSource.current.onopen?.();
    FakeEventSource.current.tell({ topic: "bets", position: 17 });
    expect(newestPosition()).toBe(17);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it("receives a topic from its first query on, and always the newest position", () => {
    const { queryClient, invalidate } = open();
    FakeEventSource.current.tell({ topic: "limiteds", position: 3 });
    expect(invalidate).not.toHaveBeenCalled();
    FakeEventSource.current.tell({ topic: "ledger", position: 3 });
    expect(newestPosition()).toBe(3);
    invalidate.mockClear();
    const limiteds = { queryKey: ["limiteds"], meta: { topics: ["limiteds"] } } as const;
    queryClient.getQueryCache().build(queryClient, limiteds);
    FakeEventSource.current.tell({ topic: "limiteds", position: 4 });
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it("passes on every message about data outside of the log", () => {
    const { queryClient, invalidate } = open();
    const watching = {
      queryKey: ["watching"],
      meta: { topics: ["spectators"], unlogged: ["spectators"] },
    } as const;
    queryClient.getQueryCache().build(queryClient, watching);
    FakeEventSource.current.tell({ topic: "spectators", position: 4 });
    FakeEventSource.current.tell({ topic: "spectators", position: 4 });
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it("ignores unknown messages", () => {
    const { invalidate } = open();
    FakeEventSource.current.tell({ topic: "bets", position: 1.5 });
    FakeEventSource.current.tell({ topic: "weather" as "bets", position: 1 });
    expect(invalidate).not.toHaveBeenCalled();
  });

  it("is replaced by polling only while it is down", () => {
    const { live } = open();
    expect(live.pollMs(polled)).toBe(false);
    FakeEventSource.current.onerror?.();
    expect(live.status.get()).toBe("down");
    expect(live.pollMs(polled)).toBe(3000);
    expect(live.pollMs(unpolled)).toBe(false);
    vi.advanceTimersByTime(RECONNECT_DELAY_MS);
    FakeEventSource.current.onopen?.();
    expect(live.pollMs(polled)).toBe(false);
  });

  it("does not poll held topics", () => {
    const { live } = open();
    FakeEventSource.current.onerror?.();
    live.hold(["bets"]);
    expect(live.pollMs(polled)).toBe(false);
  });

  it("reconnects ever more slowly, and refreshes everything once it is back", () => {
    const { invalidate } = open();
    const attempts = () => FakeEventSource.all.length;
    for (let failure = 0; failure < 8; failure += 1) {
      const delay = Math.min(RECONNECT_DELAY_MS * 2 ** failure, RECONNECT_DELAY_MS_MAX);
      FakeEventSource.current.onerror?.();
      vi.advanceTimersByTime(delay - 1);
      expect(attempts()).toBe(failure + 1);
      vi.advanceTimersByTime(1);
      expect(attempts()).toBe(failure + 2);
    }
    invalidate.mockClear();
    FakeEventSource.current.onopen?.();
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it("requests recent events until it is there for the first time, and everything else after a gap", async () => {
    const { live } = open();
    live.watch("one");
    await Promise.resolve();
    FakeEventSource.current.onopen?.();
    live.watch("two");
    await Promise.resolve();
    FakeEventSource.current.onerror?.();
    vi.advanceTimersByTime(RECONNECT_DELAY_MS);
    expect(FakeEventSource.all.map(({ asksLately }) => asksLately)).toEqual([true, true, false, false]);
  });

  it("names the watched game, also after a reconnection, and reopens once for a change of it", async () => {
    const { live } = open();
    const leave = live.watch("one");
    await Promise.resolve();
    const opened = () => FakeEventSource.all.map(({ url, closed }) => [url, closed]);
    expect(opened()).toEqual([
      ["/api/live", false],
      ["/api/live?watch=one", false],
    ]);
    FakeEventSource.current.onopen?.();
    expect(opened()).toEqual([
      ["/api/live", true],
      ["/api/live?watch=one", false],
    ]);
    FakeEventSource.current.onerror?.();
    vi.advanceTimersByTime(RECONNECT_DELAY_MS);
    expect(FakeEventSource.current.url).toBe("/api/live?watch=one");
    leave();
    live.watch("two");
    await Promise.resolve();
    expect(FakeEventSource.all.map(({ url }) => url).slice(3)).toEqual(["/api/live?watch=two"]);
  });

  it("misses nothing when it is reopened: the old one is heard until the new one is there", async () => {
    const { live, invalidate } = open();
    const [before] = FakeEventSource.all;
    before?.onopen?.();
    live.watch("one");
    await Promise.resolve();
    invalidate.mockClear();
    before?.tell({ topic: "bets", position: 5 });
    expect(invalidate).toHaveBeenCalledTimes(1);
    FakeEventSource.current.onopen?.();
    expect(before?.closed).toBe(true);
    FakeEventSource.current.tell({ topic: "bets", position: 5 });
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it("closes every stream when the new one breaks, and refreshes everything once it is back", async () => {
    const { live, invalidate } = open();
    FakeEventSource.current.onopen?.();
    live.watch("one");
    await Promise.resolve();
    FakeEventSource.current.onerror?.();
    expect(FakeEventSource.all.map(({ closed }) => closed)).toEqual([true, true]);
    vi.advanceTimersByTime(RECONNECT_DELAY_MS);
    invalidate.mockClear();
    FakeEventSource.current.onopen?.();
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it("closes with the page that needed it", () => {
    const { live, stop } = open();
    const stream = FakeEventSource.current;
    stop();
    expect(stream.closed).toBe(true);
    expect(live.status.get()).toBe("off");
  });
});
