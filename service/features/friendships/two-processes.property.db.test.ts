import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { friendsStream } from "#domain/features/friendships/events.ts";
import { friendsKind } from "#domain/features/friendships/streams.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { asOfHead } from "#service/http/reads/as-of-head.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { remove } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { createSite, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const use = { runs: 4, shrinks: false, msPerRun: 10_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });
const NAMES = ["ann", "ben", "cleo"] as const;
/** With the two days of a case, less than a session lasts without its player. */
const SIGN_IN_AFTER_MS = 4 * DAY_MS;
const REQUESTS = "/api/social/friend-requests";

const act = fc.record({
  as: fc.constantFrom(...(["ask", "accept", "decline", "cancel", "unfriend", "block", "unblock"] as const)),
  by: fc.nat(NAMES.length - 1),
  to: fc.nat(NAMES.length - 1),
  at: fc.constantFrom(0, 1),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;
/** The acts of a round run at once. */
const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 8 }), { minLength: 3, maxLength: 8 });

describeEachEngine("friendships at two processes", (engine) => {
  let db: OpenDatabase;
  const sites: Site[] = [];
  /** By process, then by name. */
  const browsers: Visitor[][] = [[], []];
  const ids: string[] = [];
  let signedInAt = 0;
  beforeAll(async () => {
    db = await engine.fresh({ readModels: true });
    sites.push(await createSite(engine, { db }), await createSite(engine, { db }));
    await everybodySignsIn();
    for (const here of browsers[0] ?? []) ids.push((await here.user()).id);
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await db.close();
  });

  /** Sessions end with the time that passes between the acts. */
  async function everybodySignsIn(): Promise<void> {
    for (const [who, name] of NAMES.entries()) {
      const [here, there] = [await sites[0]?.anew(name), sites[1]?.visitor()];
      if (here === undefined || there === undefined) throw new Error("Two processes run");
      for (const [cookie, value] of here.cookies) there.cookies.set(cookie, value);
      browsers.forEach((of, at) => {
        of[who] = at === 0 ? here : there;
      });
    }
    signedInAt = sites[0]?.clock.now ?? 0;
  }

  const browser = (at: number, who: number) => browsers[at]?.[who] as Visitor;

  async function does({ as, by, to, at }: Act): Promise<Answer | null> {
    const visitor = browser(at, by);
    if (as === "ask") return visitor.post(REQUESTS, { username: NAMES[to] });
    if (as === "unfriend") return remove(visitor, `/api/social/friends/${ids[to]}`, {});
    if (as === "block") return visitor.post("/api/social/blocks", { userId: ids[to] });
    if (as === "unblock") return remove(visitor, `/api/social/blocks/${ids[to]}`, {});
    const direction = as === "cancel" ? "out" : "in";
    const open = (await visitor.get(`${REQUESTS}?direction=${direction}`)).as(endpoints.friendRequests);
    const request = open.find(({ fromUser, toUser }) => [fromUser.id, toUser.id].includes(ids[to] ?? ""));
    if (request === undefined) return null;
    if (as === "cancel") return remove(visitor, `${REQUESTS}/${request.id}`, {});
    return visitor.post(`/api/social/friend-request/${request.id}/${as}`, {});
  }

  /** All friendships, as a process shows them. */
  async function friendships(at: number): Promise<readonly string[]> {
    const head = String(sites[at]?.service.deps.writer.head.position);
    const all = await Promise.all(
      NAMES.map(async (_, who) => {
        const listed = await browser(at, who).get("/api/social/friends", { "Ledger-Min-Position": head });
        return listed.as(endpoints.friends).map(({ friend }) => `${ids[who]} ${friend.id}`);
      }),
    );
    return all.flat().toSorted();
  }

  it("hold on both sides or neither, once, and all counts equal a recount", async () => {
    await forAllAsyncIn(propertySettings(use))(rounds, async (all) => {
      if ((sites[0]?.clock.now ?? 0) - signedInAt > SIGN_IN_AFTER_MS) await everybodySignsIn();
      for (const acts of all) {
        // Past the pause after which a player may ask again.
        for (const site of sites) site.clock.now += 6 * 3_600_000;
        const answers = await Promise.all(acts.map(does));
        for (const answer of answers)
          if (answer !== null) expect([200, 403, 404, 409]).toContain(answer.status);
      }
      // A decision of one process knows what the other wrote.
      const own = { caller: { playerId: ids[0] ?? "", session: "s", isListed: false } } as const;
      const streams = ids.map((id) => ({ kind: friendsKind, name: friendsStream(id) }));
      const seen = await Promise.all(
        sites.map((site) =>
          asOfHead({ ...own, reads: { streams, holdings: [] } }, site.service.deps, (view) =>
            streams.map((read) => view.stream(read)),
          ),
        ),
      );
      expect(seen[0]?.seen).toEqual(seen[1]?.seen);
      const [here, there] = [await friendships(0), await friendships(1)];
      expect(here).toEqual(there);
      expect(new Set(here).size).toBe(here.length);
      for (const pair of here) expect(here).toContain(pair.split(" ").toReversed().join(" "));
      const counts = ids.map((id) => here.filter((pair) => pair.startsWith(`${id} `)).length);
      expect(seen[0]?.seen.map(({ friends }) => friends)).toEqual(counts);
      const [comparison] = (await sites[0]?.service.deps.reads.rebuild(["friendships"])) ?? [];
      expect(comparison?.rebuilt).toBe(comparison?.live);
      expect(comparison).toBeDefined();
    });
  });
});
