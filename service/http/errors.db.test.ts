import { expect, it } from "vitest";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";

/** Errors of the drivers when the database goes away during a query. */
const LOST: readonly (readonly [what: string, error: Error])[] = [
  ["a connection that ended", new Error("Connection terminated unexpectedly")],
  ["an unreachable server", Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })],
  ["a reset connection", Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })],
  ["a pool without a free connection", new Error("timeout exceeded when trying to connect")],
  ["a server that shuts down", Object.assign(new Error("terminating connection"), { code: "57P01" })],
  ["a server after a crash", Object.assign(new Error("in recovery mode"), { code: "57P03" })],
  ["a full disk", Object.assign(new Error("No space left on device"), { code: "53100" })],
  ["a deadlock", Object.assign(new Error("deadlock detected"), { code: "40P01" })],
];

describeEachEngine("a query that the database does not answer", (engine) => {
  let failure: Error | null = null;

  /** Answers nothing while there is a failure. */
  const through = (db: OpenDatabase): OpenDatabase =>
    new Proxy(db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) =>
          failure === null ? value.apply(target, args) : Promise.reject(failure);
      },
    });

  /** Runs something while every query fails. */
  async function whileFailing<T>(error: Error, work: () => Promise<T>): Promise<T> {
    failure = error;
    try {
      return await work();
    } finally {
      failure = null;
    }
  }

  const site = siteOf(engine, { throughDatabase: through });

  it.each(LOST)("because of %s may be retried: 503", async (_what, error) => {
    const alice = await site.player("alice");
    site.clock.now += 60_000;
    await whileFailing(error, async () => {
      expect((await alice.get("/api/auth/user")).code).toBe("unavailable");
      expect((await alice.get("/api/leaderboard")).code).toBe("unavailable");
      expect((await alice.get("/api/health")).body).toMatchObject({ status: "unhealthy" });
    });
    expect((await alice.get("/api/auth/user")).status).toBe(200);
  });

  it("because of a bug is explained in the log, and to the visitor only as a failure", async () => {
    const alice = await site.player("alice");
    site.clock.now += 60_000;
    const error = Object.assign(new Error("syntax error at or near pelican"), { code: "42601" });
    const response = await whileFailing(error, () =>
      alice.fetch({ method: "GET", path: "/api/leaderboard" }),
    );
    expect(response.status).toBe(500);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: "internal", status: 500 });
    expect(text).not.toContain("pelican");
    expect(site.logLines.filter((line) => line.includes("pelican"))).toHaveLength(1);
  });

  it("does not keep the service from stopping in good order", async () => {
    const error = new Error("Connection terminated unexpectedly");
    await whileFailing(error, () => site.service.stop());
    expect(site.logLines.join()).toContain("leases were not given back");
  });
});
