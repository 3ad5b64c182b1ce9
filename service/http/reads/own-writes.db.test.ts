import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { replacing } from "#service/lab/testing/databases/replacing.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { worldsOf } from "#service/lab/testing/logs/worlds.ts";
import { createSite, type Site, type SiteOptions } from "#service/lab/testing/site.ts";

/** Delay of the read models behind the log: the projector works in transactions. */
const FOLLOWING_MS = 150;
/** Set once all sites are open, since opening is not what is tested. */
let isSlow = false;

describeEachEngine("a session's own write", (engine) => {
  const sites: Site[] = [];
  const { freshDb } = worldsOf(engine);
  afterEach(async () => {
    isSlow = false;
    for (const site of sites.splice(0).reverse()) await site.close();
  });

  async function openSite(options: SiteOptions): Promise<Site> {
    const site = await createSite(engine, options);
    sites.push(site);
    isSlow = true;
    return site;
  }

  it("is awaited by a process that has not heard of it yet", async () => {
    const db = await freshDb({ readModels: true });
    const two = await openSite({ db, throughDatabase: deaf });
    isSlow = false;
    const one = await openSite({ db, throughDatabase: slow });
    const [alice, elsewhere] = [await one.player("alice"), two.visitor()];
    for (const [name, value] of alice.cookies) elsewhere.cookies.set(name, value);
    const flip = await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const position = flip.headers.get("Ledger-Position") ?? "";
    const stats = await elsewhere.get("/api/games/stats", { "Ledger-Min-Position": position });
    expect(stats.as(endpoints.stats).totalGames).toBe(1);
  });

  it.runIf(engine.name === "postgres")(
    "is read from a replica, while commands read the primary",
    async () => {
      const db = await freshDb({ readModels: true });
      const site = await openSite({ db, config: { readDatabaseUrls: [engine.urlOf(db) ?? ""] } });
      const { replicas } = site.service.deps;
      await vi.waitFor(() => expect(replicas.health()).toMatchObject([{ isUsed: true }]), {
        timeout: 20_000,
      });
      const alice = await site.player("alice");
      const asked = replicas.health()[0]?.questions ?? 0;
      await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
      expect(replicas.health()).toMatchObject([{ questions: asked }]);
      // A busy machine may leave the replica out for a moment.
      await vi.waitFor(
        async () => {
          expect((await alice.get("/api/games/stats")).as(endpoints.stats).totalGames).toBe(1);
          expect(replicas.health()[0]?.questions).toBeGreaterThan(asked);
        },
        { timeout: 20_000 },
      );
    },
  );

  it.runIf(engine.name === "postgres")(
    "is read from the primary for a while if it was beside the log",
    async () => {
      const db = await freshDb({ readModels: true });
      const site = await openSite({ db, config: { readDatabaseUrls: [engine.urlOf(db) ?? ""] } });
      const { replicas } = site.service.deps;
      const used = () =>
        vi.waitFor(() => expect(replicas.health()).toMatchObject([{ isUsed: true }]), { timeout: 20_000 });
      const questionsOf = async (work: () => Promise<unknown>) => {
        await used();
        const before = replicas.health()[0]?.questions ?? 0;
        await work();
        return (replicas.health()[0]?.questions ?? 0) - before;
      };
      const alice = await site.player("alice");
      const look = () => alice.get("/api/social/notifications");
      await vi.waitFor(async () => expect(await questionsOf(look)).toBeGreaterThan(0), { timeout: 20_000 });
      await alice.post("/api/social/notifications/read-all", { upTo: 0 });
      expect(await questionsOf(look)).toBe(0);
      site.clock.now += 10_000;
      await vi.waitFor(async () => expect(await questionsOf(look)).toBeGreaterThan(0), { timeout: 20_000 });
    },
  );

  it("is seen by others at once while few events come", async () => {
    const site = await openSite({ db: await freshDb({ readModels: true }), throughDatabase: slow });
    const [alice, bob] = [await site.player("alice"), await site.player("bob")];
    await alice.post("/api/social/friend-requests", { username: "bob" });
    expect((await bob.get("/api/social/friend-requests")).as(endpoints.friendRequests)).toHaveLength(1);
    const { id } = await alice.user();
    await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const [leader] = (await site.visitor().get("/api/leaderboard?period=all")).as(endpoints.leaderboard);
    expect(leader?.player.id).toBe(id);
  });

  it("is visible right after registering", async () => {
    const site = await openSite({ db: await freshDb({ readModels: true }), throughDatabase: slow });
    const alice = site.visitor();
    const callback = await alice.visitPlatform("alice");
    await alice.get(callback);
    expect((await alice.get("/api/fairness")).as(endpoints.fairness).nonce).toBe(0);
  });
});

/** A database whose transactions begin slowly, once all sites are open. */
const slow = (db: OpenDatabase): OpenDatabase =>
  replacing(db, {
    transaction: async (...args) => {
      if (isSlow) await sleep(FOLLOWING_MS);
      return db.transaction(...args);
    },
  });

/** A database whose notifications are lost. */
const deaf = (db: OpenDatabase): OpenDatabase => replacing(db, { listen: async () => async () => {} });
