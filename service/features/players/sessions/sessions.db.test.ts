import { afterEach, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { players } from "#service/features/players/feature.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { LiveStream } from "#service/lab/testing/live-stream.ts";
import { NEWEST, SITE_ORIGIN } from "#service/lab/testing/site.ts";
import { twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { SessionSweep } from "./session-sweep.ts";
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from "./session-token.ts";
import { SESSION_TRUST_MS, SESSIONS_PER_PLAYER_MAX } from "./sessions.ts";

const OWN = "/api/me/sessions";

describeEachEngine("a player's sessions", (engine) => {
  const sites = twoSitesOf(engine);
  const { db, one, two } = sites;
  afterEach(async () => {
    await sites.hush();
    await db.query("delete from sessions");
    for (const site of [one, two]) site.clock.now += SESSION_TRUST_MS;
  });

  const listOf = async (visitor: Visitor) => (await visitor.get(OWN)).as(endpoints.ownSessions);
  const end = (visitor: Visitor, path: string, headers: HeadersInit = { Origin: SITE_ORIGIN }) =>
    visitor.send({ method: "DELETE", path, headers });
  const isSignedIn = async (visitor: Visitor) => (await visitor.get("/api/auth/user")).status === 200;
  async function isOver(stream: LiveStream): Promise<boolean> {
    for (let told = await stream.next(); told !== null; told = await stream.next());
    return true;
  }

  it("are listed to the player with client and time, and without anything that opens one", async () => {
    const [first, second] = [await one.anew("alice"), await one.anew("alice")];
    await one.anew("bob");
    const sessions = await listOf(second);
    expect(sessions.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    expect(sessions.map(({ client }) => client)).toEqual(["Unknown program", "Unknown program"]);
    const rows = await db.query<{ token_hash: string }>("select token_hash from sessions");
    for (const { token_hash: hash } of rows) expect(JSON.stringify(sessions)).not.toContain(hash);
    for (const value of [...first.cookies.values(), ...second.cookies.values()])
      if (value.length > 1) expect(JSON.stringify(sessions)).not.toContain(value);
    expect((await one.visitor().get(OWN)).status).toBe(401);
  });

  it("end one by one, including the current one, at once here and within seconds at every other process", async () => {
    const [mine, stolen] = [await one.anew("alice"), await one.anew("alice")];
    const there = sites.carriedOver(stolen);
    expect(await isSignedIn(there)).toBe(true);
    const [here, elsewhere] = [await sites.hear(stolen), await sites.hear(there)];
    const other = (await listOf(mine)).find(({ isCurrent }) => !isCurrent);
    expect((await end(mine, `${OWN}/${other?.id}`)).as(endpoints.endOwnSession)).toEqual({ ended: 1 });
    expect(await isSignedIn(stolen)).toBe(false);
    expect(await isSignedIn(mine)).toBe(true);
    expect([await isOver(here), await isOver(elsewhere)]).toEqual([true, true]);
    two.clock.now += SESSION_TRUST_MS;
    expect(await isSignedIn(there)).toBe(false);
    expect((await end(mine, `${OWN}/${other?.id}`)).status).toBe(404);
    const own = (await listOf(mine))[0];
    expect((await end(mine, `${OWN}/${own?.id}`)).status).toBe(200);
    expect(await isSignedIn(mine)).toBe(false);
  });

  it("of another player cannot be ended, and look unknown", async () => {
    const [alice, mallory] = [await one.anew("alice"), await one.anew("mallory")];
    const [session] = await listOf(alice);
    expect((await end(mallory, `${OWN}/${session?.id}`)).code).toBe("not_found");
    expect((await end(mallory, OWN)).as(endpoints.endOtherSessions)).toEqual({ ended: 0 });
    expect(await isSignedIn(alice)).toBe(true);
    const foreign = await end(alice, OWN, { Origin: "https://evil.example" });
    expect(foreign.code).toBe("foreign_origin");
    const crossSite = await end(alice, OWN, { "Sec-Fetch-Site": "cross-site" });
    expect(crossSite.code).toBe("foreign_origin");
  });

  it("end all together except the current one, with their live streams", async () => {
    const mine = await one.anew("alice");
    const others = [await one.anew("alice"), await one.anew("alice"), await two.anew("alice")];
    const bob = await one.anew("bob");
    const heard = await Promise.all(others.map((other) => sites.hear(other)));
    expect((await end(mine, OWN)).as(endpoints.endOtherSessions)).toEqual({ ended: 3 });
    two.clock.now += SESSION_TRUST_MS;
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    for (const stream of heard) expect(await isOver(stream)).toBe(true);
    expect([await isSignedIn(mine), await isSignedIn(bob)]).toEqual([true, true]);
    expect(await listOf(mine)).toHaveLength(1);
  });

  it("are limited: one more ends the least recently used", async () => {
    const first = await one.anew("alice");
    const { id } = await first.user();
    one.clock.now += 1;
    for (let n = 1; n < SESSIONS_PER_PLAYER_MAX; n += 1)
      await players.of(one.service.deps).sessions.begin(id);
    expect(await isSignedIn(first)).toBe(true);
    await one.anew("alice");
    expect(await isSignedIn(first)).toBe(false);
  });

  it("are ended by an admin with a fresh sign-in, with a reason in the log", async () => {
    const [alice, bob] = [await one.anew("alice"), await one.anew("bob")];
    const { id } = await alice.user();
    const admin = one.visitor();
    await admin.signIn("admin", { isFresh: false });
    const path = `/api/admin/players/${id}/sessions`;
    const ask = (by: Visitor, body: object, headers: HeadersInit = {}) =>
      by.ask(`DELETE ${path}`, body, headers);
    expect((await ask(bob, { reason: "Mine" })).code).toBe("forbidden");
    expect((await ask(admin, { reason: "Stolen telephone" })).code).toBe("fresh_sign_in_required");
    const fresh = await one.anew("admin");
    for (const body of [{ reason: " " }, { reason: null }, { reason: "x", all: true }])
      expect((await ask(fresh, body)).code).toBe("invalid_request");
    const key = { "Idempotency-Key": "end-alice" };
    const stream = await sites.hear(alice);
    const done = await ask(fresh, { reason: "Stolen telephone" }, key);
    expect(done.as(endpoints.endSessions)).toEqual({ playerId: id, ended: 1 });
    expect([await isSignedIn(alice), await isSignedIn(bob), await isOver(stream)]).toEqual([
      false,
      true,
      true,
    ]);
    const events = (await fresh.get(`/api/admin/events?type=SessionsEnded`)).as(endpoints.events);
    expect(events.items).toHaveLength(1);
    expect(JSON.parse(events.items[0]?.payload ?? "")).toEqual({
      by: (await fresh.user()).id,
      playerId: id,
      reason: "Stolen telephone",
    });
    // Repeating makes up for a crash between the event and the deletion of sessions.
    const back = await one.anew("alice");
    const [notice] = (await back.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
    expect(notice).toMatchObject({
      type: "account",
      title: "Signed out everywhere",
      message: "An admin ended all your sessions. Stolen telephone",
      actionUrl: null,
    });
    expect((await ask(fresh, { reason: "Stolen telephone" }, key)).as(endpoints.endSessions).ended).toBe(1);
    const after = (await fresh.get(`/api/admin/events?type=SessionsEnded`)).as(endpoints.events);
    expect(after.items).toHaveLength(1);
    expect((await end(fresh, path)).as(endpoints.endSessions).ended).toBe(0);
    const bare = (await fresh.get(`/api/admin/events?type=SessionsEnded`)).as(endpoints.events);
    expect(JSON.parse(bare.items[0]?.payload ?? "")).toMatchObject({ reason: "No reason given." });
  });

  it("are deleted at night once expired, in bounded batches", async () => {
    const alice = await one.anew("alice");
    const { id } = await alice.user();
    const now = one.clock.now;
    await db.query(
      `insert into sessions (token_hash, id, player_id, created_at, last_seen_at)
        select 'h' || n, 'x' || n, $1, $2::bigint - case when n % 2 = 0 then $3::bigint else $4::bigint end,
          $2::bigint - case when n % 2 = 0 then $3::bigint else 0 end
        from generate_series(1, 2500) n`,
      [id, now, SESSION_IDLE_MS, SESSION_ABSOLUTE_MS],
    );
    const parts: number[] = [];
    const { sessions } = players.of(one.service.deps);
    const sweep = new SessionSweep({
      sessions: {
        deleteExpired: async (max) => {
          parts.push(await sessions.deleteExpired(max));
          return parts.at(-1) ?? 0;
        },
      },
      now: () => one.clock.now,
      nightOf: (at) => new Date(at).toISOString().slice(0, 10),
      onTrouble: (what) => expect.fail(what),
    });
    await sweep.look();
    await sweep.look();
    expect(parts).toEqual([1_000, 1_000, 500]);
    expect(await isSignedIn(alice)).toBe(true);
    one.clock.now += 86_400_000;
    await sweep.look();
    expect(parts).toHaveLength(4);
    await sweep.stop();
  });
});
