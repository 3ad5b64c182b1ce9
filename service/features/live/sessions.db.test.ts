import { afterEach, expect, it } from "vitest";
import { hurried } from "#projections/testing/runtime.ts";
import { live } from "#service/features/live/feature.ts";
import { SESSION_IDLE_MS } from "#service/features/players/sessions/session-token.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { LiveStream } from "#service/lab/testing/live-stream.ts";
import { twoSitesOf } from "#service/lab/testing/sites.ts";

describeEachEngine("a live stream and its session", (engine) => {
  const sites = twoSitesOf(engine, { scheduler: hurried });
  const { db, one, two } = sites;
  afterEach(() => sites.hush());

  /** Waits until a stream is over. @returns its topics */
  async function toldUntilOver(stream: LiveStream): Promise<string[]> {
    const topics: string[] = [];
    for (let told = await stream.next(); told !== null; told = await stream.next()) topics.push(told.topic);
    return topics;
  }

  it("end together when the player signs out, in that process and in the other", async () => {
    const alice = await one.anew("alice");
    const [here, there] = [await sites.hear(alice), await sites.hear(sites.carriedOver(alice))];
    await alice.get("/api/logout");
    expect(await toldUntilOver(here)).toEqual([]);
    expect(await toldUntilOver(there)).toEqual([]);
    await expect.poll(() => live.of(one.service.deps).hub.size + live.of(two.service.deps).hub.size).toBe(0);
  });

  it("do not affect the player's other sessions or other players", async () => {
    const [leaves, stays, bob] = [await one.anew("alice"), await one.anew("alice"), await one.anew("bob")];
    const over = await sites.hear(leaves);
    const [own, others, nobodys] = [
      await sites.hear(stays),
      await sites.hear(bob),
      await sites.hear(one.visitor()),
    ];
    await leaves.get("/api/logout");
    await toldUntilOver(over);
    await stays.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    await own.until("balance");
    await others.until("ledger");
    await nobodys.until("ledger");
    expect(live.of(one.service.deps).hub.size).toBe(3);
  });

  it("end together when the session is revoked in the database", async () => {
    const alice = await one.anew("alice");
    const stream = await sites.hear(alice);
    await db.query("delete from sessions");
    expect(await toldUntilOver(stream)).toEqual([]);
  });

  it("end together when the session expires unused", async () => {
    const alice = await one.anew("alice");
    const stream = await sites.hear(alice);
    one.clock.now += SESSION_IDLE_MS;
    expect(await toldUntilOver(stream)).toEqual([]);
  });

  it("begin again without private topics", async () => {
    const alice = await one.anew("alice");
    const stream = await sites.hear(alice);
    await alice.get("/api/logout");
    await toldUntilOver(stream);
    const again = await sites.hear(alice);
    const bob = await one.anew("bob");
    await bob.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    expect((await again.until("ledger")).map(({ topic }) => topic)).not.toContain("balance");
  });
});
