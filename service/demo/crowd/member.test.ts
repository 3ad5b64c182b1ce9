import { beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { momentOf, NOW, repeatableChance } from "#service/lab/testing/crowd.ts";
import type { Web } from "./browser.ts";
import { act, type Habit, habit } from "./habit.ts";
import { Member } from "./member.ts";

const flip: Habit = habit({
  name: "house-flips",
  weight: 1,
  look: async () => null,
  choose: () => act(endpoints.flip, { betAmount: 1, betSide: "rbx" }),
});

/** Requests received by the site. */
interface Asked {
  readonly path: string;
  readonly cookie: string | null;
  readonly key: string | null;
  readonly origin: string | null;
}

describe("a demo player", () => {
  let asked: Asked[];
  let now: number;
  /** Answers to the next commands; after the last one, success. */
  let answers: (Response | Error)[];
  let member: Member;

  const flips = () => asked.filter(({ path }) => path === "/api/games/coinflip");
  const answerTo = (path: string): Response => {
    if (path.startsWith("/api/login")) return redirect("http://sandbox/choose", "state=s; Path=/");
    if (path.startsWith("/api/callback")) return redirect("/", "session=t; Path=/", "state=; Max-Age=0");
    if (path === "/api/auth/user") return Response.json(momentOf().me);
    const next = answers.shift() ?? Response.json({});
    if (next instanceof Error) throw next;
    return next;
  };
  const web: Web = {
    siteUrl: "http://site",
    origin: "http://florin.example",
    toSite: async ({ url, headers }) => {
      const { pathname, search } = new URL(url);
      const [cookie, key, origin] = ["Cookie", "Idempotency-Key", "Origin"].map((name) => headers.get(name));
      asked.push({
        path: pathname + search,
        cookie: cookie ?? null,
        key: key ?? null,
        origin: origin ?? null,
      });
      return answerTo(pathname + search);
    },
    toPlatform: async () => redirect("http://public.example/api/callback?code=c&state=s"),
  };

  beforeEach(async () => {
    [asked, now, answers] = [[], NOW, []];
    member = new Member({ username: "demo_iris", web, now: () => now, chance: repeatableChance(1) });
    await member.arrive([]);
  });

  it("signs in like a browser: by redirects, with the cookies it received", () => {
    expect(asked.map(({ path, cookie }) => [path, cookie])).toEqual([
      ["/api/login?login_hint=demo_iris", null],
      ["/api/callback?code=c&state=s", "state=s"],
    ]);
    expect(member.isSignedIn).toBe(true);
  });

  it("first does what belongs to its arrival", async () => {
    await member.arrive([flip, { ...flip, onArrival: true }]);
    expect(flips()).toHaveLength(1);
  });

  it("sends each command under its own key, from the site's origin", async () => {
    expect([await member.take(flip), await member.take(flip)]).toEqual(["done", "done"]);
    expect(new Set(flips().map(({ key }) => key)).size).toBe(2);
    expect(flips()[0]).toMatchObject({ cookie: "session=t", origin: "http://florin.example" });
  });

  it("waits as long as Retry-After says, a minute at most, then repeats the command under its key", async () => {
    answers = [429, 503].map((status) => new Response("", { status, headers: { "Retry-After": "7" } }));
    expect(await member.take(flip)).toBe("open");
    now += 6_999;
    expect(member.isResting).toBe(true);
    now += 1;
    expect(member.isResting).toBe(false);
    expect([await member.take(flip), await member.take(flip)]).toEqual(["open", "done"]);
    expect(new Set(flips().map(({ key }) => key)).size).toBe(1);
    answers = [new Response("", { status: 429, headers: { "Retry-After": "3600" } })];
    await member.take(flip);
    now += 60_000;
    expect(member.isResting).toBe(false);
  });

  it("retries under the same key when the connection broke, and gives up after three times", async () => {
    answers = [new Error("cut"), new Error("cut"), new Error("cut")];
    for (let tries = 0; tries < 3; tries += 1) await expect(member.take(flip)).rejects.toThrow("cut");
    expect(new Set(flips().map(({ key }) => key)).size).toBe(1);
    expect(await member.take(flip)).toBe("done");
    expect(new Set(flips().map(({ key }) => key)).size).toBe(2);
  });

  it("accepts a refusal by the state as an answer", async () => {
    answers = [new Response("", { status: 409 })];
    expect(await member.take(flip)).toBe("refused");
    expect(member.isResting).toBe(false);
  });

  it("signs in again once its session has ended", async () => {
    answers = [new Response("", { status: 401 })];
    await expect(member.take(flip)).rejects.toThrow("401");
    expect(member.isSignedIn).toBe(false);
  });
});

function redirect(to: string, ...cookies: readonly string[]): Response {
  const headers = new Headers({ Location: to });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}
