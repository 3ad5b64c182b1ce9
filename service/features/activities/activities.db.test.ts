import { describe, expect, it } from "vitest";
import type { Activity } from "#domain/features/activities/contract.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { Visibility } from "#domain/player/privacy.ts";
import { put, remove } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

describeEachEngine("the feed of activities", (engine) => {
  const site = siteOf(engine);
  let number = 0;

  async function somebody(): Promise<{ visitor: Visitor; id: string; username: string }> {
    number += 1;
    const visitor = await site.player(`person${number}`);
    const { id, username } = await visitor.user();
    return { visitor, id, username };
  }
  type Somebody = Awaited<ReturnType<typeof somebody>>;
  const feed = async ({ visitor }: { visitor: Visitor }, query = ""): Promise<Activity[]> => {
    const head = String(site.service.deps.writer.head.position);
    const answer = await visitor.get(`/api/social/activities${query}`, { "Ledger-Min-Position": head });
    return answer.as(endpoints.activities);
  };
  const ofWhom = (list: readonly Activity[], { id }: { id: string }) =>
    list.filter(({ userId }) => userId === id);
  const makeGame = ({ visitor }: Somebody, title: string) =>
    visitor.post("/api/user-games", { title, gameType: "coinflip" });
  const befriend = async (one: Somebody, other: Somebody) => {
    await one.visitor.post("/api/social/friend-requests", { username: other.username });
    const crossing = await other.visitor.post("/api/social/friend-requests", { username: one.username });
    expect(crossing.as(endpoints.askFriend).status).toBe("accepted");
  };
  const setPrivacy = async ({ visitor }: Somebody, change: object) => {
    const now = (await visitor.get("/api/me/privacy")).as(endpoints.privacy);
    expect((await put(visitor, "/api/me/privacy", { ...now, ...change })).status).toBe(200);
  };

  it("lists created games and new friends by scope, in pages", async () => {
    const [me, friend, stranger] = [await somebody(), await somebody(), await somebody()];
    await befriend(me, friend);
    await makeGame(friend, "One");
    await makeGame(stranger, "Two");
    await makeGame(me, "Three");
    const texts = async (query: string) => (await feed(me, query)).map(({ description }) => description);
    expect(await texts("?limit=3")).toEqual(["Made a game: Three", "Made a game: Two", "Made a game: One"]);
    expect(await texts("?scope=mine")).toEqual([
      "Made a game: Three",
      `Became friends with ${friend.username}`,
    ]);
    const theirs = await feed(me, "?scope=friends");
    expect(theirs.map(({ description }) => description)).toEqual([
      "Made a game: One",
      `Became friends with ${me.username}`,
    ]);
    expect(theirs[0]).toMatchObject({
      type: "game",
      userId: friend.id,
      user: { username: friend.username, level: 1 },
      metadata: { title: "One" },
      isPublic: true,
    });
    expect(await texts(`?scope=friends&before=${theirs[0]?.position}`)).toEqual([
      `Became friends with ${me.username}`,
    ]);
    expect((await site.visitor().get("/api/social/activities")).status).toBe(401);
  });

  it("loses nothing where two activities at one position straddle a page", async () => {
    const [one, other, me] = [await somebody(), await somebody(), await somebody()];
    await befriend(one, other);
    const [first, second] = await feed(me, "?limit=1");
    expect(first?.position).toBe(second?.position);
    expect([first?.userId, second?.userId].toSorted()).toEqual([one.id, other.id].toSorted());
    expect(first?.id).not.toBe(second?.id);
  });

  describe("shows a player by their present settings", () => {
    const SETTINGS: readonly Visibility[] = ["public", "friends", "hidden"];
    const seenBy = (setting: Visibility) =>
      ({ public: ["self", "friend", "stranger"], friends: ["self", "friend"], hidden: ["self"] })[setting];

    it.each(["activity", "profile"] as const)("to those whom the %s setting admits", async (what) => {
      const [subject, friend, stranger] = [await somebody(), await somebody(), await somebody()];
      await befriend(subject, friend);
      await makeGame(subject, "Seen");
      const viewers = { self: subject, friend, stranger };
      for (const setting of SETTINGS) {
        await setPrivacy(subject, { [what]: setting });
        for (const [name, viewer] of Object.entries(viewers)) {
          const all = await feed(viewer);
          const isSeen = seenBy(setting).includes(name);
          expect([setting, name, ofWhom(all, subject).length > 0]).toEqual([setting, name, isSeen]);
          // Activities of friends do not name the player to viewers who may not see them.
          const text = JSON.stringify(all.filter(({ userId }) => userId !== subject.id));
          if (!isSeen && name !== "friend") expect(text).not.toContain(`"${subject.username}"`);
          const profile = (await viewer.visitor.get(`/api/players/${subject.id}`)).as(endpoints.profile);
          expect([setting, name, profile.activities !== null]).toEqual([setting, name, isSeen]);
          for (const { isPublic } of ofWhom(all, subject)) expect(isPublic).toBe(setting === "public");
        }
      }
    });

    it("are hidden from the blocker, and shown to the blocked as to a visitor", async () => {
      const [one, other] = [await somebody(), await somebody()];
      await makeGame(one, "Of one");
      await makeGame(other, "Of other");
      expect([ofWhom(await feed(one), other).length, ofWhom(await feed(other), one).length]).toEqual([1, 1]);
      await one.visitor.post("/api/social/blocks", { userId: other.id });
      expect([ofWhom(await feed(one), other).length, ofWhom(await feed(other), one).length]).toEqual([0, 1]);
      const profile = (viewer: Visitor, { id }: Somebody) => viewer.get(`/api/players/${id}`);
      expect((await profile(one.visitor, other)).as(endpoints.profile).activities).toBeNull();
      // After signing out or switching accounts, nothing is reported as missing.
      const asVisitor = (await profile(site.visitor(), one)).text;
      expect(asVisitor).toContain("Of one");
      expect((await profile(other.visitor, one)).text).toBe(asVisitor);
      await remove(one.visitor, `/api/social/blocks/${other.id}`, {});
      expect([ofWhom(await feed(one), other).length, ofWhom(await feed(other), one).length]).toEqual([1, 1]);
    });
  });
});
