import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { friendships } from "#service/features/friendships/feature.ts";
import { LEASE_MS } from "#service/features/friendships/presence.ts";
import { put } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { playersOf, twoSitesOf } from "#service/lab/testing/sites.ts";

describeEachEngine("the presence of friends", (engine) => {
  const { db, one: site, two: other } = twoSitesOf(engine);
  const [alice, bob] = playersOf(site, "alice", "bob");
  beforeAll(async () => {
    await alice.post("/api/social/friend-requests", { username: "bob" });
    await bob.post("/api/social/friend-requests", { username: "alice" });
  });

  const look = (at: typeof site) => friendships.of(at.service.deps).presence.look();
  const later = (ms: number) => {
    site.clock.now += ms;
    other.clock.now += ms;
  };
  async function seen(): Promise<string | null | undefined> {
    const head = String(site.service.deps.writer.head.position);
    const listed = await alice.get("/api/social/friends", { "Ledger-Min-Position": head });
    return listed.as(endpoints.friends)[0]?.friend.presence;
  }
  const setPresence = async (presence: boolean) => {
    const now = (await bob.get("/api/me/privacy")).as(endpoints.privacy);
    await put(bob, "/api/me/privacy", { ...now, presence });
  };

  it("is shown by day, and as online while a stream is open at any process", async () => {
    await look(site);
    expect(await seen()).toBeNull();
    const there = other.visitor();
    for (const [name, value] of bob.cookies) there.cookies.set(name, value);
    const stream = await there.live();
    await look(other);
    expect(await seen()).toBe("online");
    // The other process reports its own players only.
    await look(site);
    expect(await seen()).toBe("online");
    await stream.close();
    // The process notices the end a moment later.
    await expect.poll(() => look(other).then(seen)).toBe("today");
    later(DAY_MS);
    expect(await seen()).toBe("week");
  });

  it("expires a while after a process has died", async () => {
    const stream = await bob.live();
    await look(site);
    expect(await seen()).toBe("online");
    later(LEASE_MS);
    expect(await seen()).toBe("today");
    await stream.close();
    await look(other);
    expect(await db.query("select player_id from presence_leases")).toEqual([]);
  });

  it("is neither shown nor stored for players who disable it, and is deleted after a week", async () => {
    const stream = await bob.live();
    await look(site);
    await setPresence(false);
    expect(await seen()).toBeNull();
    await look(site);
    const kept = () => db.query<Row & { day: number }>("select day from presence_days");
    expect(await kept()).toEqual([]);
    await setPresence(true);
    await look(site);
    expect(await seen()).toBe("online");
    await stream.close();
    later(6 * DAY_MS);
    await alice.signIn("alice");
    expect(await seen()).toBe("week");
    later(DAY_MS);
    expect(await seen()).toBeNull();
    await look(site);
    expect(await kept()).toEqual([]);
  });
});
