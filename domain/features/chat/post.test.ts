import { describe, expect, it } from "vitest";
import {
  type Author,
  isMuted,
  type Post,
  type RecentTalk,
  refusalOfPost,
  refusalOfReport,
  waitOf,
} from "./post.ts";
import { REPORTS_OF_PLAYER_MAX, REPORTS_OF_PLAYER_MS } from "./rules.ts";
import { likenessOf } from "./text.ts";

const AT = Date.UTC(2026, 0, 1, 12);
const player: Author = { level: 20, isStaff: false, isSuspended: false, mute: null };
const staff: Author = { ...player, level: 1, isStaff: true };
const quiet: RecentTalk = { own: [], othersAlike: 0, inLastMinute: 0 };
const post = (author: Partial<Author> = {}, text = "hello"): Post => ({
  text,
  author: { ...player, ...author },
  levelMin: 20,
  slow: null,
  at: AT,
});
const said = (secondsAgo: number, text = `said ${secondsAgo} s ago`) => ({
  at: AT - secondsAgo * 1_000,
  likeness: likenessOf(text),
});
const codeOf = (one: Post, recent: Partial<RecentTalk> = {}) =>
  refusalOfPost(one, { ...quiet, ...recent })?.code ?? null;

describe("a message", () => {
  it("is accepted from the level on, and below it from moderators only", () => {
    expect(codeOf(post())).toBeNull();
    expect(refusalOfPost(post({ level: 19 }), quiet)).toEqual({
      code: "level_too_low",
      detail: "Chat access requires level 20 or higher. You are currently level 19.",
    });
    expect(codeOf({ ...post(), author: staff })).toBeNull();
  });

  it("is refused to suspended and muted players, with the reason and the end", () => {
    expect(codeOf(post({ isSuspended: true }))).toBe("suspended");
    const until = AT + 60_000;
    expect(refusalOfPost(post({ mute: { until, reason: "Spam", byAdmin: false } }), quiet)?.detail).toBe(
      "You are muted until 2026-01-01T12:01:00.000Z: Spam",
    );
    expect(
      refusalOfPost(post({ mute: { until: null, reason: "Spam", byAdmin: false } }), quiet)?.detail,
    ).toBe("You are muted for ever: Spam");
  });

  it("is accepted again from the very end of a mute on", () => {
    expect(isMuted({ until: AT + 1, reason: "r", byAdmin: false }, AT)).toBe(true);
    expect(isMuted({ until: AT, reason: "r", byAdmin: false }, AT)).toBe(false);
    expect(codeOf(post({ mute: { until: AT, reason: "r", byAdmin: false } }))).toBeNull();
  });

  it("with the address of another site is refused below level 30", () => {
    expect(codeOf(post({ level: 29 }, "see https://x.io"))).toBe("links_not_allowed");
    expect(codeOf(post({ level: 30 }, "see https://x.io"))).toBeNull();
    expect(codeOf(post({ level: 20 }, "see /shop"))).toBeNull();
  });

  it("is refused when its author wrote the same among the last three of a minute", () => {
    expect(codeOf(post(), { own: [said(50, "HELLO!!")] })).toBe("duplicate_message");
    expect(codeOf(post(), { own: [said(61, "hello")] })).toBeNull();
    expect(codeOf(post(), { own: [said(10), said(20), said(30), said(50, "hello")] })).toBeNull();
  });

  it("is refused when three others wrote the same", () => {
    expect(codeOf(post(), { othersAlike: 2 })).toBeNull();
    expect(codeOf(post(), { othersAlike: 3 })).toBe("duplicate_message");
  });
});

describe("a writer", () => {
  const wait = (recent: Partial<RecentTalk>, more: Partial<Post> = {}) =>
    waitOf({ ...post(), ...more }, { ...quiet, ...recent });

  it("waits two seconds between two messages", () => {
    expect(wait({ own: [said(0)] })).toBe(2_000);
    expect(wait({ own: [said(2)] })).toBe(0);
  });

  it("writes five messages in half a minute", () => {
    const five = [3, 6, 9, 12, 15].map((ago) => said(ago));
    expect(wait({ own: five.slice(0, 4) })).toBe(0);
    expect(wait({ own: five })).toBe(15_000);
    expect(wait({ own: [3, 6, 9, 12, 30].map((ago) => said(ago)) })).toBe(0);
  });

  it("waits ten seconds in a room with more than 60 messages a minute; a moderator two", () => {
    expect(wait({ own: [said(2)], inLastMinute: 60 })).toBe(0);
    expect(wait({ own: [said(2)], inLastMinute: 61 })).toBe(8_000);
    expect(wait({ own: [said(2)], inLastMinute: 61 }, { author: staff })).toBe(0);
  });

  it("waits as long as a moderator has set, until that ends", () => {
    const slow = { seconds: 30, until: AT + 1 };
    expect(wait({ own: [said(10)] }, { slow })).toBe(20_000);
    expect(wait({ own: [said(10)] }, { slow: { ...slow, until: AT } })).toBe(0);
    expect(refusalOfPost({ ...post(), slow }, { ...quiet, own: [said(10)] })).toMatchObject({
      code: "slow_mode",
      retryAfter: 20,
    });
  });
});

describe("a reporter", () => {
  const reports = (count: number) =>
    Array.from({ length: count }, (_, n) => AT - REPORTS_OF_PLAYER_MS + 1 + n);

  it(`makes ${REPORTS_OF_PLAYER_MAX} reports in a day, and the next once the first is a day old`, () => {
    expect(refusalOfReport(reports(REPORTS_OF_PLAYER_MAX - 1), AT)).toBeNull();
    const refusal = refusalOfReport(reports(REPORTS_OF_PLAYER_MAX), AT - 999);
    expect(refusal).toMatchObject({ code: "too_many_reports", retryAfter: 1 });
  });
});
