import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { READ_WAIT_MS } from "#service/http/route.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, EVENTS_OF_FIRST_SIGN_IN } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from "./sessions/session-token.ts";
import { SESSION_TRUST_MS } from "./sessions/sessions.ts";

describeEachEngine("signing in", (engine) => {
  const site = siteOf(engine);

  it("registers a player the first time, with the starting balances, and never again", async () => {
    const alice = await site.visitor().signIn("alice");
    expect(alice).toMatchObject({
      username: "alice",
      displayName: "Alice",
      firstName: "Alice",
      email: null,
      rbxBalance: "1000.00",
      tixBalance: "500.00",
      level: 1,
      experience: 0,
      roles: [],
    });
    const before = await site.books();
    expect(await site.visitor().signIn("alice")).toEqual(alice);
    expect(await site.books()).toEqual(before);
  });

  it("makes one player of two first sign-ins at once", async () => {
    const before = await site.books();
    const browsers = Array.from({ length: 4 }, () => site.visitor());
    const callbacks: string[] = [];
    for (const browser of browsers) callbacks.push(await browser.visitPlatform("twice_at_once"));
    await Promise.all(browsers.map((browser, i) => browser.get(callbacks[i] ?? "")));
    const users = await Promise.all(browsers.map((browser) => browser.user()));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    const after = await site.books();
    expect(after.identities).toBe(before.identities + 1n);
    expect(after.head.position).toBe(before.head.position + EVENTS_OF_FIRST_SIGN_IN);
  });

  it("recognises a player renamed on the platform, and shows the new name", async () => {
    const before = await site.visitor().signIn("renamed_one");
    const after = await site.visitor().signIn("RENAMED_ONE");
    expect(before.username).toBe("renamed_one");
    expect(after).toMatchObject({ id: before.id, username: "RENAMED_ONE", displayName: "RENAMED_ONE" });
    expect(after.rbxBalance).toBe("1000.00");
  });

  it("makes admins only of players on the list", async () => {
    expect((await site.visitor().signIn("admin")).roles).toEqual(["admin"]);
    expect((await site.visitor().signIn("moderator")).roles).toEqual([]);
  });

  it.each([
    ["/leaderboard", "/leaderboard"],
    ["/games/abc?tab=proof#seed", "/games/abc?tab=proof#seed"],
    ["", "/"],
  ])("returns from %j to %j", async (returnTo, due) => {
    const visitor = site.visitor();
    const callback = await visitor.visitPlatform("bob", `&returnTo=${encodeURIComponent(returnTo)}`);
    expect((await visitor.get(callback)).headers.get("Location")).toBe(due);
  });

  it("sets a session cookie that scripts cannot read, and a hint that they can", async () => {
    const visitor = site.visitor();
    const finished = await visitor.get(await visitor.visitPlatform("carol"));
    const cookies = finished.headers.getSetCookie().map((line) => line.split("; "));
    const named = (name: string) => cookies.find(([pair]) => pair?.startsWith(`${name}=`)) ?? [];
    expect(named("florin_session").slice(1).sort()).toEqual([
      "HttpOnly",
      "Max-Age=2592000",
      "Path=/",
      "SameSite=Lax",
    ]);
    expect(named("florin_hint").slice(1).sort()).toEqual(["Max-Age=2592000", "Path=/", "SameSite=Lax"]);
    expect(named("florin_sign_in")).toContain("Max-Age=0");
  });

  it("stores the session's token hashed, and the platform's tokens sealed", async () => {
    const visitor = await site.player("dave");
    const token = visitor.cookies.get("florin_session") ?? "";
    const hash = createHash("sha256").update(token).digest("hex");
    const rows = await site.db.query<{ row: string }>(
      "select s::text as row from sessions s union all select i::text from identities i",
    );
    const kept = rows.map(({ row }) => row).join("\n");
    expect(kept).toContain(hash);
    expect(kept).not.toContain(token);
    expect(site.platformTokens.length).toBeGreaterThan(0);
    for (const secret of site.platformTokens) expect(kept).not.toContain(secret);
  });

  it("begins a new session each time, and ends the previous one", async () => {
    const visitor = await site.player("bob");
    const before = new Map(visitor.cookies);
    await visitor.signIn("bob");
    expect(visitor.cookies.get("florin_session")).not.toBe(before.get("florin_session"));
    const thief = site.visitor();
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect((await thief.get("/api/auth/user")).code).toBe("unauthorized");
  });

  it("is ended by signing out, for copies of the cookie, too", async () => {
    const visitor = await site.player("bob");
    const kept = visitor.cookies.get("florin_session") ?? "";
    const out = await visitor.get("/api/logout");
    expect(out.headers.get("Location")).toBe("/");
    // It recognises the browser at the next sign-in, and grants nothing.
    expect([...visitor.cookies.keys()]).toEqual(["florin_client"]);
    visitor.cookies.set("florin_session", kept);
    expect((await visitor.get("/api/auth/user")).code).toBe("unauthorized");
  });

  it("cannot be ended by another site's link or picture", async () => {
    const visitor = await site.player("bob");
    await visitor.get("/api/logout", { "Sec-Fetch-Site": "cross-site" });
    expect((await visitor.user()).username).toBe("bob");
  });
});

describeEachEngine("a session", (engine) => {
  const site = siteOf(engine);

  it("expires after seven days without use", async () => {
    const visitor = await site.player("alice");
    site.clock.now += SESSION_IDLE_MS - 1;
    expect((await visitor.get("/api/auth/user")).status).toBe(200);
    site.clock.now += SESSION_IDLE_MS - 1;
    expect((await visitor.get("/api/auth/user")).status).toBe(200);
    site.clock.now += SESSION_IDLE_MS;
    expect((await visitor.get("/api/auth/user")).code).toBe("unauthorized");
  });

  it("expires after thirty days, however active", async () => {
    const visitor = await site.player("alice");
    for (let day = 1; day < SESSION_ABSOLUTE_MS / DAY_MS; day += 1) {
      site.clock.now += DAY_MS;
      expect((await visitor.get("/api/auth/user")).status).toBe(200);
    }
    site.clock.now += DAY_MS - 1;
    expect((await visitor.get("/api/auth/user")).status).toBe(200);
    site.clock.now += 1;
    expect((await visitor.get("/api/auth/user")).code).toBe("unauthorized");
  });

  it("that is revoked elsewhere ends within seconds", async () => {
    const visitor = await site.player("alice");
    const { id } = await visitor.user();
    await site.db.query("delete from sessions where player_id = $1", [id]);
    site.clock.now += SESSION_TRUST_MS;
    expect((await visitor.get("/api/auth/user")).code).toBe("unauthorized");
  });

  it("of a forgotten player has ended", async () => {
    const visitor = await site.player("leaving_soon");
    const { id } = await visitor.user();
    await site.db.query("delete from identities where player_id = $1", [id]);
    site.clock.now += SESSION_TRUST_MS;
    expect((await visitor.get("/api/auth/user")).code).toBe("unauthorized");
  });
});

describeEachEngine("the signed-in player", (engine) => {
  const site = siteOf(engine);

  it("is never stale: balances equal the last answer's, level and experience follow each game", async () => {
    const alice = await site.player("alice");
    let before = await alice.user();
    for (let game = 1; game <= 12; game += 1) {
      const body = { betAmount: 4, betSide: game % 2 === 0 ? "rbx" : "tix" };
      const flip = (await alice.post("/api/games/coinflip", body)).as(endpoints.flip);
      const answer = await alice.get("/api/auth/user");
      const { rbxBalance, tixBalance, experience } = answer.as(endpoints.currentUser);
      expect({ rbxBalance, tixBalance }).toEqual({
        rbxBalance: flip.rbxBalance,
        tixBalance: flip.tixBalance,
      });
      expect(experience).toBe(before.experience + 12);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      before = await alice.user();
    }
    expect(before.level).toBe(5);
  });

  it("has correct balances even while the read models lag", async () => {
    const still = await createSite(engine, { readWaitMs: READ_WAIT_MS });
    const bob = await still.player("bob");
    await still.db.query("update projections set stop_at = position");
    const flip = (await bob.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" })).as(endpoints.flip);
    expect((await bob.user()).rbxBalance).toBe(flip.rbxBalance);
    await still.close();
  });

  it("is shown to nobody else, by any name", async () => {
    const alice = await site.player("alice");
    const { id } = await alice.user();
    const nobody = site.visitor();
    for (const path of [`/api/auth/user/${id}`, `/api/users/${id}`, `/api/auth/user?id=${id}`])
      expect((await nobody.get(path)).status).toBeGreaterThanOrEqual(400);
  });
});
