import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Row, Statement } from "#projections/kernel/sql.ts";
import { ANNOUNCE_EVERY_MS, HeadAnnouncer } from "./head-announcer.ts";

/** Notifications of a database, delivered at once and counted. */
class Channel {
  readonly #listeners = new Set<(payload: string) => void>();
  readonly said: string[] = [];
  isAway = false;

  readonly db = {
    run: async <R extends Row>({ values = [] }: Statement): Promise<readonly R[]> => {
      if (this.isAway) throw new Error("away");
      this.say(String(values[0]));
      return [];
    },
    listen: async (_channel: string, onPayload: (payload: string) => void) => {
      this.#listeners.add(onPayload);
      return async () => void this.#listeners.delete(onPayload);
    },
  };

  say(payload: string): void {
    this.said.push(payload);
    for (const listener of this.#listeners) listener(payload);
  }
}

const GONE_AFTER_MS = 16_000;
const HERE_AFTER_MS = 6_000;

describe("a head announcer", () => {
  let channel: Channel;
  const started: HeadAnnouncer[] = [];
  const start = async (heads: number[] = []): Promise<HeadAnnouncer> => {
    const announcer = new HeadAnnouncer({ db: channel.db, onHead: (position) => void heads.push(position) });
    await announcer.start();
    started.push(announcer);
    return announcer;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    channel = new Channel();
  });
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop();
    vi.useRealTimers();
  });

  it("announces nothing while it is alone", async () => {
    const heads: number[] = [];
    const alone = await start(heads);
    channel.said.length = 0;
    for (let position = 1; position <= 100; position += 1) alone.moved(position);
    await vi.advanceTimersByTimeAsync(100);
    expect(channel.said).toEqual([]);
    expect(heads).toEqual([]);
  });

  it("announces to a process that joins later, and hears of one that was there before", async () => {
    const [ofFirst, ofSecond]: [number[], number[]] = [[], []];
    const first = await start(ofFirst);
    const second = await start(ofSecond);
    first.moved(7);
    await vi.advanceTimersByTimeAsync(ANNOUNCE_EVERY_MS);
    second.moved(8);
    await vi.advanceTimersByTimeAsync(ANNOUNCE_EVERY_MS);
    expect([ofFirst, ofSecond]).toEqual([[8], [7]]);
  });

  it("announces the first move at once, later ones together, and always the newest", async () => {
    const heads: number[] = [];
    await start(heads);
    const busy = await start();
    for (let position = 1; position <= 50; position += 1) busy.moved(position);
    await vi.advanceTimersByTimeAsync(0);
    expect(heads).toEqual([1]);
    await vi.advanceTimersByTimeAsync(ANNOUNCE_EVERY_MS);
    expect(heads).toEqual([1, 50]);
  });

  it("stops once the others are gone, and continues while they give signs of life", async () => {
    const first = await start();
    const second = await start();
    await vi.advanceTimersByTimeAsync(GONE_AFTER_MS);
    channel.said.length = 0;
    first.moved(1);
    expect(channel.said).toHaveLength(1);
    await second.stop();
    await vi.advanceTimersByTimeAsync(GONE_AFTER_MS);
    channel.said.length = 0;
    first.moved(2);
    expect(channel.said).toEqual([]);
  });

  it("understands older versions, which announced the position alone", async () => {
    const heads: number[] = [];
    const announcer = await start(heads);
    channel.say("41");
    expect(heads).toEqual([41]);
    channel.said.length = 0;
    announcer.moved(42);
    expect(channel.said).toHaveLength(1);
  });

  it("hears of a process that joined while the database was away, at its next sign of life", async () => {
    const heads: number[] = [];
    const first = await start();
    channel.isAway = true;
    await start(heads);
    channel.isAway = false;
    first.moved(1);
    await vi.advanceTimersByTimeAsync(ANNOUNCE_EVERY_MS);
    expect(heads).toEqual([]);
    await vi.advanceTimersByTimeAsync(HERE_AFTER_MS);
    first.moved(2);
    expect(heads).toEqual([2]);
  });

  it("announces again to a process that froze for a while", async () => {
    const heads: number[] = [];
    const first = await start();
    channel.say("frozen here");
    await vi.advanceTimersByTimeAsync(GONE_AFTER_MS);
    channel.said.length = 0;
    first.moved(1);
    expect(channel.said).toEqual([]);
    channel.say("frozen here");
    await start(heads);
    first.moved(2);
    expect(heads).toEqual([2]);
  });

  it("ignores messages that none of our processes sends", async () => {
    const heads: number[] = [];
    await start(heads);
    for (const payload of ["", "stranger hello", "stranger -1", "stranger 1.5", "stranger 1e400"])
      channel.say(payload);
    expect(heads).toEqual([]);
  });

  it("continues after the database was away", async () => {
    const heads: number[] = [];
    await start(heads);
    const announcer = await start();
    channel.isAway = true;
    announcer.moved(1);
    await vi.advanceTimersByTimeAsync(ANNOUNCE_EVERY_MS);
    channel.isAway = false;
    announcer.moved(2);
    await vi.advanceTimersByTimeAsync(ANNOUNCE_EVERY_MS);
    expect(heads).toEqual([2]);
  });
});
