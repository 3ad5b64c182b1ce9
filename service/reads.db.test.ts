import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { openCoinflipsOf } from "#projections/features/live-coinflips/due-coinflips.ts";
import { FENCE_WAIT_MS } from "#projections/kernel/subscriber/fences.ts";
import { ReadModelsAwayError } from "#projections/kernel/subscriber/subscriber-runtime.ts";
import { allNames, liveDigests, PATIENCE_MS, testRuntime } from "#projections/testing/runtime.ts";
import { subscribeTool, subscribeToolWithin } from "#service/cli/log/subscribe-tool.ts";
import { prepareDatabase } from "#service/databases.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { assertFollows, subscriptionOf } from "#service/db/subscriber/follows.ts";
import { PUBLICATION } from "#service/db/subscriber/published.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { asSuperuser } from "#service/lab/testing/databases/postgres.ts";
import { type SubscribedPair, startSubscribedPair } from "#service/lab/testing/databases/subscribed-pair.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, NEWEST, type Site } from "#service/lab/testing/site.ts";
import { published } from "./reads.ts";

/** Opens a database as the service does. */
async function withLog(url: string, look: (db: OpenDatabase) => Promise<void>): Promise<void> {
  const db = await openPostgres(url, { role: serviceRole });
  await look(db).finally(() => db.close());
}

/** Delay of a replicated change, in milliseconds: much shorter than the wait for it. */
const UNDER_WAY_MS = FENCE_WAIT_MS / 5;
/** Timeout for a change that cannot arrive, in milliseconds. */
const HOPELESS_MS = 1_000;
const BET = { betAmount: 1, betSide: "rbx" } as const;
/** Long, because servers are started, stopped and killed. */
const SLOW_MS = 120_000;
const WAIT = { timeout: PATIENCE_MS, interval: 100 };

describeEachEngine("a database that subscribes to the log", (engine) => {
  describe.runIf(engine.name === "postgres")("and has the read models", { timeout: SLOW_MS }, () => {
    let pair: SubscribedPair;
    let databaseUrl: string;
    let primary: OpenDatabase;
    let subscriber: OpenDatabase;
    let site: Site;

    const subscribe = async (env: { readonly [name: string]: string } = {}, tool = subscribeTool) => {
      const said: string[] = [];
      const note = (line: string) => void said.push(line);
      const settings = { DATABASE_URL: databaseUrl, READ_MODELS_URL: pair.readModelsUrl, ...env };
      const code = await tool({ args: [], env: settings, say: note, complain: note });
      return { code, said };
    };
    const begin = () =>
      createSite(engine, {
        db: primary,
        config: { databaseUrl, readModelsUrl: pair.readModelsUrl },
      });
    const becomes = (isUsed: boolean) =>
      vi.waitFor(() => expect(site.service.deps.reads.trouble === null).toBe(isUsed), WAIT);

    beforeAll(async () => {
      pair = await startSubscribedPair();
      databaseUrl = await pair.primary.createDatabase("log");
      await prepareDatabase(databaseUrl);
      primary = await openPostgres(databaseUrl, { role: serviceRole });
      subscriber = await openPostgres(pair.readModelsUrl);
    }, SLOW_MS);
    afterAll(async () => {
      await site?.close();
      await primary.close();
      await subscriber.close();
      await pair.stop();
    }, SLOW_MS);

    it("reports in one line what keeps it from subscribing", async () => {
      await pair.atSubscriber("alter role florin nosuperuser");
      const refused = await subscribe();
      await pair.atSubscriber("alter role florin superuser");
      expect(refused).toEqual({
        code: 2,
        said: [expect.stringMatching(/^READ_MODELS_URL: its user may not subscribe\. Grant it [^\n]+$/)],
      });
      const withoutLogical = engine.urlOf(await engine.fresh()) ?? "";
      expect(await subscribe({ DATABASE_URL: withoutLogical })).toEqual({
        code: 2,
        said: [
          "DATABASE_URL: wal_level is replica there. Set wal_level = logical and start the server again.",
        ],
      });
      const beside = await pair.primary.createDatabase("beside");
      expect(await subscribe({ READ_MODELS_URL: beside })).toEqual({
        code: 2,
        said: ["READ_MODELS_URL: has to be at another server than DATABASE_URL."],
      });
      await expect(assertFollows({ subscriber, primary, logId: 1, published })).rejects.toThrow(
        "does not subscribe",
      );
    });

    it("takes no rights away in a log's own database", async () => {
      expect(await subscribe({ READ_MODELS_URL: databaseUrl })).toMatchObject({ code: 2 });
      const service = await createSite(engine, {
        db: primary,
        config: { databaseUrl, readModelsUrl: databaseUrl },
      });
      expect(service.service.deps.reads.trouble).toContain("does not subscribe");
      await service.close();
      const another = await pair.subscriber.createDatabase("log_of_its_own");
      await prepareDatabase(another);
      await withLog(another, async (db) => {
        const its = await createSite(engine, { db });
        await its.player("carol");
        await its.close();
      });
      expect(await subscribe({ READ_MODELS_URL: another })).toEqual({
        code: 2,
        said: ["READ_MODELS_URL: the database holds a log already, and no subscription. Make a new one."],
      });
      for (const url of [databaseUrl, another])
        await withLog(url, async (db) => {
          expect(await db.query("select has_table_privilege('commands', 'insert') as may")).toEqual([
            { may: true },
          ]);
        });
    });

    it("is set up by a command, any number of times", async () => {
      const level = { code: 0, said: [expect.stringContaining("level with the log, at position")] };
      const first = await subscribe();
      expect({ ...first, said: first.said.slice(-1) }).toEqual(level);
      expect(await subscribe()).toEqual(level);
      expect(await subscriptionOf(subscriber, published)).toEqual({
        isEnabled: true,
        missing: [],
        copying: [],
      });
      const owner = await openPostgres(databaseUrl);
      await owner.query(`alter publication ${PUBLICATION} drop table identities`);
      await owner.query(`alter publication ${PUBLICATION} add table identities (player_id, username)`);
      await owner.close();
      await expect(assertFollows({ subscriber, primary, logId: 1, published })).rejects.toThrow(
        "publishes no identities.platform_id",
      );
      expect(await subscribe()).toEqual(level);
    });

    it("shows players their own games, while the primary has no read models", async () => {
      site = await begin();
      await becomes(true);
      const alice = await site.player("alice");
      for (let games = 1; games <= 20; games += 1) {
        await alice.post("/api/games/coinflip", BET);
        expect((await alice.get("/api/games/stats")).as(endpoints.stats).totalGames).toBe(games);
      }
      expect(await primary.query("select name from projections")).toEqual([]);
      expect(await primary.query("select from pg_tables where schemaname = 'read_models'")).toEqual([]);
    });

    it("shows at once what was written beside the log, even when replication is slow", async () => {
      const alice = await site.player("alice");
      const bob = await site.player("bob");
      await bob.post("/api/social/friend-requests", { username: "alice" });
      const newest = async (headers = {}) =>
        (await alice.get("/api/social/notifications", headers)).as(endpoints.notifications)[0] ?? null;
      const { id } = (await newest(NEWEST)) ?? {};
      const seen = await subscriber.transaction(async (tx) => {
        await tx.query("lock table notification_marks, notification_reads in exclusive mode");
        await alice.post(`/api/social/notifications/${id}/read`, {});
        const asking = newest();
        await sleep(UNDER_WAY_MS);
        return { asking };
      });
      expect(await seen.asking).toMatchObject({ id, isRead: true });
    });

    it("has the read models that the primary would have built", async () => {
      const { reads, writer } = site.service.deps;
      expect(await reads.whenReached(allNames, writer.head.position, PATIENCE_MS)).toBe(true);
      const there = await liveDigests(subscriber);
      const here = testRuntime(primary);
      await here.start();
      try {
        expect(await here.whenReached(allNames, writer.head.position, PATIENCE_MS)).toBe(true);
        expect(Object.keys(there).sort()).toEqual([...allNames].sort());
        expect(await liveDigests(primary)).toEqual(there);
      } finally {
        await here.stop();
      }
    });

    it("receives nothing that its queries do not need", async () => {
      const names = new Set(published.map(({ table }) => table));
      for (const secret of ["sealed_seeds", "sessions", "second_factors", "commands", "email_addresses"])
        expect(names).not.toContain(secret);
      expect(
        await subscriber.query("select count(*)::int as n from identities where username is not null"),
      ).toEqual([{ n: 2 }]);
      expect(
        await subscriber.query(
          "select from identities where email is not null or access_token is not null or refresh_token is not null",
        ),
      ).toEqual([]);
      await withLog(pair.readModelsUrl, async (db) => {
        await expect(db.query("select email from identities")).rejects.toThrow("permission denied");
      });
    });

    it("answers every query with the rights of the service's role", async () => {
      const admin = await site.player("admin");
      for (const { method, path } of Object.values(endpoints)) {
        if (method !== "GET" || path.endsWith("/stream")) continue;
        const asked = `/api${path.replaceAll(/\{\w+\}/g, "some-id-1")}`;
        const { status, body } = await admin.get(asked);
        expect([path, status, status === 500 ? body : ""]).not.toEqual([path, 500, body]);
      }
    });

    it("gets no more queries once replication stops, though no event is due", async () => {
      await pair.atSubscriber(`alter subscription ${PUBLICATION} disable`);
      await becomes(false);
      expect((await site.visitor().get("/api/leaderboard")).status).toBe(503);
      await pair.atSubscriber(`alter subscription ${PUBLICATION} enable`);
      await becomes(true);
    });

    it("throws when a wait for it times out", async () => {
      const { deps } = site.service;
      await pair.atSubscriber(`alter subscription ${PUBLICATION} disable`);
      await (await site.player("bob")).post("/api/games/coinflip", BET);
      await expect(openCoinflipsOf(modelsNow(deps), "nobody", 1)).rejects.toThrow(ReadModelsAwayError);
      await pair.atSubscriber(`alter subscription ${PUBLICATION} enable`);
      await becomes(true);
    });

    it("gets no queries while it lacks an event for too long; bets go on", async () => {
      const alice = await site.player("alice");
      const look = () => alice.get("/api/games/stats");
      await pair.atSubscriber(`alter subscription ${PUBLICATION} disable`);
      await alice.post("/api/games/coinflip", BET);
      await vi.waitFor(async () => {
        const refused = await look();
        expect([refused.status, refused.code]).toEqual([503, "unavailable"]);
        expect(refused.headers.get("Retry-After")).not.toBeNull();
        const health = await site.visitor().get("/api/health");
        expect(health.status).toBe(200);
        expect(health.as(endpoints.health).alarm).toContain("Read models are not asked");
      }, WAIT);
      expect((await alice.post("/api/games/coinflip", BET)).status).toBe(200);
      await pair.atSubscriber(`alter subscription ${PUBLICATION} enable`);
      await vi.waitFor(async () => expect((await look()).as(endpoints.stats).totalGames).toBe(22), WAIT);
    });

    it("comes back by itself after its server was killed", async () => {
      const alice = await site.player("alice");
      await pair.subscriber.kill9Postmaster();
      await becomes(false);
      expect((await alice.post("/api/games/coinflip", BET)).status).toBe(200);
      expect((await alice.get("/api/games/stats")).status).toBe(503);
      await pair.subscriber.restart();
      await becomes(true);
      await vi.waitFor(async () => {
        const stats = await alice.get("/api/games/stats");
        expect(stats.status).toBe(200);
        expect(stats.as(endpoints.stats).totalGames).toBe(23);
      }, WAIT);
    });

    it("keeps neither a service from starting nor bets from it while it is away", async () => {
      const { cookies } = await site.player("alice");
      await site.close();
      await pair.subscriber.kill9Postmaster();
      site = await begin();
      expect((await site.visitor().get("/api/leaderboard")).status).toBe(503);
      const alice = site.visitor();
      for (const [name, value] of cookies) alice.cookies.set(name, value);
      expect((await alice.post("/api/games/coinflip", BET)).status).toBe(200);
      await pair.subscriber.restart();
      await becomes(true);
      expect((await site.visitor().get("/api/leaderboard")).status).toBe(200);
    });

    it("is refused when the primary holds another log", async () => {
      const other = await engine.fresh({ readModels: true });
      const elsewhere = await createSite(engine, { db: other });
      await elsewhere.player("carol");
      await elsewhere.close();
      await expect(assertFollows({ subscriber, primary: other, logId: 1, published })).rejects.toThrow(
        "which the log at the primary lacks",
      );
      await expect(assertFollows({ subscriber, primary, logId: 2, published })).rejects.toThrow(
        "it holds log 1",
      );
      await expect(assertFollows({ subscriber, primary, logId: 1, published })).resolves.toBeUndefined();
    });

    it("is not reported level once its slot is lost", async () => {
      await pair.atSubscriber(`alter subscription ${PUBLICATION} disable`);
      await vi.waitFor(
        () =>
          asSuperuser(
            pair.primary.superuserUrl,
            "select pg_drop_replication_slot(slot_name) from pg_replication_slots",
          ),
        WAIT,
      );
      const { code, said } = await subscribe({}, subscribeToolWithin(HOPELESS_MS));
      expect([code, said.at(-1)]).toEqual([2, expect.stringContaining("nothing arrives there")]);
    });
  });
});
