import { afterEach, beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { hurried } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { live } from "#service/features/live/feature.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { LiveStream } from "#service/lab/testing/live-stream.ts";
import { createSite, type Site } from "#service/lab/testing/site.ts";
import { twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const PATIENCE = { timeout: 20_000, interval: 20 };
const hurriedOn = (db: OpenDatabase) => ({ db, scheduler: hurried });

describeEachEngine("a watcher of a game", (engine) => {
  const proxied = { remoteAddress: "10.0.0.1", config: { trustedProxies: new Set(["10.0.0.1"]) } };
  const { db, one, two } = twoSitesOf(engine, { scheduler: hurried, ...proxied });
  let game = "";
  const streams: LiveStream[] = [];
  beforeAll(async () => {
    const alice = await one.player("alice");
    const opened = await alice.post("/api/live-coinflips", { betAmount: 1, betSide: "rbx" });
    game = opened.as(endpoints.openCoinflip).id;
  });
  afterEach(async () => {
    await Promise.all(streams.splice(0).map((stream) => stream.close()));
    await expect.poll(() => counts(), PATIENCE).toEqual([0, 0]);
  });

  const countAt = async (site: Site): Promise<number | undefined> => {
    const listed = (await site.visitor().get("/api/games/live")).as(endpoints.liveGames);
    return listed.find(({ id }) => id === game)?.spectatorCount;
  };
  const counts = async () => [await countAt(one), await countAt(two)];
  async function watch(visitor: Visitor, id?: string, address = "203.0.113.1"): Promise<LiveStream> {
    const stream = await visitor.live({ "X-Forwarded-For": address }, id === undefined ? {} : { watch: id });
    streams.push(stream);
    return stream;
  }

  it("is counted once for each player and each address, however many windows are open at either process", async () => {
    await watch(one.visitor(), game, "203.0.113.1");
    await watch(one.visitor(), game, "203.0.113.1");
    await watch(two.visitor(), game, "203.0.113.1");
    const bob = await one.player("bob");
    await watch(bob, game, "203.0.113.1");
    await watch(bob, game, "203.0.113.2");
    await watch(two.visitor(), game, "203.0.113.3");
    await watch(one.visitor(), "");
    await watch(one.visitor());
    await watch(two.visitor(), "0193a000-0000-7000-8000-000000000001");
    expect(await countAt(one)).toBeGreaterThanOrEqual(2);
    await expect.poll(() => counts(), PATIENCE).toEqual([3, 3]);
    for (let window = 1; window <= 3; window += 1) {
      await streams.shift()?.close();
      await expect.poll(() => counts(), PATIENCE).toEqual(window < 3 ? [3, 3] : [2, 2]);
    }
  });

  it("is pushed to viewers of live games at either process, and to nobody else", async () => {
    const [here, there] = [await watch(one.visitor(), ""), await watch(two.visitor(), "")];
    const elsewhere = await watch(one.visitor());
    await watch(one.visitor(), game);
    await here.until("spectators");
    await there.until("spectators");
    const bob = await one.player("bob");
    await bob.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const told = (await elsewhere.until("ledger")).map(({ topic }) => topic);
    expect(told).not.toContain("spectators");
  });

  it("ends with a process that stops", async () => {
    const third = await createSite(engine, hurriedOn(db));
    const stream = await third.visitor().live({}, { watch: game });
    await expect.poll(() => counts(), PATIENCE).toEqual([1, 1]);
    await stream.close();
    await third.close();
    await expect.poll(() => counts(), PATIENCE).toEqual([0, 0]);
  });

  it.each(["nonsense", "0193a000", `${"a".repeat(500)}`])("ignores the invalid game %j", async (id) => {
    const answer = await one.visitor().get(`/api/live?watch=${id}`);
    expect([answer.status, answer.code]).toEqual([400, "invalid_request"]);
    expect(answer.problem().detail).toContain("watch");
    expect(live.of(one.service.deps).hub.size).toBe(0);
  });
});
