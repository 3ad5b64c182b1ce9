import { beforeAll, describe, expect, it } from "vitest";
import { REPORTS_OF_PLAYER_MAX } from "#domain/features/chat/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { DAY_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { chatSite, MESSAGES, outcomeOf, patch, put, remove } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

describeEachEngine("the chat's moderators", (engine) => {
  const { site, chatters, admin, alice, bob, moderator, ids } = chatSite(engine);
  beforeAll(() => chatters.levelMin(1));
  const words = () => chatters.words();
  const say = (by: Visitor, message?: string) => chatters.say(by, message);
  const newest = (by?: Visitor, query?: string) => chatters.newest(by, query);

  describe("a message", () => {
    it("is removed by a moderator with a reason, and its text is not in the log", async () => {
      const said = await say(alice, "A very particular sentence");
      const removed = await remove(moderator, `${MESSAGES}/${said.id}`, { reason: "Spam" });
      expect(removed.as(endpoints.deleteMessage)).toMatchObject({
        message: "",
        isDeleted: true,
        deletedBy: ids.moderator,
      });
      expect((await newest())[0]).toMatchObject({ id: said.id, message: "", isDeleted: true });
      const again = await remove(moderator, `${MESSAGES}/${said.id}`, { reason: "Spam" });
      expect(outcomeOf(again)).toEqual([409, "message_deleted"]);
      const rows = await site.db.query<Row & { payload: string }>(
        "select payload from events where type like 'Chat%'",
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map(({ payload }) => payload).join("\n")).not.toContain("particular");
      const history = (await moderator.get(`${MESSAGES}/${said.id}/history`)).as(endpoints.messageHistory);
      expect(history.versions.map(({ message }) => message)).toEqual(["A very particular sentence"]);
    });

    it("that was removed cannot be changed, answered, reported or deleted", async () => {
      const said = await say(alice, "Gone soon");
      await remove(moderator, `${MESSAGES}/${said.id}`, { reason: "Spam" });
      const path = `${MESSAGES}/${said.id}`;
      expect(outcomeOf(await patch(alice, path, { message: "Better" }))).toEqual([409, "message_deleted"]);
      expect(outcomeOf(await remove(alice, path, {}))).toEqual([409, "message_deleted"]);
      expect(outcomeOf(await bob.post(`${path}/report`, { reason: "Spam" }))).toEqual([
        409,
        "message_deleted",
      ]);
      const reply = await bob.post(MESSAGES, { message: "What was that?", replyToId: said.id });
      expect(outcomeOf(reply)).toEqual([409, "reply_gone"]);
      expect((await newest())[0]).toMatchObject({ id: said.id, deletedBy: ids.moderator });
    });

    it("keeps the answer to its removal for the same key", async () => {
      const said = await say(alice);
      const removal = () =>
        moderator.ask(
          `DELETE ${MESSAGES}/${said.id}`,
          { reason: "Spam" },
          { "Idempotency-Key": "remove-once" },
        );
      const first = (await removal()).as(endpoints.deleteMessage);
      expect(first).toMatchObject({ id: said.id, isDeleted: true, deletedBy: ids.moderator });
      expect((await removal()).as(endpoints.deleteMessage)).toEqual(first);
    });

    it("of a moderator is removed only by admins", async () => {
      const said = await say(moderator);
      const other = await site.player("x_moderator");
      const granting = { playerId: (await other.user()).id, role: "moderator", reason: "For the test" };
      await admin.signIn("admin");
      expect((await admin.post("/api/admin/roles", granting)).status).toBe(200);
      expect((await remove(other, `${MESSAGES}/${said.id}`, { reason: "Spam" })).status).toBe(403);
      expect((await remove(admin, `${MESSAGES}/${said.id}`, { reason: "Spam" })).status).toBe(200);
    });
  });

  describe("the room", () => {
    it("makes all but moderators wait as long as a moderator has set", async () => {
      const slow = { seconds: 60, minutes: 10, reason: "Busy" };
      expect((await put(bob, "/api/chat/slow", slow)).status).toBe(403);
      expect((await put(moderator, "/api/chat/slow", slow)).status).toBe(200);
      await say(alice);
      await say(moderator);
      site.clock.now += 10_000;
      const early = await alice.post(MESSAGES, { message: words() });
      expect([...outcomeOf(early), early.headers.get("Retry-After")]).toEqual([429, "slow_mode", "44"]);
      expect((await moderator.post(MESSAGES, { message: words() })).status).toBe(200);
      expect((await put(moderator, "/api/chat/slow", { ...slow, seconds: 0 })).status).toBe(200);
      expect((await alice.post(MESSAGES, { message: words() })).status).toBe(200);
      expect(outcomeOf(await put(moderator, "/api/chat/slow", { ...slow, seconds: 0 }))).toEqual([
        409,
        "not_slow",
      ]);
    });
  });

  it("gets no reports of suspended players", async () => {
    const said = await say(alice);
    await admin.signIn("admin");
    const because = { reason: "For the test" };
    expect((await admin.post(`/api/admin/players/${ids.bob}/suspend`, because)).status).toBe(200);
    const report = () => bob.post(`${MESSAGES}/${said.id}/report`, { reason: "Spam" });
    expect(outcomeOf(await report())).toEqual([403, "suspended"]);
    await admin.post(`/api/admin/players/${ids.bob}/lift`, because);
    expect((await report()).status).toBe(200);
  });

  describe("a mute", () => {
    const mute = (by: Visitor, minutes: number | null) =>
      by.post("/api/chat/mutes", { userId: ids.bob, minutes, reason: "Spam" });

    it("by an admin cannot be shortened, replaced or ended by a moderator", async () => {
      expect((await mute(admin, 60)).status).toBe(200);
      for (const minutes of [1, 1_440])
        expect(outcomeOf(await mute(moderator, minutes))).toEqual([403, "forbidden"]);
      const end = (by: Visitor) => remove(by, `/api/chat/mutes/${ids.bob}`, { reason: "Enough" });
      expect(outcomeOf(await end(moderator))).toEqual([403, "forbidden"]);
      expect((await end(admin)).status).toBe(200);
      expect((await mute(moderator, 1)).status).toBe(200);
      expect((await end(moderator)).status).toBe(200);
    });

    it("lets its player read, but neither write nor edit until it ends", async () => {
      const before = await say(bob);
      expect((await mute(moderator, 30)).status).toBe(200);
      const refused = await bob.post(MESSAGES, { message: words() });
      expect(outcomeOf(refused)).toEqual([403, "muted"]);
      const until = new Date(site.clock.now + 30 * MINUTE_MS).toISOString();
      expect(refused.problem().detail).toBe(`You are muted until ${until}: Spam`);
      expect(outcomeOf(await patch(bob, `${MESSAGES}/${before.id}`, { message: words() }))).toEqual([
        403,
        "muted",
      ]);
      expect((await newest(bob))[0]?.id).toBe(before.id);
      const { items } = (await moderator.get("/api/chat/mutes")).as(endpoints.chatMutes);
      expect(items).toMatchObject([
        { user: { id: ids.bob }, by: { id: ids.moderator }, reason: "Spam", until },
      ]);
      const [news] = (await bob.get("/api/social/notifications")).as(endpoints.notifications);
      expect(news).toMatchObject({ title: "Muted in the chat", actionUrl: "/chat" });
      site.clock.now += 30 * MINUTE_MS;
      await say(bob);
      expect((await moderator.get("/api/chat/mutes")).as(endpoints.chatMutes).items).toEqual([]);
    });

    it("of more than a day takes an admin, who can end it", async () => {
      expect((await mute(moderator, null)).status).toBe(403);
      expect((await mute(moderator, 1_441)).status).toBe(403);
      expect((await mute(bob, 5)).status).toBe(403);
      expect((await mute(admin, null)).as(endpoints.mutePlayer).until).toBeNull();
      site.clock.now += 365 * 24 * 60 * MINUTE_MS;
      for (const [name, one] of [
        ["admin", admin],
        ["bob", bob],
        ["moderator", moderator],
        ["alice", alice],
      ] as const)
        await one.signIn(name);
      expect(outcomeOf(await bob.post(MESSAGES, { message: words() }))).toEqual([403, "muted"]);
      expect((await remove(bob, `/api/chat/mutes/${ids.bob}`, { reason: "Me" })).status).toBe(403);
      expect((await remove(admin, `/api/chat/mutes/${ids.bob}`, { reason: "Sorry" })).status).toBe(200);
      await say(bob);
      expect(outcomeOf(await remove(moderator, `/api/chat/mutes/${ids.bob}`, { reason: "Again" }))).toEqual([
        409,
        "not_muted",
      ]);
    });

    it("of a moderator keeps them from writing, from muting and from ending their own mute", async () => {
      const path = `/api/chat/mutes/${ids.moderator}`;
      const muting = { userId: ids.moderator, minutes: 60, reason: "Rude" };
      expect((await admin.post("/api/chat/mutes", muting)).status).toBe(200);
      expect(outcomeOf(await moderator.post(MESSAGES, { message: words() }))).toEqual([403, "muted"]);
      expect(outcomeOf(await remove(moderator, path, { reason: "Me" }))).toEqual([403, "forbidden"]);
      const against = { userId: ids.admin, minutes: 1, reason: "Revenge" };
      expect(outcomeOf(await moderator.post("/api/chat/mutes", against))).toEqual([403, "forbidden"]);
      expect((await remove(admin, path, { reason: "Enough" })).status).toBe(200);
    });

    it("holds from its answer on, however fast its player writes meanwhile", async () => {
      const positionOf = async () => (await newest(alice, "?limit=1"))[0]?.position ?? 0;
      const begun = await positionOf();
      const flood = { on: true };
      const written: { at: number; status: number }[] = [];
      let told = Number.POSITIVE_INFINITY;
      let turn = 0;
      const writing = (async () => {
        while (flood.on) {
          site.clock.now += 10_000;
          const at = turn++;
          const { status } = await bob.post(MESSAGES, { message: words() });
          written.push({ at, status });
        }
      })();
      for (let n = 0; n < 5; n += 1) await alice.get("/api/auth/user");
      expect((await mute(moderator, 1_440)).status).toBe(200);
      told = turn;
      // At least one attempt must begin after the answer, however slow the machine is.
      await expect.poll(() => written.some(({ at }) => at >= told), { timeout: 10_000 }).toBe(true);
      flood.on = false;
      await writing;
      const later = written.filter(({ at }) => at >= told);
      expect(later.every(({ status }) => status === 403)).toBe(true);
      const accepted = written.filter(({ status }) => status === 200);
      expect(await positionOf()).toBe(begun + accepted.length);
      await remove(moderator, `/api/chat/mutes/${ids.bob}`, { reason: "Done" });
    });
  });

  describe("a report", () => {
    const report = (by: Visitor, id: string, reason = "Spam") =>
      by.post(`${MESSAGES}/${id}/report`, { reason });
    const open = async () =>
      (await moderator.get("/api/chat/reports?status=open")).as(endpoints.chatReports).items;

    it("is made once by each player, about others' messages, and shown only to moderators", async () => {
      const { id, message } = await say(alice);
      expect((await report(bob, id)).status).toBe(200);
      expect(outcomeOf(await report(bob, id))).toEqual([409, "reported_already"]);
      expect(outcomeOf(await report(alice, id))).toEqual([409, "own_message"]);
      expect((await report(bob, "msg_unknown")).status).toBe(404);
      expect((await bob.get("/api/chat/reports")).status).toBe(403);
      const [found] = await open();
      expect(found).toMatchObject({
        messageId: id,
        message,
        user: { id: ids.alice },
        reporter: { id: ids.bob },
        reason: "Spam",
        status: "open",
        resolution: null,
      });
    });

    it("is made once per key", async () => {
      const { id } = await say(alice);
      const send = (reason: string) =>
        bob.post(`${MESSAGES}/${id}/report`, { reason }, { "Idempotency-Key": "report-once" });
      const [first, meanwhile] = await Promise.all([send("Spam"), send("Spam")]);
      const made = first.as(endpoints.reportMessage);
      await remove(moderator, `${MESSAGES}/${id}`, { reason: "Spam" });
      expect([meanwhile, await send("Spam")].map((answer) => answer.as(endpoints.reportMessage))).toEqual([
        made,
        made,
      ]);
      expect(outcomeOf(await send("Insults"))).toEqual([422, "idempotency_key_reused"]);
      const flip = { betAmount: 1, betSide: "rbx" };
      const elsewhere = await bob.post("/api/games/coinflip", flip, { "Idempotency-Key": "report-once" });
      expect(outcomeOf(elsewhere)).toEqual([422, "idempotency_key_reused"]);
    });

    it("together with two others hides a message, until a moderator lets it stand", async () => {
      const said = await say(alice);
      for (const name of ["reader1", "reader2", "reader3"]) {
        expect((await newest())[0]?.message).toBe(said.message);
        expect((await report(await site.player(name), said.id)).status).toBe(200);
      }
      expect((await newest())[0]).toMatchObject({ message: "", isDeleted: false });
      const [found] = await open();
      const resolve = (by: Visitor) =>
        by.post(`/api/chat/reports/${found?.id}/resolve`, { action: "dismiss", reason: "Fine" });
      expect((await resolve(bob)).status).toBe(403);
      expect((await resolve(moderator)).as(endpoints.resolveReport).closed).toBe(3);
      expect((await newest())[0]?.message).toBe(said.message);
      expect(outcomeOf(await resolve(moderator))).toEqual([409, "report_closed"]);
    });

    it("is closed with the removal of the message and a mute of its author", async () => {
      const said = await say(bob);
      const { id } = (await report(alice, said.id)).as(endpoints.reportMessage);
      const resolve = () =>
        moderator.post(
          `/api/chat/reports/${id}/resolve`,
          { action: "mute", minutes: 5, reason: "Flood" },
          { "Idempotency-Key": "resolve-once" },
        );
      const resolved = await resolve();
      expect(resolved.status).toBe(200);
      expect((await resolve()).text).toBe(resolved.text);
      expect((await newest())[0]).toMatchObject({ id: said.id, isDeleted: true });
      site.clock.now += MINUTE_MS;
      expect(outcomeOf(await bob.post(MESSAGES, { message: words() }))).toEqual([403, "muted"]);
      const closed = (await moderator.get("/api/chat/reports?status=closed")).as(endpoints.chatReports).items;
      expect(closed[0]).toMatchObject({
        id,
        status: "closed",
        resolution: { action: "mute", reason: "Flood" },
      });
      expect((await moderator.get("/api/chat/reports?next=nonsense")).status).toBe(400);
      site.clock.now += 5 * MINUTE_MS;
      await say(bob);
    });

    it("still shows the text if the author deleted the message at once, and can mute them", async () => {
      const said = await say(bob, "Cheap coins at my place");
      const { id } = (await report(alice, said.id)).as(endpoints.reportMessage);
      expect((await remove(bob, `${MESSAGES}/${said.id}`, {})).status).toBe(200);
      expect((await open())[0]).toMatchObject({ id, message: "Cheap coins at my place" });
      const resolve = (minutes: number | null) =>
        moderator.post(`/api/chat/reports/${id}/resolve`, { action: "mute", minutes, reason: "Spam" });
      for (const minutes of [1_441, null]) expect((await resolve(minutes)).status).toBe(403);
      expect((await open())[0]).toMatchObject({ id, status: "open" });
      expect((await resolve(5)).status).toBe(200);
      site.clock.now += MINUTE_MS;
      expect(outcomeOf(await bob.post(MESSAGES, { message: words() }))).toEqual([403, "muted"]);
      site.clock.now += 5 * MINUTE_MS;
    });

    it("cannot be closed by a moderator who lost the role or is suspended", async () => {
      const other = await site.player("x_moderator2");
      const playerId = (await other.user()).id;
      const because = { reason: "For the test" };
      const role = { playerId, role: "moderator", ...because };
      await admin.signIn("admin");
      expect((await admin.post("/api/admin/roles", role)).status).toBe(200);
      const { id } = (await report(alice, (await say(bob)).id)).as(endpoints.reportMessage);
      const dismiss = async () =>
        (await other.post(`/api/chat/reports/${id}/resolve`, { action: "dismiss", reason: "Fine" })).status;
      expect((await admin.post(`/api/admin/players/${playerId}/suspend`, because)).status).toBe(200);
      expect(await dismiss()).toBe(403);
      expect((await admin.post(`/api/admin/players/${playerId}/lift`, because)).status).toBe(200);
      expect((await remove(admin, "/api/admin/roles", role)).status).toBe(200);
      expect(await dismiss()).toBe(403);
      expect((await open())[0]).toMatchObject({ id, status: "open" });
    });

    it("is closed once by two moderators at once, and its message removed once", async () => {
      const other = await site.player("x_moderator3");
      const role = { playerId: (await other.user()).id, role: "moderator", reason: "For the test" };
      await admin.signIn("admin");
      expect((await admin.post("/api/admin/roles", role)).status).toBe(200);
      const said = await say(alice);
      const { id } = (await report(bob, said.id)).as(endpoints.reportMessage);
      const closing = [moderator, other].flatMap((by) =>
        (["delete", "dismiss"] as const).map((action) =>
          by.post(`/api/chat/reports/${id}/resolve`, { action, reason: "Spam" }),
        ),
      );
      const closed = (await Promise.all(closing)).map(outcomeOf);
      expect(closed.filter(([status]) => status === 200)).toHaveLength(1);
      for (const [status, code] of closed) if (status !== 200) expect(code).toBe("report_closed");
      const next = await say(alice);
      const removing = [moderator, other].map((by) =>
        remove(by, `${MESSAGES}/${next.id}`, { reason: "Spam" }),
      );
      const removed = (await Promise.all(removing)).map(outcomeOf).toSorted();
      expect(removed).toEqual([
        [200, null],
        [409, "message_deleted"],
      ]);
    });

    it(`is one of ${REPORTS_OF_PLAYER_MAX} of a player a day, even if sent at once`, async () => {
      const nosy = await site.player("nosy");
      const ids: string[] = [];
      for (let n = 0; n < REPORTS_OF_PLAYER_MAX + 2; n += 1) ids.push((await say(alice)).id);
      const codes = (await Promise.all(ids.map((id) => report(nosy, id)))).map(({ code }) => code);
      expect(codes.filter((code) => code === null)).toHaveLength(REPORTS_OF_PLAYER_MAX);
      expect(codes.filter((code) => code === "too_many_reports")).toHaveLength(2);
      site.clock.now += DAY_MS + MINUTE_MS;
      await nosy.signIn("nosy");
      await alice.signIn("alice");
      expect((await report(nosy, (await say(alice)).id)).status).toBe(200);
    });

    it("about an admin's message hides nothing: there may be no other admin to close it", async () => {
      const others = [alice, bob, await site.player("w_reporter")];
      const of = async (author: Visitor) => {
        const { id } = await say(author, `${words()} from ${others.length}`);
        for (const by of others.filter((one) => one !== author)) await report(by, id);
        return (await newest(alice)).find((one) => one.id === id)?.message;
      };
      expect(await of(moderator)).toBe("");
      expect(await of(admin)).not.toBe("");
    });

    it("about a moderator's message is seen and closed only by admins", async () => {
      const said = await say(moderator);
      const { id } = (await report(alice, said.id)).as(endpoints.reportMessage);
      const dismiss = (by: Visitor) =>
        by.post(`/api/chat/reports/${id}/resolve`, { action: "dismiss", reason: "Fine" });
      const listed = async (by: Visitor) =>
        (await by.get("/api/chat/reports?status=open")).as(endpoints.chatReports).items.map((one) => one.id);
      expect(await listed(moderator)).not.toContain(id);
      expect(await listed(admin)).toContain(id);
      expect((await dismiss(moderator)).status).toBe(403);
      expect((await dismiss(admin)).status).toBe(200);
    });
  });
});
