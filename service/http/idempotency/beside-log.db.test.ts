import { beforeAll, expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { noteKey } from "#service/event-store/commands/command-lookup.ts";
import { lockRoom } from "#service/features/chat/chat-rows.ts";
import { chatSite, MESSAGES } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { requestOrigin } from "./idempotency.ts";

const METHODS = "/api/shop/payment-methods";
const SHOWN = { profile: "public", activity: "public", presence: true, requests: true };
const HIDDEN = { profile: "hidden", activity: "hidden", presence: false, requests: false };
/** How long requests may take until they wait for a lock, in milliseconds. */
const WAIT_MAX_MS = 5_000;
const tag = (name: string) => ({ method: "cashapp", cashappTag: `$${name}` });

describeEachEngine("an idempotency key of a change beside the log", (engine) => {
  const { site, chatters, alice, bob } = chatSite(engine);
  beforeAll(() => chatters.levelMin(1));

  const send = (call: string, body: unknown, key: string, by: Visitor = alice) =>
    by.ask(call, body, { "Idempotency-Key": key });
  const add = async (name: string) =>
    (await alice.post(METHODS, tag(name))).as(endpoints.addPaymentMethod).id;
  const methods = async (of: Visitor = alice) => (await of.get(METHODS)).as(endpoints.paymentMethods);
  /** Everything that these calls may change. */
  const kept = async () =>
    Promise.all(
      ["/api/me/privacy", METHODS, "/api/shop/watchlist", MESSAGES, "/api/me/sessions"].map(async (path) => {
        const { text } = await alice.get(path);
        return text.replaceAll(/"lastSeenAt":"[^"]*"/g, "");
      }),
    );

  it("keeps an old change from undoing a newer one when it is sent again", async () => {
    const old = await send("PUT /api/me/privacy", HIDDEN, "hide");
    await send("PUT /api/me/privacy", SHOWN, "show");
    const again = await send("PUT /api/me/privacy", HIDDEN, "hide");
    expect([again.status, again.text]).toEqual([200, old.text]);
    expect((await alice.get("/api/me/privacy")).as(endpoints.privacy)).toEqual(SHOWN);

    const { id } = (await send(`POST ${METHODS}`, tag("once"), "add")).as(endpoints.addPaymentMethod);
    await send(`PATCH ${METHODS}/${id}`, { cashappTag: "$twice" }, "change");
    expect((await send(`POST ${METHODS}`, tag("once"), "add")).as(endpoints.addPaymentMethod)).toMatchObject({
      id,
      cashappTag: "$twice",
    });
    expect((await methods()).map(({ cashappTag }) => cashappTag)).toEqual(["$twice"]);

    const { id: message } = await chatters.say(alice);
    const edit = async (text: string, key: string) => {
      site.clock.now += 6_000;
      return (await send(`PATCH ${MESSAGES}/${message}`, { message: text }, key)).as(endpoints.editMessage);
    };
    const [first, second] = [chatters.words(), chatters.words()];
    await edit(first, "first");
    await edit(second, "second");
    expect((await edit(first, "first")).message).toBe(second);
  });

  it("gives a repeated end of sessions its first answer, and spares sessions begun since", async () => {
    const carol = await site.anew("carol");
    await site.anew("carol");
    const first = await send("DELETE /api/me/sessions", {}, "others", carol);
    expect(first.as(endpoints.endOtherSessions)).toEqual({ ended: 1 });
    const newer = await site.anew("carol");
    expect((await send("DELETE /api/me/sessions", {}, "others", carol)).text).toBe(first.text);
    const own = (await newer.get("/api/me/sessions")).as(endpoints.ownSessions);
    expect(own).toHaveLength(2);
    const id = own.find(({ isCurrent }) => !isCurrent)?.id;
    for (let times = 0; times < 2; times += 1) {
      const ended = await send(`DELETE /api/me/sessions/${id}`, {}, "that one", newer);
      expect(ended.as(endpoints.endOwnSession)).toEqual({ ended: 1 });
    }
    expect((await carol.get("/api/me/sessions")).status).toBe(401);
  });

  it.each([
    ["PUT /api/me/privacy", HIDDEN, SHOWN],
    [`POST ${METHODS}`, tag("one"), tag("another")],
    ["DELETE /api/shop/watchlist", { listingId: 1 }, { listingId: 2 }],
    ["POST /api/social/notifications/read-all", { upTo: 1 }, { upTo: 2 }],
    ["POST /api/chat/read", { upTo: 1 }, { upTo: 2 }],
  ])("of %s is refused for another body, and nothing changes", async (call, body, other) => {
    expect((await send(call, body, `of ${call}`)).status).toBe(200);
    const before = await kept();
    const answer = await send(call, other, `of ${call}`);
    expect([answer.status, answer.code]).toEqual([422, "idempotency_key_reused"]);
    expect(await kept()).toEqual(before);
  });

  it("is refused for another method, message or session of the same player", async () => {
    const [one, two] = [await add("one"), await add("two")];
    expect((await send(`DELETE ${METHODS}/${one}`, undefined, "remove")).status).toBe(200);
    expect((await send(`DELETE ${METHODS}/${two}`, undefined, "remove")).status).toBe(422);
    expect((await methods()).map(({ id }) => id)).toContain(two);
    const [here, there] = [await chatters.say(alice), await chatters.say(alice)];
    expect((await send(`DELETE ${MESSAGES}/${here.id}`, {}, "take back")).status).toBe(200);
    expect((await send(`DELETE ${MESSAGES}/${there.id}`, {}, "take back")).status).toBe(422);
  });

  it("is one with the keys of commands and of chat messages", async () => {
    const bet = { betAmount: 1, betSide: "rbx" };
    await send("POST /api/games/coinflip", bet, "a flip");
    expect((await send("PUT /api/me/privacy", HIDDEN, "a flip")).status).toBe(422);
    await send(`POST ${MESSAGES}`, { message: chatters.words() }, "a message");
    expect((await send("PUT /api/me/privacy", HIDDEN, "a message")).status).toBe(422);
    await send("PUT /api/me/privacy", SHOWN, "a setting");
    const before = await site.books();
    expect((await send("POST /api/games/coinflip", bet, "a setting")).status).toBe(422);
    const posted = await send(`POST ${MESSAGES}`, { message: chatters.words() }, "a setting");
    expect(posted.status).toBe(422);
    expect(await site.books()).toEqual(before);
    expect((await send("PUT /api/me/privacy", HIDDEN, "a flip", bob)).status).toBe(200);
  });

  it("is used up by no refusal", async () => {
    const id = await add("kept");
    const change = (which: string, body: object) => send(`PATCH ${METHODS}/${which}`, body, "refused");
    expect((await change("pm_none", { cashappTag: "$new" })).status).toBe(404);
    expect((await change(id, { paypalEmail: "a@b.example" })).status).toBe(400);
    expect((await change(id, { cashappTag: "$new" })).status).toBe(200);
    const invalid = await send("PUT /api/me/privacy", SHOWN, "é".repeat(200).slice(0, 129));
    expect([invalid.status, invalid.code]).toEqual([400, "invalid_idempotency_key"]);
  });

  it("makes one change of many requests at once, and takes one of two that differ", async () => {
    const dave = await site.player("dave");
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(`POST ${METHODS}`, tag("dave"), "at once", dave)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const [{ id = "" } = {}] = await methods(dave);
    const gone = await Promise.all(
      Array.from({ length: 8 }, () => send(`DELETE ${METHODS}/${id}`, undefined, "gone", dave)),
    );
    expect(new Set(gone.map(({ status }) => status))).toEqual(new Set([200]));
    const two = await Promise.all(
      [tag("left"), tag("right")].map((body) => send(`POST ${METHODS}`, body, "two at once", dave)),
    );
    expect(two.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await methods(dave)).toHaveLength(1);
  });

  it.runIf(engine.name === "postgres")(
    "is taken after the chat's lock: a deletion does not deadlock with a message or an edit under its key",
    async () => {
      const { id } = await chatters.say(alice);
      const origin = requestOrigin(
        { playerId: (await alice.user()).id },
        { key: "both", at: site.clock.now },
        { method: "PATCH", route: "", params: {}, body: {} },
      );
      const removal = await site.db.transaction(async (tx) => {
        await lockRoom(tx);
        const sent = send(`DELETE ${MESSAGES}/${id}`, {}, "both");
        await vi.waitFor(async () => {
          const waiting =
            "select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))";
          expect(await tx.query(waiting)).not.toEqual([]);
        }, WAIT_MAX_MS);
        await noteKey(origin, tx);
        return { sent };
      });
      expect((await removal.sent).status).toBe(422);
    },
  );

  it("leaves nothing personal, and nothing at all once its player is forgotten", async () => {
    const erin = await site.player("erin");
    const { id } = await erin.user();
    const method = { method: "paypal", paypalEmail: "erin@mail.example" };
    for (const key of ["mine", "mine, too"]) await send(`POST ${METHODS}`, method, key, erin);
    const rows = () =>
      site.db.query<Row & { row: string }>(
        "select to_jsonb(k)::text as row from used_keys k where owner = $1",
        [id],
      );
    const texts = (await rows()).map(({ row }) => row);
    expect(texts).toEqual([expect.stringContaining("pm_"), expect.stringContaining("pm_")]);
    expect(texts.join()).not.toMatch(/erin|mine/);
    const hashes = texts.map((row) => (JSON.parse(row) as { request_hash: string }).request_hash);
    // A hash of the request alone would be the same twice, and the address could be found by trying.
    expect(new Set(hashes).size).toBe(2);
    expect((await erin.post("/api/me/forget", { confirm: "erin" })).status).toBe(200);
    expect(await rows()).toEqual([]);
  });
});
