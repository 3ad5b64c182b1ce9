import { beforeEach, describe, expect, it } from "vitest";
import { chatMessageRemoved, chatReportClosed, chatSlowed } from "#domain/features/chat/events.ts";
import { MESSAGES_KEPT_MS, REPORTS_TO_HIDE } from "#domain/features/chat/rules.ts";
import { LIST_LIMIT_MAX } from "#domain/kernel/contract.ts";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import { Feed } from "./feed.ts";

const NOW = Date.parse("2026-01-01T12:00:00.000Z");
const POLL_MS = 5_000;
const LATE_MS = 1_000;
const SWEEP_MS = 60_000;
const PAGE_MS = 5_000;
const CHANGES_MAX = 500;
const ACT = { by: "p_mod", reason: "Spam" };
const OF = { playerId: "p_1", textHash: "ab".repeat(32) };

/** A feed of a room in memory: its version, what it hears, and the timers that wait. */
class Room {
  now = NOW;
  version: bigint | null = 7n;
  failure: Error | null = null;
  hear: (hint: string) => void = () => {};
  readonly timers = new Map<number, () => void>();
  readonly sweeps: unknown[] = [];
  readonly troubles: string[] = [];
  changes = 0;
  isListening = false;
  readonly feed = new Feed({
    db: {
      listen: async (_channel: string, hear: (hint: string) => void) => {
        this.hear = hear;
        this.isListening = true;
        return async () => {
          this.isListening = false;
        };
      },
      query: async (text: string, values: unknown) => {
        if (this.failure !== null) throw this.failure;
        if (text.startsWith("select version"))
          return this.version === null ? [] : [{ version: this.version }];
        this.sweeps.push(values);
        return [];
      },
      run: async () => [],
    } as never,
    scheduler: {
      after: (ms, work) => {
        this.timers.set(ms, work);
        return () => void this.timers.delete(ms);
      },
    },
    now: () => this.now,
    onChange: () => {
      this.changes += 1;
    },
    onTrouble: (what) => void this.troubles.push(what),
  });

  /** Runs the timer that waits this long, and waits until the next has begun. */
  async elapse(ms: number, next = ms): Promise<void> {
    const work = this.timers.get(ms);
    this.timers.delete(ms);
    work?.();
    await expect.poll(() => this.timers.has(next)).toBe(true);
  }
}

let room: Room;
beforeEach(async () => {
  room = new Room();
  await room.feed.start();
});

const heard = ({ changed, reported, isBroken }: ReturnType<Feed["take"]>) => ({
  changed: [...changed],
  reported: [...reported],
  isBroken,
});
const nothing = { changed: [], reported: [], isBroken: false };
const changes = () => heard(room.feed.take());

describe("the newest page of the chat", () => {
  let made = 0;
  const page = (limit = 50) =>
    room.feed.page(limit, async () => {
      made += 1;
      return `page ${made}`;
    });
  beforeEach(() => {
    made = 0;
  });

  it("is made once for all readers, for five seconds", async () => {
    expect([await page(), await page()]).toEqual(["page 1", "page 1"]);
    room.now += PAGE_MS - 1;
    expect(await page()).toBe("page 1");
    room.now += 1;
    expect(await page()).toBe("page 2");
    // A clock that was set back does not keep it for longer.
    room.now -= PAGE_MS;
    expect(await page()).toBe("page 3");
  });

  it("is made for each length, and kept up to the greatest that can be asked for", async () => {
    expect([await page(50), await page(LIST_LIMIT_MAX)]).toEqual(["page 1", "page 2"]);
    expect([await page(50), await page(LIST_LIMIT_MAX)]).toEqual(["page 1", "page 2"]);
    expect([await page(LIST_LIMIT_MAX + 1), await page(LIST_LIMIT_MAX + 1)]).toEqual(["page 3", "page 4"]);
  });

  it("is made anew after a message, an act or a change that was told", async () => {
    await page();
    room.hear("{}");
    expect(await page()).toBe("page 2");
    room.feed.changed();
    expect(await page()).toBe("page 3");
    expect(room.changes).toBe(2);
  });

  it("is not kept when it could not be made, and a failure drops no later one", async () => {
    let fail = (_: Error) => {};
    const failing = room.feed.page(50, () => new Promise((_, reject) => (fail = reject)));
    room.feed.changed();
    expect(await page()).toBe("page 1");
    fail(new Error("away"));
    await expect(failing).rejects.toThrow("away");
    expect(await page()).toBe("page 1");
    room.feed.changed();
    await expect(room.feed.page(50, () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await page()).toBe("page 2");
  });
});

describe("what listeners of the chat are told", () => {
  it("is what was changed or reported since it was taken, and what was given back", () => {
    room.hear(JSON.stringify({ changed: "m_1" }));
    room.hear(JSON.stringify({ reported: "m_2" }));
    room.hear("no JSON");
    const taken = room.feed.take();
    expect(heard(taken)).toEqual({ changed: ["m_1"], reported: ["m_2"], isBroken: false });
    expect(changes()).toEqual(nothing);
    room.hear(JSON.stringify({ changed: "m_3" }));
    room.feed.giveBack(taken);
    expect(changes()).toEqual({ changed: ["m_3", "m_1"], reported: ["m_2"], isBroken: false });
  });

  it("is that something is missing, beyond five hundred changes", () => {
    const some = (count: number, what: "changed" | "reported") => {
      for (let at = 0; at < count; at += 1) room.hear(JSON.stringify({ [what]: `${what}_${at}` }));
    };
    some(CHANGES_MAX - 1, "changed");
    some(1, "reported");
    const taken = room.feed.take();
    expect([taken.changed.size, taken.reported.size, taken.isBroken]).toEqual([CHANGES_MAX - 1, 1, false]);
    some(CHANGES_MAX, "changed");
    some(1, "reported");
    expect(changes()).toEqual({ ...nothing, isBroken: true });
    room.feed.giveBack({ changed: new Set(), reported: new Set(), isBroken: true });
    some(1, "changed");
    expect(changes()).toEqual({ changed: ["changed_0"], reported: [], isBroken: true });
  });

  it("is a moderator's act on a message, and where in the log a page has to be for it", () => {
    const at = (position: number, event: NewEvent): RecordedEvent => ({
      ...event,
      position,
      version: position,
      eventId: `c${position}.0`,
      commandId: `c${position}`,
      actor: "test",
      recordedAt: NOW,
    });
    const closed = (messageId: string, reports: number) => {
      const reportIds = Array.from({ length: reports }, (_, n) => `rep_${n}`);
      return chatReportClosed({ ...ACT, ...OF, messageId, reportIds, action: "dismiss" });
    };
    const removed = (messageId: string) => chatMessageRemoved({ ...ACT, ...OF, messageId });
    room.feed.appended([{ ...at(1, chatSlowed({ ...ACT, seconds: 1, until: 1 })), type: "Other" }]);
    expect([room.feed.actedAt, room.changes]).toEqual([0, 0]);
    room.feed.appended([
      at(4, removed("m_1")),
      at(5, closed("m_2", REPORTS_TO_HIDE)),
      at(6, closed("m_3", REPORTS_TO_HIDE - 1)),
      at(7, chatSlowed({ ...ACT, seconds: 1, until: 1 })),
    ]);
    expect([room.feed.actedAt, room.changes]).toEqual([7, 1]);
    expect(changes()).toEqual({ ...nothing, changed: ["m_1", "m_2"] });
    room.feed.appended([at(2, removed("m_4"))]);
    expect(room.feed.actedAt).toBe(7);
  });
});

describe("a change whose notification was lost", () => {
  it("is found by the room's version within six seconds", async () => {
    await room.elapse(POLL_MS);
    expect([room.changes, changes()]).toEqual([0, nothing]);
    room.version = 9n;
    room.hear("{}");
    await room.elapse(POLL_MS, LATE_MS);
    expect([room.changes, changes()]).toEqual([2, nothing]);
    await room.elapse(LATE_MS, POLL_MS);
    expect([room.changes, changes()]).toEqual([3, { ...nothing, isBroken: true }]);
    await room.elapse(POLL_MS);
    expect([room.changes, changes()]).toEqual([3, nothing]);
  });

  it("is none that was only late, or was heard before its version was read", async () => {
    await room.elapse(POLL_MS);
    room.version = 9n;
    room.hear("{}");
    await room.elapse(POLL_MS, LATE_MS);
    room.hear("{}");
    await room.elapse(LATE_MS, POLL_MS);
    expect(changes()).toEqual(nothing);
    room.hear("{}");
    await room.elapse(POLL_MS);
    room.version = 10n;
    await room.elapse(POLL_MS);
    expect(changes()).toEqual(nothing);
  });

  it("is found after one was late, or came for no change", async () => {
    await room.elapse(POLL_MS);
    room.hear("{}");
    await room.elapse(POLL_MS);
    await room.elapse(POLL_MS);
    room.version = 8n;
    await room.elapse(POLL_MS, LATE_MS);
    room.version = 9n;
    await room.elapse(LATE_MS);
    expect(changes()).toEqual({ ...nothing, isBroken: true });
    room.hear("{}");
    await room.elapse(LATE_MS, POLL_MS);
    await room.elapse(POLL_MS);
    expect(changes()).toEqual(nothing);
  });

  it("is none where each was heard, or the room is gone", async () => {
    await room.elapse(POLL_MS);
    room.version = 9n;
    room.hear("{}");
    room.hear("{}");
    await room.elapse(POLL_MS);
    expect(changes()).toEqual(nothing);
    // Those of before do not count for later ones.
    room.version = 10n;
    await room.elapse(POLL_MS, LATE_MS);
    await room.elapse(LATE_MS, POLL_MS);
    expect(changes()).toEqual({ ...nothing, isBroken: true });
    room.version = null;
    await room.elapse(POLL_MS);
    await room.elapse(POLL_MS);
    expect(changes()).toEqual(nothing);
  });

  it("is looked for again after a failure, which is reported", async () => {
    room.failure = new Error("away");
    await room.elapse(POLL_MS);
    await room.elapse(SWEEP_MS);
    expect(room.troubles).toEqual(["the chat was not checked for changes", "old messages were not deleted"]);
    expect(room.sweeps).toEqual([]);
  });
});

it("old messages of the chat are deleted each minute, some at a time", async () => {
  await room.elapse(SWEEP_MS);
  await room.elapse(SWEEP_MS);
  expect(room.sweeps).toEqual([
    [NOW - MESSAGES_KEPT_MS, 500],
    [NOW - MESSAGES_KEPT_MS, 500],
  ]);
});

it("a feed of the chat that was stopped tells nobody, and looks for nothing", async () => {
  const [poll, sweep] = [room.timers.get(POLL_MS), room.timers.get(SWEEP_MS)];
  await room.feed.stop();
  expect([room.timers.size, room.isListening]).toEqual([0, false]);
  room.hear("{}");
  room.failure = new Error("away");
  poll?.();
  sweep?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect([room.changes, room.troubles]).toEqual([0, []]);
});
