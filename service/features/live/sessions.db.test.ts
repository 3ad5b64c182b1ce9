import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { hurried } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { live } from "#service/features/live/feature.ts";
import { SESSION_IDLE_MS } from "#service/features/players/session-token.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { LiveStream } from "#service/lab/testing/live-stream.ts";
import { createSite, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

describeEachEngine("a live stream and its session", (engine) => {
  let db: OpenDatabase;
  let one: Site;
  let two: Site;
  const streams: LiveStream[] = [];
  beforeAll(async () => {
    db = await engine.fresh();
    const options = { db, scheduler: hurried };
    [one, two] = [await createSite(engine, options), await createSite(engine, options)];
  });
  afterEach(async () => {
    await Promise.all(streams.splice(0).map((stream) => stream.close()));
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await db.close();
  });

  /** The same browser at the other process. */
  function carriedOver({ cookies }: Visitor): Visitor {
    const other = two.visitor();
    for (const [name, value] of cookies) other.cookies.set(name, value);
    return other;
  }
  async function hear(visitor: Visitor): Promise<LiveStream> {
    const stream = await visitor.live();
    streams.push(stream);
    return stream;
  }
  /** Waits until a stream is over. @returns the topics that were told on the way */
  async function toldUntilOver(stream: LiveStream): Promise<string[]> {
    const topics: string[] = [];
    for (let told = await stream.next(); told !== null; told = await stream.next()) topics.push(told.topic);
    return topics;
  }

  it("end together when the player signs out, in that process and in the other", async () => {
    const alice = await one.player("alice");
    const [here, there] = [await hear(alice), await hear(carriedOver(alice))];
    await alice.get("/api/logout");
    expect(await toldUntilOver(here)).toEqual([]);
    expect(await toldUntilOver(there)).toEqual([]);
    await expect.poll(() => live.of(one.service.deps).hub.size + live.of(two.service.deps).hub.size).toBe(0);
  });

  it("leave the player's other sessions and everybody else alone", async () => {
    const [leaves, stays, bob] = [
      await one.player("alice"),
      await one.player("alice"),
      await one.player("bob"),
    ];
    const over = await hear(leaves);
    const [own, others, nobodys] = [await hear(stays), await hear(bob), await hear(one.visitor())];
    await leaves.get("/api/logout");
    await toldUntilOver(over);
    await stays.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    await own.until("balance");
    await others.until("ledger");
    await nobodys.until("ledger");
    expect(live.of(one.service.deps).hub.size).toBe(3);
  });

  it("end together when the session is revoked in the database", async () => {
    const alice = await one.player("alice");
    const stream = await hear(alice);
    await db.query("delete from sessions");
    expect(await toldUntilOver(stream)).toEqual([]);
  });

  it("end together when nobody has used the session for too long", async () => {
    const alice = await one.player("alice");
    const stream = await hear(alice);
    one.clock.now += SESSION_IDLE_MS;
    expect(await toldUntilOver(stream)).toEqual([]);
  });

  it("begin again without what is private", async () => {
    const alice = await one.player("alice");
    const stream = await hear(alice);
    await alice.get("/api/logout");
    await toldUntilOver(stream);
    const again = await hear(alice);
    const bob = await one.player("bob");
    await bob.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    expect((await again.until("ledger")).map(({ topic }) => topic)).not.toContain("balance");
  });
});
