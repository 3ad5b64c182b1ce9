import { describe, expect, it } from "vitest";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { BUSY_MESSAGES, MESSAGES_KEPT_MS } from "#domain/features/chat/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { chatSite, MESSAGES, outcomeOf, patch, put, remove } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { deleteOld } from "./chat-rows.ts";

describeEachEngine("the chat", (engine) => {
  const { site, chatters, admin, alice, bob, moderator, ids } = chatSite(engine);
  const words = () => chatters.words();
  const say = (by: Visitor, message?: string) => chatters.say(by, message);
  const newest = (by?: Visitor, query?: string) => chatters.newest(by, query);

  it("is closed to players below the level, which the refusal names, and open to moderators", async () => {
    const detail = "Chat access requires level 20 or higher. You are currently level 1.";
    for (const answer of [
      await alice.get(MESSAGES),
      await alice.post(MESSAGES, { message: "hi" }),
      await patch(alice, `${MESSAGES}/msg_1`, { message: "hi" }),
      await remove(alice, `${MESSAGES}/msg_1`, {}),
      await alice.post(`${MESSAGES}/msg_1/report`, { reason: "r" }),
      await alice.get("/api/chat/unread"),
      await alice.post("/api/chat/read", { upTo: 0 }),
    ]) {
      expect(outcomeOf(answer)).toEqual([403, "level_too_low"]);
      expect(answer.problem().detail).toBe(detail);
    }
    expect((await newest(moderator)).length).toBe(0);
    expect((await say(moderator)).user.role).toBe("moderator");
    expect((await say(admin)).user.role).toBe("admin");
    await chatters.levelMin(1);
  });

  it("gives a message its number, its author and its time, and shows the newest first", async () => {
    const before = (await newest())[0]?.position ?? 0;
    const first = await say(alice, "  Hello\u200B there ");
    const second = await say(bob);
    expect(first).toEqual({
      id: first.id,
      position: before + 1,
      userId: ids.alice,
      message: "Hello there",
      roomId: "global",
      replyToId: null,
      replyTo: null,
      isEdited: false,
      editedAt: null,
      isDeleted: false,
      deletedBy: null,
      createdAt: new Date(site.clock.now - 6_000).toISOString(),
      type: "chat",
      user: {
        id: ids.alice,
        username: "alice",
        displayName: first.user.displayName,
        robloxId: null,
        profileImageUrl: first.user.profileImageUrl,
        level: 1,
        email: null,
        role: "player",
      },
      mentions: [],
    });
    expect((await newest()).slice(0, 2)).toEqual([second, first]);
  });

  it("resolves mentions of players, and leaves unknown names as text", async () => {
    const said = await say(alice, "Hi @bob, @BOB and @nobody_here");
    expect(said.mentions).toEqual([
      { start: 3, end: 7, playerId: ids.bob },
      { start: 9, end: 13, playerId: ids.bob },
    ]);
  });

  it("reveals no hidden player's id by a mention, and still notifies them", async () => {
    const privacy = (profile: "public" | "friends" | "hidden") =>
      put(bob, "/api/me/privacy", { profile, activity: "public", presence: true, requests: true });
    const told = async () =>
      (await bob.get("/api/social/notifications", NEWEST))
        .as(endpoints.notifications)
        .filter(({ title }) => title === "You were mentioned").length;
    const before = await told();
    site.clock.now += 60 * MINUTE_MS;
    const said = await say(alice, `Hi @bob ${words()}`);
    expect(said.mentions).toMatchObject([{ playerId: ids.bob }]);
    for (const profile of ["friends", "hidden"] as const) {
      expect((await privacy(profile)).status).toBe(200);
      const hi = await say(alice, `Hi @alice and @bob ${words()}`);
      expect(hi.mentions).toMatchObject([{ playerId: ids.alice }]);
      const before = (await newest(alice, "?limit=5")).find(({ id }) => id === said.id);
      expect(before?.mentions).toEqual([]);
    }
    expect(await told()).toBe(before + 1);
    await privacy("public");
  });

  it("notifies mentioned players at intervals, and none who block the author", async () => {
    const told = async (player: Visitor) =>
      (await player.get("/api/social/notifications", NEWEST))
        .as(endpoints.notifications)
        .filter(({ title }) => title === "You were mentioned").length;
    const before = await told(bob);
    site.clock.now += 60 * MINUTE_MS;
    await say(alice, `@bob @alice ${words()}`);
    await say(alice, `@bob ${words()}`);
    expect([await told(bob), await told(alice)]).toEqual([before + 1, 0]);
    await bob.post("/api/social/blocks", { userId: ids.alice });
    site.clock.now += 60 * MINUTE_MS;
    await say(alice, `@bob ${words()}`);
    expect(await told(bob)).toBe(before + 1);
    await remove(bob, `/api/social/blocks/${ids.alice}`, {});
  });

  it.each([
    ["nothing", "  \u200B ", "empty"],
    ["half a character", "a\uD800", "forbidden_characters"],
    ["501 families", "👨‍👩‍👧".repeat(501), "too_long"],
    ["a character of several marks above the limit", `${"a".repeat(500)}e\u0301`, "too_long"],
    ["words that harm", "k y s", "words_not_allowed"],
    ["a link below level 30", "see https://evil.example", "links_not_allowed"],
  ])("is refused with %s", async (_, message, code) => {
    const before = (await newest())[0]?.position;
    expect(outcomeOf(await alice.post(MESSAGES, { message }))).toEqual([400, code]);
    expect((await newest())[0]?.position).toBe(before);
  });

  it("keeps HTML and SQL as text, and refuses other fields and long bodies", async () => {
    for (const text of ["<img src=x onerror=alert(1)>", "'); drop table chat_messages; --"])
      expect((await say(alice, text)).message).toBe(text);
    expect((await alice.post(MESSAGES, { message: words(), type: "system" })).status).toBe(400);
    expect((await alice.post(MESSAGES, { message: 5 })).status).toBe(400);
    expect((await alice.post(MESSAGES, { message: "a".repeat(10_000_000) })).status).toBe(413);
  });

  it("numbers messages without a gap, however many write at once", async () => {
    const people = await Promise.all(
      ["writer1", "writer2", "writer3", "writer4", "writer5", "writer6"].map((name) => site.player(name)),
    );
    const before = (await newest())[0]?.position ?? 0;
    const answers = await Promise.all(people.map((one) => one.post(MESSAGES, { message: words() })));
    const numbers = answers.map((answer) => answer.as(endpoints.postMessage).position);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(people.map((_, index) => before + index + 1));
    expect((await newest()).slice(0, 6).map(({ position }) => position)).toEqual(
      numbers.toSorted((a, b) => b - a),
    );
  });

  it("pages back before a number, and forward after one", async () => {
    const all = await newest(bob, "?limit=200");
    const positions = (list: readonly ChatMessage[]) => list.map(({ position }) => position);
    const top = all[0]?.position ?? 0;
    expect(positions(await newest(bob, `?before=${top}&limit=2`))).toEqual([top - 1, top - 2]);
    expect(positions(await newest(bob, "?after=2&limit=3"))).toEqual([5, 4, 3]);
    expect(positions(await newest(bob, `?after=${top}`))).toEqual([]);
    expect(positions(await newest(bob, `?after=3&before=${top}&limit=2`))).toEqual([top - 1, top - 2]);
  });

  it("gives a repeated message the answer of its first time", async () => {
    const key = { "Idempotency-Key": "the same" };
    const body = { message: words() };
    const first = (await alice.post(MESSAGES, body, key)).as(endpoints.postMessage);
    const again = (await alice.post(MESSAGES, body, key)).as(endpoints.postMessage);
    expect(again).toEqual(first);
    expect(outcomeOf(await alice.post(MESSAGES, { message: words() }, key))).toEqual([
      422,
      "idempotency_key_reused",
    ]);
    const bet = { betAmount: 1, betSide: "rbx" };
    await alice.post("/api/games/coinflip", bet, { "Idempotency-Key": "of a bet" });
    site.clock.now += 6_000;
    const asMessage = await alice.post(MESSAGES, { message: words() }, { "Idempotency-Key": "of a bet" });
    expect(outcomeOf(asMessage)).toEqual([422, "idempotency_key_reused"]);
    const asBet = await alice.post("/api/games/coinflip", bet, key);
    expect(outcomeOf(asBet)).toEqual([422, "idempotency_key_reused"]);
    expect(outcomeOf(await alice.post("/api/games/coinflip", bet, key))).toEqual(outcomeOf(asBet));
    expect((await bob.post("/api/games/coinflip", bet, key)).status).toBe(200);
    const both = await Promise.all(
      [1, 2].map(() => bob.post(MESSAGES, body, { "Idempotency-Key": "at once" })),
    );
    expect(new Set(both.map((answer) => answer.as(endpoints.postMessage).id)).size).toBe(1);
  });

  it("shows the message replied to, until that is deleted", async () => {
    const first = await say(alice);
    site.clock.now += 6_000;
    const replied = await bob.post(MESSAGES, { message: words(), replyToId: first.id });
    const reply = replied.as(endpoints.postMessage);
    expect(reply.replyTo).toEqual({ id: first.id, username: "alice", message: first.message });
    await remove(alice, `${MESSAGES}/${first.id}`, {});
    const [now] = await newest();
    expect(now?.replyTo).toEqual({ id: first.id, username: "alice", message: "" });
    for (const replyToId of [first.id, "msg_unknown"])
      expect(outcomeOf(await alice.post(MESSAGES, { message: words(), replyToId }))).toEqual([
        409,
        "reply_gone",
      ]);
  });

  describe("a message", () => {
    it("can be edited by its author within two minutes, and is marked as edited", async () => {
      const { id } = await say(alice, "Frist");
      site.clock.now += 2 * MINUTE_MS;
      const changed = (await patch(alice, `${MESSAGES}/${id}`, { message: "First" })).as(
        endpoints.editMessage,
      );
      expect(changed).toMatchObject({ id, message: "First", isEdited: true });
      expect((await newest())[0]).toEqual(changed);
      site.clock.now += 1;
      expect(outcomeOf(await patch(alice, `${MESSAGES}/${id}`, { message: "Third" }))).toEqual([
        409,
        "too_late",
      ]);
      const history = (await moderator.get(`${MESSAGES}/${id}/history`)).as(endpoints.messageHistory);
      expect(history.versions.map(({ message }) => message)).toEqual(["Frist", "First"]);
      const reads = (await admin.get(`/api/admin/reads?player=${ids.alice}`)).as(endpoints.adminReads);
      expect(reads.items[0]?.what).toBe("/chat/messages/{id}/history");
    });

    it("is edited by the rules of a new one: no repetition, no foreign link, and not at once", async () => {
      const change = (by: Visitor, id: string, message: string) =>
        patch(by, `${MESSAGES}/${id}`, { message });
      const [before, mine] = [await say(alice), await say(alice)];
      expect(outcomeOf(await change(alice, mine.id, words()))).toEqual([429, "slow_mode"]);
      site.clock.now += 6_000;
      expect(outcomeOf(await change(alice, mine.id, before.message))).toEqual([409, "duplicate_message"]);
      expect(outcomeOf(await change(alice, mine.id, "See example.com"))).toEqual([400, "links_not_allowed"]);
      // Its own words in another case are no repetition.
      expect((await change(alice, mine.id, mine.message.toUpperCase())).status).toBe(200);
      expect(outcomeOf(await change(alice, mine.id, words()))).toEqual([429, "slow_mode"]);
      expect(outcomeOf(await alice.post(MESSAGES, { message: words() }))).toEqual([429, "slow_mode"]);
      // The old text still counts as said.
      site.clock.now += 6_000;
      expect((await change(alice, mine.id, words())).status).toBe(200);
      site.clock.now += 6_000;
      expect(outcomeOf(await alice.post(MESSAGES, { message: mine.message }))).toEqual([
        409,
        "duplicate_message",
      ]);
    });

    it("is edited at the rate of writing, over all messages together", async () => {
      const all = [await say(alice), await say(alice), await say(alice)];
      site.clock.now += 31_000;
      const codes: (string | null)[] = [];
      for (let n = 0; n < 6; n += 1) {
        site.clock.now += 2_000;
        const { id } = all[n % 3] ?? { id: "" };
        codes.push((await patch(alice, `${MESSAGES}/${id}`, { message: words() })).code ?? null);
      }
      expect(codes).toEqual([null, null, null, null, null, "slow_mode"]);
    });

    it("is edited under slow mode, too", async () => {
      const { id } = await say(alice);
      const slow = { seconds: 60, minutes: 5, reason: "Calm down" };
      await put(moderator, "/api/chat/slow", slow);
      site.clock.now += 30_000;
      const change = () => patch(alice, `${MESSAGES}/${id}`, { message: words() });
      expect(outcomeOf(await change())).toEqual([429, "slow_mode"]);
      site.clock.now += 30_000;
      expect((await change()).status).toBe(200);
      await put(moderator, "/api/chat/slow", { ...slow, seconds: 0 });
    });

    it("cannot be edited or deleted by others", async () => {
      const { id } = await say(alice);
      expect((await patch(bob, `${MESSAGES}/${id}`, { message: "Mine" })).status).toBe(404);
      expect((await patch(moderator, `${MESSAGES}/${id}`, { message: "Mine" })).status).toBe(404);
      expect((await remove(bob, `${MESSAGES}/${id}`, {})).problem()).toMatchObject({
        status: 403,
        detail: "Only moderators can delete someone else's message, with a reason.",
      });
      expect((await remove(bob, `${MESSAGES}/${id}`, { reason: "Mine" })).status).toBe(403);
      expect((await remove(moderator, `${MESSAGES}/${id}`, {})).status).toBe(403);
      expect((await bob.get(`${MESSAGES}/${id}/history`)).status).toBe(403);
      expect((await remove(alice, `${MESSAGES}/msg_unknown`, {})).status).toBe(404);
      expect((await newest())[0]).toMatchObject({ id, isEdited: false, isDeleted: false });
    });

    it("is deleted by its author within five minutes, and keeps its place", async () => {
      const said = await say(alice);
      site.clock.now += 5 * MINUTE_MS;
      const gone = (await remove(alice, `${MESSAGES}/${said.id}`, {})).as(endpoints.deleteMessage);
      expect(gone).toEqual({ ...said, message: "", isDeleted: true, deletedBy: ids.alice });
      expect((await newest())[0]).toEqual(gone);
      expect(outcomeOf(await patch(alice, `${MESSAGES}/${said.id}`, { message: "Back" }))).toEqual([
        409,
        "message_deleted",
      ]);
      const old = await say(alice);
      site.clock.now += 5 * MINUTE_MS + 1;
      expect(outcomeOf(await remove(alice, `${MESSAGES}/${old.id}`, {}))).toEqual([409, "too_late"]);
    });
  });

  describe("a player who writes too much", () => {
    it("waits two seconds, as the refusal says", async () => {
      await say(alice);
      site.clock.now += 1_000;
      const early = await alice.post(MESSAGES, { message: words() });
      expect(outcomeOf(early)).toEqual([429, "slow_mode"]);
      expect(early.headers.get("Retry-After")).toBe("1");
      site.clock.now += 1_000;
      expect((await alice.post(MESSAGES, { message: words() })).status).toBe(200);
    });

    it("posts one of ten messages sent at once", async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => alice.post(MESSAGES, { message: words() })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it("accepts only its limit of a flood from fifty players, numbered without a gap", async () => {
      site.clock.now += MINUTE_MS;
      const before = (await newest())[0]?.position ?? 0;
      const flood = await Promise.all(Array.from({ length: 50 }, (_, n) => site.player(`flood${n}`)));
      const statuses: number[] = [];
      for (let round = 0; round < 2; round += 1) {
        const answers = await Promise.all(flood.map((one) => one.post(MESSAGES, { message: words() })));
        statuses.push(...answers.map(({ status }) => status));
        site.clock.now += 2_500;
      }
      const taken = statuses.filter((status) => status === 200).length;
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      // A full room takes one more every ten seconds.
      expect(taken).toBeLessThanOrEqual(BUSY_MESSAGES + 1);
      const numbers = (await newest(alice, `?limit=${taken}`)).map(({ position }) => position);
      expect(numbers).toEqual(Array.from({ length: taken }, (_, n) => before + taken - n));
      site.clock.now += MINUTE_MS;
    });

    it("refuses the same message twice", async () => {
      await say(alice, "Buy my coins");
      site.clock.now += 5_000;
      expect(outcomeOf(await alice.post(MESSAGES, { message: "buy my COINS!!!" }))).toEqual([
        409,
        "duplicate_message",
      ]);
    });
  });

  it("counts a player's unread messages as a recount does", async () => {
    const unread = async () => (await alice.get("/api/chat/unread")).as(endpoints.unreadMessages);
    const { count, upTo } = await unread();
    expect([count, upTo]).toEqual([0, (await newest())[0]?.position]);
    expect((await alice.post("/api/chat/read", { upTo })).as(endpoints.readMessages)).toEqual({ upTo });
    await say(bob);
    const { position } = await say(bob);
    expect(await unread()).toEqual({ count: 2, readUpTo: upTo, upTo: position });
    expect((await newest(alice, `?after=${upTo}`)).length).toBe(2);
    await alice.post("/api/chat/read", { upTo: position - 1 });
    await alice.post("/api/chat/read", { upTo: 1 });
    expect((await unread()).count).toBe(1);
    await alice.post("/api/chat/read", { upTo: 999_999_999 });
    expect((await unread()).count).toBe(0);
    await say(bob);
    expect((await unread()).count).toBe(1);
  });

  it("announces new messages to signed-in players only", async () => {
    const [ofAlice, ofNobody] = [await alice.live(), await site.visitor().live()];
    await say(bob);
    expect((await ofAlice.until("chat")).map(({ topic }) => topic)).toContain("chat");
    await bob.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const told = (await ofNobody.until("ledger")).map(({ topic }) => topic as string);
    expect(told).not.toContain("chat");
    await Promise.all([ofAlice.close(), ofNobody.close()]);
  });

  it("keeps messages for ninety days, and erases those of forgotten players", async () => {
    const gone = await site.player("x_gone");
    const said = await say(gone, "Words of somebody");
    await site.db.query("delete from identities where player_id = $1", [said.userId]);
    const [row] = await newest();
    expect(row).toMatchObject({ position: said.position, message: "", user: { username: "Former player" } });
    const rows = await site.db.query("select id from chat_messages where text like 'Words of%'");
    expect(rows).toEqual([]);
    const all = await newest(bob, "?limit=200");
    site.clock.now += MESSAGES_KEPT_MS;
    for (const [name, one] of [
      ["admin", admin],
      ["bob", bob],
      ["alice", alice],
    ] as const)
      await one.signIn(name);
    const kept = await say(bob);
    expect(await deleteOld(site.db, site.clock.now - MESSAGES_KEPT_MS, 1_000)).toBe(all.length);
    expect((await newest()).map(({ position }) => position)).toEqual([kept.position]);
    expect(kept.position).toBe(said.position + 1);
  });
});
