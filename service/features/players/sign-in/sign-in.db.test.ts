import { beforeAll, expect, it } from "vitest";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { SITE_ORIGIN, type Site } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const STATE_COOKIE = "florin_sign_in";
const TEN_MINUTES_MS = 10 * 60 * 1_000;

function withQuery(callback: string, change: (query: URLSearchParams) => void): string {
  const url = new URL(callback, SITE_ORIGIN);
  change(url.searchParams);
  return url.pathname + url.search;
}

/** What a visitor or an attacker does on the way back from the platform. */
type Trick = (visitor: Visitor, callback: string, site: Site) => Promise<string> | string;

const TRICKS: readonly (readonly [what: string, error: string, trick: Trick])[] = [
  [
    "without the state's cookie",
    "session_expired",
    (visitor, callback) => {
      visitor.cookies.clear();
      return callback;
    },
  ],
  [
    "with a forged state cookie",
    "session_expired",
    (visitor, callback) => {
      visitor.cookies.set(STATE_COOKIE, "demo.AAAA.BBBB.CCCC");
      return callback;
    },
  ],
  [
    "with a state cookie that was changed",
    "session_expired",
    (visitor, callback) => {
      const sealed = visitor.cookies.get(STATE_COOKIE) ?? "";
      visitor.cookies.set(STATE_COOKIE, `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`);
      return callback;
    },
  ],
  [
    "with a state cookie that is too old",
    "session_expired",
    (_visitor, callback, site) => {
      site.clock.now += TEN_MINUTES_MS + 1;
      return callback;
    },
  ],
  [
    "without a state",
    "session_expired",
    (_, callback) => withQuery(callback, (query) => query.delete("state")),
  ],
  [
    "with an empty state",
    "session_expired",
    (_, callback) => withQuery(callback, (query) => query.set("state", "")),
  ],
  [
    "with a forged state",
    "session_expired",
    (_, callback) => withQuery(callback, (query) => query.set("state", "A".repeat(43))),
  ],
  [
    "with two states",
    "session_expired",
    (_, callback) => withQuery(callback, (query) => query.append("state", query.get("state") ?? "")),
  ],
  ["without a code", "auth_failed", (_, callback) => withQuery(callback, (query) => query.delete("code"))],
  [
    "with a forged code",
    "code_expired",
    (_, callback) => withQuery(callback, (query) => query.set("code", "forged")),
  ],
  ["with nothing", "session_expired", () => "/api/callback"],
  [
    "with a query of 10,000 characters",
    "auth_failed",
    (_, callback) => withQuery(callback, (query) => query.set("x", "x".repeat(10_000))),
  ],
  [
    "with the callback of somebody else, who wants to sign the visitor in as themselves",
    "session_expired",
    (_visitor, _callback, site) => site.visitor().visitPlatform("bob"),
  ],
  [
    "with the code of somebody else",
    "code_expired",
    async (_visitor, callback, site) => {
      const theirs = new URL(await site.visitor().visitPlatform("bob"), SITE_ORIGIN);
      return withQuery(callback, (query) => query.set("code", theirs.searchParams.get("code") ?? ""));
    },
  ],
  [
    "after saying no on the platform",
    "auth_failed",
    (_, callback) =>
      withQuery(callback, (query) => {
        query.delete("code");
        query.set("error", "access_denied");
      }),
  ],
];

const ELSEWHERE = [
  "//evil.example",
  "https://evil.example/",
  "/\\evil.example",
  "\\\\evil.example",
  "/%5Cevil.example/..//evil.example",
  "/./\\evil.example",
  "/a/..//evil.example",
  "/\t/evil.example",
  "\n//evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "evil.example",
  "/\r\nSet-Cookie: florin_session=stolen",
  `/${"x".repeat(600)}`,
  "/\u0000",
];

describeEachEngine("a sign-in that is tampered with", (engine) => {
  const site = siteOf(engine);
  beforeAll(async () => {
    await site.player("alice");
    await site.player("bob");
  });

  it.each(TRICKS)("%s: %s, no session, and nothing changes", async (_what, error, trick) => {
    const visitor = site.visitor();
    const callback = await trick(visitor, await visitor.visitPlatform("alice"), site);
    const before = await site.books();
    const answer = await visitor.get(callback);
    const to = new URL(answer.headers.get("Location") ?? "", SITE_ORIGIN);
    expect(to.origin).toBe(SITE_ORIGIN);
    expect(to.pathname).toBe("/");
    expect(to.searchParams.get("error")).toBe(error);
    expect(to.searchParams.get("message")).toMatch(/^.{1,200}$/);
    expect(visitor.cookies.has("florin_session")).toBe(false);
    expect((await visitor.get("/api/auth/user")).code).toBe("unauthorized");
    expect(await site.books()).toEqual(before);
  });

  it("cannot be finished twice, even with the cookie restored", async () => {
    const visitor = site.visitor();
    const callback = await visitor.visitPlatform("alice");
    const state = visitor.cookies.get(STATE_COOKIE) ?? "";
    await visitor.get(callback);
    const replayer = site.visitor();
    expect((await replayer.get(callback)).headers.get("Location")).toContain("error=session_expired");
    replayer.cookies.set(STATE_COOKIE, state);
    expect((await replayer.get(callback)).headers.get("Location")).toContain("error=code_expired");
    expect((await replayer.get("/api/auth/user")).code).toBe("unauthorized");
    expect((await visitor.user()).username).toBe("alice");
  });

  it("that was fresh counts once, even if a copy of it returns with another answer", async () => {
    const victim = site.visitor();
    const begun = await victim.get("/api/login?fresh=1&login_hint=alice");
    const asked = new URL(begun.headers.get("Location") ?? "");
    const stolen = victim.cookies.get(STATE_COOKIE) ?? "";
    const answered = async () => {
      const back = new URL((await site.sandbox.fetch(new Request(asked))).headers.get("Location") ?? "");
      return back.pathname + back.search;
    };
    expect((await victim.get(await answered())).headers.get("Location")).toBe("/");
    // The platform remembers the person, and without `prompt` does not ask again.
    asked.searchParams.delete("prompt");
    const thief = site.visitor();
    thief.cookies.set(STATE_COOKIE, stolen);
    expect((await thief.get(await answered())).headers.get("Location")).toContain("error=session_expired");
    expect((await thief.get("/api/auth/user")).code).toBe("unauthorized");
    site.clock.now += TEN_MINUTES_MS + 1;
    expect((await victim.get("/api/auth/user")).status).toBe(200);
    thief.cookies.set(STATE_COOKIE, stolen);
    expect((await thief.get(await answered())).headers.get("Location")).toContain("error=session_expired");
  });

  it("reports its failure on the page where it began", async () => {
    const visitor = site.visitor();
    const callback = await visitor.visitPlatform("alice", "&returnTo=/oauth-test");
    const failed = await visitor.get(withQuery(callback, (query) => query.delete("code")));
    expect(failed.headers.get("Location")).toMatch(/^\/oauth-test\?error=auth_failed&message=/);
  });

  it.each(ELSEWHERE)("does not redirect to %j", async (returnTo) => {
    const visitor = site.visitor();
    const callback = await visitor.visitPlatform("alice", `&returnTo=${encodeURIComponent(returnTo)}`);
    const before = await site.books();
    const finished = await visitor.get(callback);
    expect(finished.headers.get("Location")).toBe("/");
    expect(finished.headers.getSetCookie().join()).not.toContain("stolen");
    expect((await visitor.user()).username).toBe("alice");
    expect(await site.books()).toEqual(before);
  });

  it.each(["<script>", "a".repeat(21), "al ice", "alice&scope=all", "ａlice", "\u0000", "../admin"])(
    "does not pass on %j as a user name",
    async (hint) => {
      const begun = await site.visitor().get(`/api/login?login_hint=${encodeURIComponent(hint)}`);
      const away = new URL(begun.headers.get("Location") ?? "");
      expect(away.searchParams.get("login_hint")).toBeNull();
      expect(away.searchParams.get("scope")).toBe("openid profile");
    },
  );

  it.each([
    ["denied", "auth_failed"],
    ["expired", "code_expired"],
    ["reused", "code_expired"],
    ["wrong_verifier", "code_expired"],
    ["error_500", "auth_failed"],
  ] as const)("that the platform spoils by %s is told as %s, in our words", async (fault, error) => {
    site.sandbox.setFaults({ fault, signIns: 1 });
    const visitor = site.visitor();
    const before = await site.books();
    const answer = await visitor.get(await visitor.visitPlatform("alice"));
    expect(answer.headers.get("Location")).toMatch(new RegExp(`^/\\?error=${error}&message=[A-Z]`));
    expect(/&cancelled=1$/.test(answer.headers.get("Location") ?? "")).toBe(fault === "denied");
    expect(visitor.cookies.has("florin_session")).toBe(false);
    expect(await site.books()).toEqual(before);
  });
});
