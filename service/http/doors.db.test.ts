import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { live } from "#service/features/live/feature.ts";
import { VISITORS_PER_ADDRESS_MAX } from "#service/features/live/live-hub.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { LiveStream } from "#service/lab/testing/live-stream.ts";
import { createSite } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { EXPORT_RATE } from "./export/export.ts";
import { ADDRESS_RATE, PLAYER_RATE } from "./limits/limits.ts";
import { proxiesOf } from "./limits/proxies.ts";

const PROXY = "10.0.0.1";
const from = (address: string): HeadersInit => ({ "X-Forwarded-For": address });

describeEachEngine("the doors", (engine) => {
  const statements: string[] = [];
  /** Records every statement with its values. */
  const noted = (db: OpenDatabase): OpenDatabase =>
    new Proxy(db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (name === "query" || name === "run")
            statements.push(
              JSON.stringify(args, (_key, part) => (typeof part === "bigint" ? `${part}` : part)),
            );
          return value.apply(target, args);
        };
      },
    });

  const config = { trustedProxies: proxiesOf(["10.0.0.0/24"]) };
  const site = siteOf(engine, { remoteAddress: PROXY, config, throughDatabase: noted });
  beforeEach(() => {
    // Refills every quota.
    site.clock.now += 600_000;
  });

  const times = async (count: number, ask: () => Promise<{ readonly status: number }>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i += 1) statuses.push((await ask()).status);
    return statuses;
  };
  /** Exhausts a quota. @returns how many requests were answered before one was refused */
  async function exhaust(max: number, ask: () => Promise<{ readonly status: number }>): Promise<number> {
    for (let i = 0; i < max; i += 1) if ((await ask()).status === 429) return i;
    return max;
  }

  describe("of the API", () => {
    it("limit a signed-out address, and report the remaining requests and when to retry", async () => {
      const ask = () => site.visitor().get("/api/ledger/keys", from("203.0.113.1"));
      const first = await ask();
      expect(first.headers.get("RateLimit-Policy")).toBe('"address";q=300;w=30');
      expect(first.headers.get("RateLimit")).toBe('"address";r=299;t=1');
      expect(await exhaust(1_000, ask)).toBe(ADDRESS_RATE.burst - 1);
      const refused = await ask();
      expect([refused.status, refused.code]).toEqual([429, "too_many_requests"]);
      expect(refused.headers.get("Retry-After")).toBe("1");
      expect(refused.headers.get("RateLimit")).toBe('"address";r=0;t=30');
      const other = await site.visitor().get("/api/ledger/keys", from("203.0.113.2"));
      expect(other.status).toBe(200);
      site.clock.now += 1_000;
      expect(await exhaust(100, ask)).toBe(ADDRESS_RATE.perSecond);
    });

    it("count every path, known or not, and every result", async () => {
      const visitor = site.visitor();
      const paths = ["/api/nothing", "/api/auth/user", "/api/leaderboard?period=x", "/api/openapi.json"];
      for (const [i, path] of paths.entries()) {
        const { headers } = await visitor.get(path, from("203.0.113.3"));
        expect([path, headers.get("RateLimit")]).toEqual([path, `"address";r=${299 - i};t=1`]);
      }
    });

    it("count the addresses of one IPv6 network as one", async () => {
      let n = 0;
      const ask = (network: string) => {
        n += 1;
        return site.visitor().get("/api/ledger/keys", from(`${network}::${n.toString(16)}`));
      };
      expect(await exhaust(1_000, () => ask("2001:db8:0:1"))).toBe(ADDRESS_RATE.burst);
      expect((await ask("2001:db8:0:2")).status).toBe(200);
    });

    it("count requests of other logs as webhooks, since a few players can exceed the limit of an address", async () => {
      for (const path of [
        "transits",
        "known-players",
        "open-coinflips",
        "item-stakes",
        "kept-items",
        "stripe",
      ]) {
        const asked = await site.visitor().post(`/api/webhooks/${path}`, {}, from("203.0.113.7"));
        expect([path, asked.headers.get("RateLimit-Policy")]).toEqual([path, '"webhooks";q=5000;w=25']);
      }
    });

    it("count a player for the player, from any address", async () => {
      const [alice, bob] = [await site.player("alice"), await site.player("bob")];
      let n = 0;
      const ask = (player: Visitor) => {
        n += 1;
        return player.get("/api/ledger/keys", from(`198.51.100.${n % 250}`));
      };
      expect((await ask(alice)).headers.get("RateLimit-Policy")).toBe('"player";q=1000;w=10');
      expect(await exhaust(2_000, () => ask(alice))).toBeLessThan(PLAYER_RATE.burst);
      expect((await ask(bob)).status).toBe(200);
      expect((await site.visitor().get("/api/ledger/keys", from("198.51.100.1"))).status).toBe(200);
    });

    it("let players in when others have exhausted their address", async () => {
      const [alice, address] = [await site.player("alice"), from("203.0.113.7")];
      await alice.get("/api/auth/user", address);
      await exhaust(1_000, () => site.visitor().get("/api/ledger/keys", address));
      expect((await alice.get("/api/auth/user", address)).status).toBe(200);
      // By then the session has to be looked up again.
      site.clock.now += 9_000;
      await exhaust(1_000, () => site.visitor().get("/api/ledger/keys", address));
      expect((await alice.get("/api/auth/user", address)).status).toBe(200);
    });

    it("look up made-up sessions no more often than an address may send requests", async () => {
      const before = statements.filter((text) => text.includes("find_session")).length;
      let n = 0;
      const ask = () => {
        n += 1;
        const Cookie = `florin_session=${String(n).padStart(43, "x")}`;
        return site.visitor().get("/api/auth/user", { ...from("203.0.113.8"), Cookie });
      };
      expect(await exhaust(1_000, ask)).toBe(ADDRESS_RATE.burst);
      await times(50, ask);
      const after = statements.filter((text) => text.includes("find_session")).length;
      expect(after - before).toBe(ADDRESS_RATE.burst);
    });

    it("stay open for health when all else is exhausted", async () => {
      await exhaust(1_000, () => site.visitor().get("/api/ledger/keys", from("203.0.113.9")));
      expect((await site.visitor().get("/api/health", from("203.0.113.9"))).status).toBe(200);
    });

    it("limit costly calls of a player more strictly, and name the limit", async () => {
      const alice = await site.player("alice");
      const ask = () => alice.post("/api/live-coinflips/0193a000-0000-7000-8000-000000000001/join", {});
      const first = await ask();
      expect(first.status).toBe(404);
      expect(first.headers.get("RateLimit-Policy")).toContain('"join";q=20;w=10');
      expect(await exhaust(100, ask)).toBe(endpoints.joinCoinflip.rate.burst - 1);
      expect((await ask()).headers.get("RateLimit")).toContain('"join";r=0;t=10');
      expect((await alice.get("/api/auth/user")).status).toBe(200);
      const admin = await site.player("admin");
      const exported = () => admin.fetch({ method: "GET", path: "/api/admin/events?export=1" });
      const free = await exhaust(100, async () => {
        const answer = await exported();
        await answer.text();
        return answer;
      });
      expect(free).toBe(EXPORT_RATE.burst);
    });

    it("are closed for another host, with a problem document, and open for health", async () => {
      for (const path of ["/api/ledger/keys", "/api/nothing"]) {
        const answer = await site.visitor().get(path, { Host: "rebound.example" });
        expect([answer.status, answer.code]).toEqual([421, "unknown_host"]);
        expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
      }
      expect((await site.visitor().get("/api/health", { Host: "10.0.0.7:3000" })).status).toBe(200);
    });
  });

  describe("of documents that are asked for often", () => {
    it("send the trial balance only when it has changed, and never add up all holdings for it", async () => {
      const alice = await site.player("alice");
      const read = (headers: HeadersInit = {}) => site.visitor().get("/api/ledger/trial-balance", headers);
      const first = await read();
      const etag = first.headers.get("ETag") ?? "";
      expect(etag).toMatch(/^W\/"/);
      const same = await Promise.all([read(), read(), read()]);
      for (const answer of same) expect(answer.body).toEqual(first.body);
      const known = await alice.fetch({
        method: "GET",
        path: "/api/ledger/trial-balance",
        headers: { "If-None-Match": `"x", ${etag}` },
      });
      expect([known.status, await known.text(), known.headers.get("ETag")]).toEqual([304, "", etag]);
      const flip = await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
      const position = Number(flip.headers.get("Ledger-Position"));
      const newer = await read({ "If-None-Match": etag, "Ledger-Min-Position": String(position) });
      expect(newer.as(endpoints.trialBalance).position).toBe(position);
      expect(newer.headers.get("ETag")).not.toBe(etag);
      expect(statements.filter((text) => text.includes("balance_of_holdings"))).toEqual([]);
    });

    it("show the trial balance to a client that knows a later position as of that", async () => {
      const read = (min: string) =>
        site.visitor().get("/api/ledger/trial-balance", { "Ledger-Min-Position": min });
      expect((await read("999999999")).status).toBe(200);
      expect((await read("x")).code).toBe("invalid_position");
      const alice = await site.player("alice");
      const flip = await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
      const position = flip.headers.get("Ledger-Position") ?? "";
      expect((await read(position)).as(endpoints.trialBalance).position).toBe(Number(position));
    });

    it("send the description of the API with a tag", async () => {
      const first = await site.visitor().get("/api/openapi.json");
      expect(first.body).toMatchObject({ openapi: "3.1.0" });
      const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
      const known = await site.visitor().fetch({ method: "GET", path: "/api/openapi.json", headers });
      expect(known.status).toBe(304);
    });
  });

  describe("of paths", () => {
    const withIds = Object.entries(endpoints as { readonly [name: string]: Endpoint }).filter(
      ([, { path }]) => path.includes("{"),
    );

    it.each(withIds.map(([name, { method, path }]) => [name, method, path] as const))(
      "keep an id that cannot be from the database: %s",
      async (_name, method, path) => {
        const admin = await site.player("admin");
        for (const id of ["a%00b", "%00", "a%20b", "a'b", "%2e%2e%2fx", "%F0%9F%98%80", "x".repeat(200)]) {
          statements.length = 0;
          const address = `/api${path.replaceAll(/\{\w+\}/g, id)}`;
          const sent =
            method === "GET"
              ? { method, path: address }
              : {
                  method,
                  path: address,
                  body: "{}",
                  headers: { "Content-Type": "application/json", Origin: "http://localhost:3000" },
                };
          const answer = await admin.send(sent);
          expect([id, answer.status, answer.code]).toEqual([id, 400, "invalid_request"]);
          expect(statements.filter((text) => text.includes(JSON.stringify(decodeURIComponent(id))))).toEqual(
            [],
          );
        }
      },
    );
  });

  describe("of the live stream", () => {
    const streams: LiveStream[] = [];
    afterEach(async () => {
      await Promise.all(streams.splice(0).map((stream) => stream.close()));
      await expect.poll(() => live.of(site.service.deps).hub.size).toBe(0);
    });
    const hear = async (visitor: Visitor, address: string) =>
      void streams.push(await visitor.live(from(address)));

    it("are open ten times for a signed-out address, and still for its players and other addresses", async () => {
      for (let i = 0; i < VISITORS_PER_ADDRESS_MAX; i += 1) await hear(site.visitor(), "203.0.113.20");
      const eleventh = await site.visitor().get("/api/live", from("203.0.113.20"));
      expect([eleventh.status, eleventh.code]).toEqual([429, "too_many_requests"]);
      expect(eleventh.headers.get("Retry-After")).not.toBeNull();
      await hear(await site.player("alice"), "203.0.113.20");
      await hear(site.visitor(), "203.0.113.21");
      await streams.shift()?.close();
      await expect.poll(() => live.of(site.service.deps).hub.size).toBe(VISITORS_PER_ADDRESS_MAX + 1);
      await hear(site.visitor(), "203.0.113.20");
    });
  });
});

describeEachEngine("a proxy missing from the settings", (engine) => {
  it("is logged once a minute, with the setting to add it to", async () => {
    const site = await createSite(engine, { remoteAddress: "10.9.8.7" });
    const told = () => site.logLines.filter((line) => line.includes("TRUSTED_PROXIES=10.9.8.7")).length;
    await site.visitor().get("/api/ledger/keys");
    expect(told()).toBe(0);
    for (let i = 0; i < 5; i += 1) await site.visitor().get("/api/ledger/keys", from(`198.51.100.${i}`));
    expect(told()).toBe(1);
    site.clock.now += 60_000;
    await site.visitor().get("/api/ledger/keys", { Forwarded: "for=198.51.100.1" });
    await site.visitor().get("/api/ledger/keys", { "X-Real-IP": "198.51.100.1" });
    expect(told()).toBe(2);
    await site.close();
  });
});
