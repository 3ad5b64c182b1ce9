import { describe, expect, test, vi } from "vitest";
import { readConfig } from "#service/config.ts";
import { classify } from "#service/db/errors.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { choosePrimary, HOSTS_MAX, hostUrls, LOOK_EVERY_MS, NoPrimaryError, Primary } from "./primary.ts";

const SEVERAL =
  "postgres://florin:s%40crt@a:5432,b:5433/florin?target_session_attrs=read-write&sslmode=require";
const [A, B] = hostUrls(SEVERAL) as [string, string];

describe("a URL of several servers", () => {
  test("gives one URL each, with the shared parameters and without those unknown to the driver", () => {
    expect(hostUrls(SEVERAL)).toEqual([
      "postgres://florin:s%40crt@a:5432/florin?sslmode=require",
      "postgres://florin:s%40crt@b:5433/florin?sslmode=require",
    ]);
  });

  test("leaves a URL of one server as it is, a comma in its password included", () => {
    for (const url of [
      "postgres:///florin",
      "postgres://a/florin?target_session_attrs=any",
      "postgres://u:a,b@h/x",
    ])
      expect(hostUrls(url)).toEqual([url]);
  });

  test("is refused by the settings with too many servers, a nameless one, or another target", () => {
    const many = Array.from({ length: HOSTS_MAX + 1 }, (_, i) => `h${i}`).join(",");
    const wrong = [
      `postgres://${many}/x`,
      "postgres://a,/x",
      "postgres://a,:1/x",
      "postgres://a,b/x?target_session_attrs=any",
    ];
    for (const url of wrong) {
      expect(() => hostUrls(url)).toThrow();
      expect(() => readConfig({ ...DEMO_KEYS, DATABASE_URL: url }, "demo")).toThrow("DATABASE_URL");
    }
  });
});

describe("the primary among several servers", () => {
  test("is the one that takes writes on the newest timeline", () => {
    const servers = [
      { url: A, timeline: 1 },
      { url: B, timeline: 2 },
    ];
    expect(choosePrimary(servers, 0).url).toBe(B);
  });

  test("is missing while all are standbys, or two take writes on one timeline", () => {
    const both = (timeline: number | null) => [A, B].map((url) => ({ url, timeline }));
    expect(() => choosePrimary(both(null), 0)).toThrow(NoPrimaryError);
    expect(() => choosePrimary(both(3), 0)).toThrow("two of them");
  });

  test("is never on an abandoned timeline, even if it alone answers", async () => {
    const timelines = new Map<string, number | null>([
      [A, 1],
      [B, 2],
    ]);
    const primary = new Primary(SEVERAL, async (url) => timelines.get(url) ?? null);
    expect(await primary.url()).toBe(B);
    timelines.set(B, null);
    primary.forget(B);
    await expect(primary.url()).rejects.toThrow("timeline 1 was left for timeline 2");
  });

  test("is kept until a connection fails, and then looked up once for all callers", async () => {
    let asked = 0;
    const primary = new Primary(SEVERAL, async (url) => {
      asked += 1;
      return url === A ? 1 : null;
    });
    await Promise.all([primary.url(), primary.url(), primary.find()]);
    await primary.url();
    primary.forget(B);
    await primary.url();
    expect(asked).toBe(2);
    primary.forget(A);
    await primary.url();
    expect(asked).toBe(4);
  });

  test("passes over a server that does not answer", async () => {
    const primary = new Primary(SEVERAL, async (url) => {
      if (url === A) throw new Error("away");
      return 2;
    });
    expect(await primary.url()).toBe(B);
  });

  test("reports a move to its listeners, and only a move", async () => {
    let promoted = A;
    const primary = new Primary(SEVERAL, async (url) => (url === promoted ? 1 + urls.indexOf(url) : null));
    const urls = [A, B];
    const moves: string[] = [];
    const end = primary.onMoved(() => moves.push(promoted));
    await primary.find();
    await primary.find();
    expect(moves).toEqual([]);
    promoted = B;
    await primary.find();
    await primary.find();
    expect(moves).toEqual([B]);
    end();
  });

  test("is also looked up while nothing fails, so that an old one that still answers is left", async () => {
    vi.useFakeTimers();
    let timelines = [1, 0];
    const primary = new Primary(SEVERAL, async (url) => timelines[url === A ? 0 : 1] || null);
    expect(await primary.url()).toBe(A);
    const end = primary.watch();
    timelines = [1, 2];
    await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
    expect(await primary.url()).toBe(B);
    timelines = [1, 0];
    await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
    expect(await primary.url()).toBe(B);
    end();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test("is not looked up when there is one server", async () => {
    const primary = new Primary("postgres:///florin", () => Promise.reject(new Error("asked")));
    primary.forget("postgres:///florin");
    expect([await primary.url(), await primary.find()]).toEqual(["postgres:///florin", "postgres:///florin"]);
  });

  test("is awaited while it is missing, like an unreachable server", () => {
    expect(classify(new NoPrimaryError("none"))).toBe("retry");
  });
});
