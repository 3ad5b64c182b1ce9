import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { logOfRequest } from "#service/http/front/front.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { severalLogs } from "#service/lab/testing/logs/several-logs.ts";
import { SITE_ORIGIN, type Site } from "#service/lab/testing/site.ts";
import { Visitor } from "#service/lab/testing/visitor.ts";

describeEachEngine("players of several logs", (engine) => {
  /** Two logs for all tests, and those that a test starts itself. */
  const shared = severalLogs(engine, 2);
  let logs = shared;
  beforeAll(async () => {
    for (const id of [1, 2]) await shared.start(id);
  });
  afterAll(() => shared.close());
  afterEach(async () => {
    if (logs !== shared) await logs.close();
    logs = shared;
  });
  /** The name of an account that belongs to a log. */
  const ofLog = (id: number) => logs.nameIn(id, "alice");

  /** A visitor who reaches the logs through the front. */
  const visitor = () => {
    const siteOf = ({ url, headers }: Request): Site => {
      const { pathname, search } = new URL(url);
      const about = { path: pathname + search, cookie: headers.get("Cookie") ?? undefined };
      const log = logOfRequest(about, { logs: logs.settings.all, publicUrl: new URL(SITE_ORIGIN) });
      return logs.site(log?.id ?? 1);
    };
    const one: Visitor = new Visitor({
      origin: SITE_ORIGIN,
      toSite: async (request) => siteOf(request).service.app.fetch(request),
      toPlatform: (request) => logs.site(Number(one.cookies.get("florin_log") ?? 1)).sandbox.fetch(request),
      heard: () => undefined,
    });
    return one;
  };

  /** Signs in as a browser does, following redirects. @returns how often it went to the platform */
  const signIn = async (one: Visitor, name: string): Promise<number> => {
    let path = `/api/login?login_hint=${name}`;
    for (let visits = 1; visits < 5; visits += 1) {
      const begun = await one.get(path.includes("login_hint") ? path : `${path}&login_hint=${name}`);
      const away = new Request(begun.headers.get("Location") ?? "missing:");
      const answer = await logs.site(Number(one.cookies.get("florin_log"))).sandbox.fetch(away);
      const back = new URL(answer.headers.get("Location") ?? "missing:");
      const finished = await one.get(back.pathname + back.search);
      path = finished.headers.get("Location") ?? "";
      if (!path.startsWith("/api/login")) {
        expect(path).not.toContain("error=");
        return visits;
      }
    }
    throw new Error("the sign-in does not end");
  };

  const playersIn = async (id: number): Promise<bigint> => {
    const [row] = await logs.site(id).db.query<{ n: bigint }>("select count(*) as n from identities");
    return row?.n ?? 0n;
  };

  it("are registered in the log given by the hash of their account, and stay there", async () => {
    for (const id of [1, 2]) {
      const name = ofLog(id);
      const one = visitor();
      // The front sends unknown visitors to the first log.
      expect(await signIn(one, name)).toBe(id);
      expect(one.cookies.get("florin_log")).toBe(String(id));
      expect((await one.user()).username).toBe(name);
      const flip = await one.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
      expect(flip.as(endpoints.flip).won).toBeTypeOf("boolean");
      // Again with the cookie of the player's log.
      expect(await signIn(one, name)).toBe(1);
    }
    expect([await playersIn(1), await playersIn(2)]).toEqual([1n, 1n]);
  });

  it("have no session in another log, whatever their cookies", async () => {
    const one = visitor();
    await signIn(one, ofLog(2));
    one.cookies.set("florin_log", "1");
    expect((await one.get("/api/auth/user")).status).toBe(401);
    one.cookies.set("florin_log", "2");
    expect((await one.get("/api/auth/user")).status).toBe(200);
  });

  it("from before a log was added stay in their log", async () => {
    logs = severalLogs(engine, 2);
    const site = await logs.start(1, { config: { logs: null } });
    const name = ofLog(2);
    const { id } = await (await site.player(name)).user();
    // The same log, now with a second beside it.
    const { db, service } = await logs.stop(1);
    await logs.start(1, { db, config: { headsFile: service.deps.config.headsFile } });
    await logs.start(2);
    const one = visitor();
    await signIn(one, name);
    expect((await one.user()).id).toBe(id);
    // Also a player whose hash now gives the new log.
    const other = visitor();
    other.cookies.set("florin_log", "2");
    await signIn(other, name);
    expect((await other.user()).id).toBe(id);
    expect(await playersIn(2)).toBe(0n);
  });

  it("are not registered while a log that may know them is away", async () => {
    logs = severalLogs(engine, 2);
    await logs.start(1);
    const one = visitor();
    const begun = await one.get(`/api/login?login_hint=${ofLog(1)}`);
    const answer = await logs.site(1).sandbox.fetch(new Request(begun.headers.get("Location") ?? ""));
    const back = new URL(answer.headers.get("Location") ?? "missing:");
    const finished = await one.get(back.pathname + back.search);
    expect(finished.headers.get("Location")).toContain("error=auth_failed");
    expect(await playersIn(1)).toBe(0n);
  });

  it("are made known only to logs of the same site", async () => {
    const ask = (secret: string) =>
      logs.site(1).service.app.request(`${SITE_ORIGIN}/api/webhooks/known-players`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret}` },
        body: JSON.stringify({ platformId: subOf("alice") }),
      });
    expect((await ask("not-the-secret-of-the-logs")).status).toBe(401);
    const answer = await ask(logs.settings.secret);
    expect(await answer.json()).toEqual({ isKnown: false });
  });
});
