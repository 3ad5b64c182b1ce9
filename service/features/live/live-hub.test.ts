import { afterEach, describe, expect, it, vi } from "vitest";
import {
  depositCancelled,
  depositCompleted,
  depositRejected,
  depositRequested,
  depositReversed,
} from "#domain/features/deposits/events.ts";
import {
  LATELY_EVENTS_MAX,
  LATELY_MS,
  LISTENERS_MAX,
  LISTENERS_PER_PLAYER_MAX,
  type Listener,
  LiveHub,
  PUBLIC_EVERY_MS,
  VISITORS_MAX,
  VISITORS_PER_ADDRESS_MAX,
} from "./live-hub.ts";

const listener = (who: Partial<Listener>): Listener => ({
  network: null,
  playerId: null,
  session: null,
  alsoHears: new Set(),
  send: () => {},
  asReviewer: null,
  close: () => {},
  ...who,
});
const visitor = (n: number): Listener => listener({ network: `address ${n}` });
const player = (n: number): Listener => listener({ playerId: `p_${n}`, session: `s_${n}` });

describe("live streams of visitors who are not signed in", () => {
  it("are limited to ten from each address", () => {
    const hub = new LiveHub();
    const leave = Array.from({ length: VISITORS_PER_ADDRESS_MAX }, () => hub.add(visitor(1)));
    expect(leave).not.toContain(null);
    expect(hub.add(visitor(1))).toBeNull();
    expect(hub.add(visitor(2))).not.toBeNull();
    leave[0]?.();
    leave[0]?.();
    expect(hub.add(visitor(1))).not.toBeNull();
    expect(hub.add(visitor(1))).toBeNull();
  });

  it("leave room for players, however many there are", () => {
    const hub = new LiveHub();
    for (let n = 0; n < VISITORS_MAX; n += 1) expect(hub.add(visitor(n))).not.toBeNull();
    expect(hub.add(visitor(VISITORS_MAX))).toBeNull();
    expect(hub.add(listener({}))).toBeNull();
    for (let n = 0; n < LISTENERS_MAX - VISITORS_MAX; n += 1) expect(hub.add(player(n))).not.toBeNull();
    expect(hub.add(player(LISTENERS_MAX))).toBeNull();
  });
});

describe("live streams of players", () => {
  it("are counted per player, from all addresses", () => {
    const hub = new LiveHub();
    for (let n = 0; n < 3 * VISITORS_PER_ADDRESS_MAX; n += 1)
      expect(hub.add(listener({ playerId: `p_${n}`, network: null }))).not.toBeNull();
    for (let n = 1; n < LISTENERS_PER_PLAYER_MAX; n += 1) expect(hub.add(player(0))).not.toBeNull();
    expect(hub.add(player(0))).toBeNull();
  });

  it("free their place once, although they end with their session and close afterwards", () => {
    const hub = new LiveHub();
    const leave = hub.add(player(1));
    hub.endSessions(new Set(["s_1"]));
    leave?.();
    expect(hub.size).toBe(0);
    for (let n = 0; n < LISTENERS_PER_PLAYER_MAX; n += 1) expect(hub.add(player(1))).not.toBeNull();
    expect(hub.add(player(1))).toBeNull();
  });
});

describe("a deposit's messages to its player", () => {
  const closed = ["balance", "deposits", "notifications"];
  it.each([
    [depositRequested.example(), ["deposits"]],
    [depositRejected.example(), closed],
    [depositCancelled.example(), closed],
    [depositCompleted.example(), [...closed, "inventory"]],
    [depositReversed.example(), [...closed, "inventory"]],
  ] as const)("is each topic once, where it is $type", (event, topics) => {
    const hub = new LiveHub();
    const heard: string[] = [];
    hub.add(listener({ playerId: "p_1", send: ({ topic }) => heard.push(topic) }));
    const place = { position: 1, version: 1, eventId: "c.0", commandId: "c", actor: "test", recordedAt: 0 };
    hub.appended([{ ...event, ...place }]);
    expect(heard).toEqual(topics);
    hub.close();
  });
});

describe("public topics", () => {
  afterEach(() => vi.useRealTimers());
  const place = { version: 1, eventId: "c.0", commandId: "c", actor: "test", recordedAt: 0 };

  it("are sent at the first change, and later ones together, with the newest position", () => {
    vi.useFakeTimers();
    const hub = new LiveHub();
    const heard: number[] = [];
    hub.add(listener({ send: ({ topic, position }) => void (topic === "ledger" && heard.push(position)) }));
    const append = (position: number) =>
      hub.appended([{ ...depositRequested.example(), ...place, position }]);
    append(1);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(heard).toEqual([1]);
    append(2);
    append(3);
    vi.advanceTimersByTime(PUBLIC_EVERY_MS - 1);
    expect(heard).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual([1, 3]);
    vi.advanceTimersByTime(PUBLIC_EVERY_MS);
    append(4);
    vi.advanceTimersByTime(0);
    expect(heard).toEqual([1, 3, 4]);
    hub.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("events from before a stream was open", () => {
  const NOW = 1_000_000;
  const place = { version: 1, eventId: "c.0", commandId: "c", actor: "test" };
  const at = (position: number, recordedAt: number) => ({
    ...depositCompleted.example(),
    ...place,
    position,
    recordedAt,
  });
  const told = (hub: LiveHub, who: Partial<Listener>) => {
    const heard: [string, number][] = [];
    hub.tellLately(listener({ ...who, send: ({ topic, position }) => heard.push([topic, position]) }), {
      ...{ at: NOW, head: 99 },
    });
    return heard;
  };

  it("are sent if recent enough to be missing on the page, each topic once", () => {
    const hub = new LiveHub();
    hub.appended([at(1, NOW - LATELY_MS - 1)]);
    expect(told(hub, { playerId: "p_1" })).toEqual([]);
    hub.appended([at(2, NOW - LATELY_MS), at(3, NOW)]);
    const own = ["ledger", "balance", "deposits", "notifications", "inventory"];
    expect(told(hub, { playerId: "p_1" }).filter(([topic]) => own.includes(topic))).toEqual(
      expect.arrayContaining(own.map((topic) => [topic, 3])),
    );
  });

  it("are sent without other players' own topics, and to visitors only as public ones", () => {
    const hub = new LiveHub();
    hub.appended([at(3, NOW)]);
    for (const playerId of ["p_2", null])
      for (const [topic] of told(hub, { playerId }))
        expect(["balance", "deposits", "inventory"]).not.toContain(topic);
  });

  it("are sent as all topics, as of the head, if there are more than are kept", () => {
    const hub = new LiveHub();
    for (let n = 0; n <= LATELY_EVENTS_MAX; n += 1) hub.appended([at(n + 1, NOW)]);
    const topics = told(hub, { playerId: "p_2" });
    expect(topics).toContainEqual(["balance", 99]);
    // Once the gap is old, nothing recent is missing.
    const later: string[] = [];
    hub.tellLately(listener({ playerId: "p_2", send: ({ topic }) => later.push(topic) }), {
      ...{ at: NOW + LATELY_MS + 1, head: 99 },
    });
    expect(later).toEqual([]);
  });
});
