import { describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { outcomeOf, put, remove } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const REQUESTS = "/api/social/friend-requests";
const FRIENDS = "/api/social/friends";
const BLOCKS = "/api/social/blocks";

describeEachEngine("friends", (engine) => {
  const site = siteOf(engine);
  let number = 0;

  /** Two new players, with their names. */
  async function two(): Promise<readonly [Visitor, Visitor, string, string]> {
    number += 1;
    const names = [`one${number}`, `two${number}`] as const;
    return [await site.player(names[0]), await site.player(names[1]), ...names];
  }
  /** Reads as of the head of the log. */
  const read = (of: Visitor, path: string) =>
    of.get(path, { "Ledger-Min-Position": String(site.service.deps.writer.head.position) });
  const idOf = async (visitor: Visitor) => (await visitor.user()).id;
  const ask = (by: Visitor, username: string) => by.post(REQUESTS, { username });
  const asked = async (by: Visitor, username: string) => (await ask(by, username)).as(endpoints.askFriend).id;
  const answer = (by: Visitor, id: string, as: "accept" | "decline") =>
    by.post(`/api/social/friend-request/${id}/${as}`, {});
  const requests = async (of: Visitor, direction = "in") =>
    (await read(of, `${REQUESTS}?direction=${direction}`)).as(endpoints.friendRequests);
  const friends = async (of: Visitor) => (await read(of, FRIENDS)).as(endpoints.friends);
  const befriend = async (one: Visitor, other: Visitor, name: string) =>
    answer(other, await asked(one, name), "accept");
  const setPrivacy = async (of: Visitor, change: object) => {
    const now = (await of.get("/api/me/privacy")).as(endpoints.privacy);
    expect((await put(of, "/api/me/privacy", { ...now, ...change })).status).toBe(200);
  };

  describe("a request", () => {
    it("is shown to both, accepted once, and makes them friends on both sides", async () => {
      const [one, other, , name] = await two();
      const answered = (await ask(one, name.toUpperCase())).as(endpoints.askFriend);
      expect(answered.status).toBe("pending");
      expect((await ask(one, name)).as(endpoints.askFriend)).toEqual(answered);
      const [got] = await requests(other);
      const [made] = await requests(one, "out");
      expect(got).toMatchObject({
        id: answered.id,
        fromUser: { id: await idOf(one), level: 1 },
        toUser: { id: await idOf(other) },
      });
      expect(made).toEqual(got);
      expect(await requests(one)).toEqual([]);

      const accepted = await answer(other, answered.id, "accept");
      expect(accepted.as(endpoints.acceptFriendRequest)).toEqual({ id: answered.id, status: "accepted" });
      expect(outcomeOf(await answer(other, answered.id, "accept"))).toEqual([409, "already_answered"]);
      expect(outcomeOf(await answer(other, answered.id, "decline"))).toEqual([409, "already_answered"]);
      expect(outcomeOf(await ask(other, name.replace("two", "one")))).toEqual([409, "already_friends"]);
      expect((await friends(one)).map(({ friend }) => friend.id)).toEqual([await idOf(other)]);
      expect((await friends(other)).map(({ friend }) => friend.id)).toEqual([await idOf(one)]);
      expect([await requests(other), await requests(one, "out")]).toEqual([[], []]);
    });

    it("that crosses another is accepted at once", async () => {
      const [one, other, oneName, otherName] = await two();
      const id = await asked(one, otherName);
      const crossing = (await ask(other, oneName)).as(endpoints.askFriend);
      expect(crossing).toEqual({ id, status: "accepted" });
      expect((await friends(one)).length).toBe(1);
    });

    it("is declined without notice, and withdrawn only by its sender", async () => {
      const [one, other, oneName, otherName] = await two();
      const first = await asked(one, otherName);
      expect(outcomeOf(await remove(other, `${REQUESTS}/${first}`, {}))).toEqual([404, "unknown_request"]);
      expect(outcomeOf(await answer(one, first, "accept"))).toEqual([404, "unknown_request"]);
      expect((await answer(other, first, "decline")).as(endpoints.declineFriendRequest)).toEqual({
        id: first,
        status: "declined",
      });
      const news = (await read(one, "/api/social/notifications")).as(endpoints.notifications);
      expect(news.filter(({ type }) => type === "friend")).toEqual([]);
      expect(outcomeOf(await ask(one, otherName))).toEqual([403, "not_available"]);

      const second = await asked(other, oneName);
      const taken = await remove(other, `${REQUESTS}/${second}`, {});
      expect(taken.as(endpoints.cancelFriendRequest)).toEqual({ id: second, status: "cancelled" });
      expect(outcomeOf(await answer(one, second, "accept"))).toEqual([409, "already_answered"]);
      site.clock.now += 7 * DAY_MS;
      await one.signIn(oneName);
      expect((await ask(one, otherName)).as(endpoints.askFriend).status).toBe("pending");
    });

    it("notifies its receiver, and its sender once accepted", async () => {
      const [one, other, , name] = await two();
      const titles = async (of: Visitor) =>
        (await read(of, "/api/social/notifications"))
          .as(endpoints.notifications)
          .filter(({ type }) => type === "friend")
          .map(({ title }) => title);
      await befriend(one, other, name);
      expect(await titles(other)).toEqual(["Friend request"]);
      expect(await titles(one)).toEqual(["You have a new friend"]);
    });

    it("is refused to unknown players and oneself, and from signed-out or suspended players", async () => {
      const [one, other, oneName, otherName] = await two();
      expect(outcomeOf(await ask(one, "nobody_of_this_name"))).toEqual([404, "unknown_player"]);
      expect(outcomeOf(await ask(one, oneName))).toEqual([409, "yourself"]);
      expect((await ask(one, " ")).status).toBe(400);
      expect((await site.visitor().post(REQUESTS, { username: oneName })).status).toBe(401);
      const id = await asked(other, oneName);
      const admin = await site.player("admin");
      const path = `/api/admin/players/${await idOf(one)}/suspend`;
      expect((await admin.post(path, { reason: "For the test" })).status).toBe(200);
      expect(outcomeOf(await ask(one, otherName))).toEqual([403, "suspended"]);
      expect(outcomeOf(await answer(one, id, "accept"))).toEqual([403, "suspended"]);
      expect((await answer(one, id, "decline")).status).toBe(200);
    });

    it("shows only its receiver's name, unless their profile is public", async () => {
      const [one, other, , name] = await two();
      await setPrivacy(other, { profile: "hidden" });
      await asked(one, name);
      const [made] = await requests(one, "out");
      expect(made?.toUser).toEqual({
        id: null,
        username: name,
        displayName: made?.toUser.displayName,
        profileImageUrl: null,
        level: null,
      });
    });
  });

  describe("a block", () => {
    it("ends a friendship, and gets the same answer twice", async () => {
      const [one, other, , name] = await two();
      await befriend(one, other, name);
      const body = { userId: await idOf(one) };
      const first = (await other.post(BLOCKS, body)).as(endpoints.block);
      expect((await other.post(BLOCKS, body)).as(endpoints.block)).toEqual(first);
      expect([await friends(one), await friends(other)]).toEqual([[], []]);
      const listed = (await read(other, BLOCKS)).as(endpoints.blocks);
      expect(listed.map(({ user }) => user.id)).toEqual([body.userId]);
      expect((await read(one, BLOCKS)).as(endpoints.blocks)).toEqual([]);
      expect((await remove(other, `${BLOCKS}/${body.userId}`, {})).as(endpoints.unblock)).toEqual(body);
      expect(outcomeOf(await remove(other, `${BLOCKS}/${body.userId}`, {}))).toEqual([404, "not_blocked"]);
      expect(outcomeOf(await other.post(BLOCKS, { userId: "p_nobody" }))).toEqual([404, "unknown_player"]);
    });

    it("looks to the blocked, byte for byte, like a player who accepts no requests", async () => {
      const [one, other, , name] = await two();
      const [shy, , shyName] = await two();
      await setPrivacy(shy, { requests: false });
      await other.post(BLOCKS, { userId: await idOf(one) });
      const said = async (to: string) => {
        const { status, body } = await ask(one, to);
        return [status, JSON.stringify({ ...(body as object), requestId: "" })];
      };
      expect(await said(name)).toEqual(await said(shyName));
      expect((await said(name))[0]).toBe(403);
    });

    it("leaves no trace visible to the blocked: search, lists, receipts and live updates stay the same", async () => {
      const [one, other, , name] = await two();
      const live = await one.live();
      const found = async () => (await read(one, `/api/social/players?search=${name}`)).text;
      const before = await found();
      const blocked = await other.post(BLOCKS, { userId: await idOf(one) });
      const position = Number(blocked.headers.get("Ledger-Position"));
      expect(await found()).toBe(before);
      expect([await requests(one), await requests(one, "out"), await friends(one)]).toEqual([[], [], []]);
      expect((await one.get(`/api/ledger/receipts/${position}`)).status).toBe(404);
      await one.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
      const told = (await live.until("games")).map(({ topic }) => topic);
      expect(told).not.toContain("friends");
      await live.close();
    });
  });

  describe("the search", () => {
    it("finds public profiles by the beginning of the name, with their relation to the caller", async () => {
      const [one, other, oneName, otherName] = await two();
      const found = async (search: string) =>
        (await read(one, `/api/social/players?search=${search}`)).as(endpoints.findPlayers);
      const relation = async () => (await found(otherName.toUpperCase()))[0]?.relation;
      expect(await relation()).toBe("none");
      expect((await found(oneName)).map(({ username }) => username)).not.toContain(oneName);
      await asked(other, oneName);
      expect(await relation()).toBe("asking");
      await ask(one, otherName);
      expect(await relation()).toBe("friends");
      await setPrivacy(other, { profile: "friends" });
      expect(await relation()).toBe("friends");
      await setPrivacy(other, { profile: "hidden" });
      expect(await found(otherName)).toEqual([]);
      expect((await one.get("/api/social/players?search=a")).status).toBe(400);
      expect((await site.visitor().get(`/api/social/players?search=${otherName}`)).status).toBe(401);
    });
  });
});
