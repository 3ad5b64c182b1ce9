import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLive, type Live, LiveContext } from "#web/lib/live/live.ts";
import { useRoom } from "#web/lib/live/room.ts";
import { FakeEventSource, fakeEventSource } from "#web/testing/fake-event-source.ts";

interface Frames {
  readonly tick: { readonly t: number };
}

let live: Live;
let stop: () => void;
beforeEach(() => {
  fakeEventSource();
  live = createLive();
  stop = live.open();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <LiveContext value={live}>{children}</LiveContext>
);

/** A component in a room that records its messages. */
function inRoom(value: string | null = "g1") {
  const heard: unknown[] = [];
  const hook = renderHook(
    ({ by, value }: { readonly by: string; readonly value: string | null }) =>
      useRoom<Frames>(value === null ? null : { parameter: "watch", value }, {
        snapshot: () => heard.push("snapshot"),
        tick: ({ t }) => heard.push([by, t]),
      }),
    { wrapper, initialProps: { by: "first", value } },
  );
  return { heard, ...hook };
}

it("opens the stream at the room and receives its frames, with the handlers of the latest render", async () => {
  const { heard, rerender } = inRoom();
  await Promise.resolve();
  expect(FakeEventSource.current.url).toBe("/api/live?watch=g1");
  FakeEventSource.current.frame("snapshot", { room: "watch" });
  FakeEventSource.current.frame("tick", { t: 250 });
  rerender({ by: "second", value: "g1" });
  FakeEventSource.current.frame("tick", { t: 500 });
  expect(heard).toEqual(["snapshot", ["first", 250], ["second", 500]]);
  expect(FakeEventSource.all).toHaveLength(2);
});

it("ignores the start of another room, and frames that are not JSON", async () => {
  const { heard } = inRoom();
  await Promise.resolve();
  FakeEventSource.current.frame("snapshot", { room: "chat" });
  FakeEventSource.current.frame("tick", undefined);
  expect(heard).toEqual([]);
});

it("receives nothing of a room that it has left, while the next one's stream is being opened", async () => {
  const { heard, rerender } = inRoom();
  await Promise.resolve();
  const before = FakeEventSource.current;
  rerender({ by: "first", value: "g2" });
  await Promise.resolve();
  before.frame("tick", { t: 1 });
  FakeEventSource.current.frame("tick", { t: 2 });
  // A topic of the same name is none of its frames.
  FakeEventSource.current.frame("tick", { topic: "tick", position: 3 });
  expect(heard).toEqual([["first", 2]]);
});

it("continues once the stream is back, from the beginning", async () => {
  vi.useFakeTimers();
  const { heard } = inRoom();
  await Promise.resolve();
  FakeEventSource.current.onerror?.();
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  expect(FakeEventSource.current.url).toBe("/api/live?watch=g1");
  FakeEventSource.current.frame("snapshot", { room: "watch" });
  FakeEventSource.current.frame("tick", { t: 1 });
  expect(heard).toEqual(["snapshot", ["first", 1]]);
});

it("leaves with the component, and for another room", async () => {
  const { rerender, unmount, heard } = inRoom();
  await Promise.resolve();
  rerender({ by: "first", value: "g2" });
  await Promise.resolve();
  expect(FakeEventSource.current.url).toBe("/api/live?watch=g2");
  rerender({ by: "first", value: null });
  await Promise.resolve();
  expect(FakeEventSource.current.url).toBe("/api/live");
  unmount();
  FakeEventSource.current.frame("tick", { t: 1 });
  expect(heard).toEqual([]);
});
