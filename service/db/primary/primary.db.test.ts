import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { TcpProxy } from "#service/lab/faults/tcp-proxy.ts";

const LIMITS = { statementTimeoutMs: 5_000, lockTimeoutMs: 5_000, idleInTransactionTimeoutMs: 5_000 };

/** Two URLs of one server stand in for two servers; the test sets which of them is the primary. */
describe("a database of two servers", () => {
  let old: TcpProxy;
  let promoted: TcpProxy;
  let db: OpenDatabase;
  let isPromoted = false;

  beforeAll(async () => {
    const url = inject("superuserUrl");
    old = await TcpProxy.before(url);
    promoted = await TcpProxy.before(url);
    const [oldUrl, newUrl] = [new URL(old.urlOf(url)), new URL(promoted.urlOf(url))];
    const both = oldUrl.href.replace(oldUrl.host, `${oldUrl.host},${newUrl.host}`);
    db = await openPostgres(both, {
      applicationName: "florin moved",
      askTimeline: async (one) => {
        if (new URL(one).port === newUrl.port) return isPromoted ? 2 : null;
        return 1;
      },
    });
  });
  afterAll(async () => {
    await db.close();
    await Promise.all([old.close(), promoted.close()]);
  });

  it("moves pool, listener and writer to the promoted one, though the old one still answers", async () => {
    const heard: string[] = [];
    await db.listen("florin_moved", (payload) => heard.push(payload));
    const session = await db.openAppendSession(LIMITS);
    const lost = new Promise<Error>((resolve) => session.onLost(resolve));
    isPromoted = true;
    const next = await db.openAppendSession(LIMITS);
    await lost;
    expect(session.isAlive).toBe(false);
    // From here on nothing may use the old one.
    old.down();
    expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
    expect(await next.send({ text: "select 2 as two" })).toEqual([{ two: 2 }]);
    await vi.waitFor(
      async () => {
        await db.query("select pg_notify('florin_moved', 'after')");
        expect(heard).toContain("after");
      },
      { timeout: 10_000, interval: 50 },
    );
    await next.close();
  });
});
