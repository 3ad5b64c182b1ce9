import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { SITE_ORIGIN } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const FLIP = "/api/games/coinflip";
const BET = { betAmount: 1, betSide: "rbx" };

const flip = (player: Visitor, key: string, body: object = BET) =>
  player.post(FLIP, body, { "Idempotency-Key": key });

describeEachEngine("an idempotency key", (engine) => {
  const site = siteOf(engine);
  const [alice, bob] = playersOf(site, "alice", "bob");

  it("makes a request happen once: retries get the identical answer, at any time", async () => {
    const first = await flip(alice, "again");
    const before = await site.books();
    await flip(bob, "in between");
    site.clock.now += 24 * 60 * 60 * 1_000;
    const again = await flip(alice, "again");
    expect(again.text).toBe(first.text);
    expect(again.headers.get("Ledger-Position")).toBe(first.headers.get("Ledger-Position"));
    expect((await site.books()).head.position).toBe(before.head.position + 1n);
  });

  it("identifies the same request in any spelling", async () => {
    const first = await flip(alice, "written");
    const headers = { "Content-Type": "application/json; charset=utf-8", "Idempotency-Key": "written" };
    const again = await alice.send({
      method: "POST",
      path: FLIP,
      body: '  { "betSide" : "\\u0072bx", "betAmount" : 1.0 }  ',
      headers,
    });
    expect(again.text).toBe(first.text);
  });

  it("also answers on another device of the same player", async () => {
    const first = await flip(alice, "device");
    expect((await flip(await site.player("alice"), "device")).text).toBe(first.text);
  });

  it.each([
    ["another amount", FLIP, { ...BET, betAmount: 2 }],
    ["another side", FLIP, { ...BET, betSide: "tix" }],
    ["another route", "/api/fairness/rotate", { clientSeed: "mine" }],
  ])("of one request is refused for %s, and nothing changes", async (_what, path, body) => {
    await flip(alice, "reused");
    const before = await site.books();
    const answer = await alice.post(path, body, { "Idempotency-Key": "reused" });
    expect([answer.status, answer.code]).toEqual([422, "idempotency_key_reused"]);
    expect(await site.books()).toEqual(before);
  });

  it("is refused for a deeply nested request, even in an unused field", async () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const send = (levels: number) =>
      alice.send({
        method: "POST",
        path: "/api/deposits",
        body: `{"type":"rbx","amount":5,"tradeUrl":${nested(levels)}}`,
        headers: { "Content-Type": "application/json", "Idempotency-Key": "nested" },
      });
    const before = await site.books();
    for (const levels of [32, 30_000]) expect((await send(levels)).problem()).toMatchObject({ status: 400 });
    expect(await site.books()).toEqual(before);
    expect((await send(31)).status).toBe(200);
  });

  it("names another command for another player", async () => {
    const ofAlice = (await flip(alice, "shared")).as(endpoints.flip);
    const ofBob = (await flip(bob, "shared", { betAmount: 2, betSide: "tix" })).as(endpoints.flip);
    expect(ofBob.id).not.toBe(ofAlice.id);
    expect(ofBob.position).toBe(ofAlice.position + 1);
  });

  it.each([
    ["a refusal", { betAmount: 100_000, betSide: "rbx" }, 409],
    ["a bad request", { betAmount: 0.5, betSide: "rbx" }, 400],
    ["a request that does not fit", { betAmount: "1", betSide: "rbx" }, 400],
  ])("is not used up by %s", async (what, body, status) => {
    expect((await flip(alice, `unused by ${what}`, body)).status).toBe(status);
    expect((await flip(alice, `unused by ${what}`, body)).status).toBe(status);
    expect((await flip(alice, `unused by ${what}`)).status).toBe(200);
  });

  it("is not used up by a request from another site or without a session", async () => {
    const sent = { method: "POST", path: FLIP, body: JSON.stringify(BET) };
    const key = { "Content-Type": "application/json", "Idempotency-Key": "unused elsewhere" };
    const foreign = await alice.send({ ...sent, headers: { ...key, Origin: "https://evil.example" } });
    const nobody = await site.visitor().send({ ...sent, headers: { ...key, Origin: SITE_ORIGIN } });
    expect([foreign.status, nobody.status]).toEqual([403, 401]);
    expect((await flip(alice, "unused elsewhere", { ...BET, betAmount: 2 })).status).toBe(200);
  });

  it("makes one command of many concurrent requests", async () => {
    const before = await site.books();
    const answers = await Promise.all(Array.from({ length: 20 }, () => flip(alice, "at once")));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await site.books()).head.position).toBe(before.head.position + 1n);
  });

  it("sent at once with two requests accepts one of them, and refuses the other", async () => {
    const bodies = [BET, { ...BET, betAmount: 2 }];
    const answers = await Promise.all(bodies.map((body) => flip(alice, "two at once", body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it("still answers when the player could no longer pay for it", async () => {
    const carol = await site.player("carol");
    const first = await flip(carol, "the first", { betAmount: 1_000, betSide: "rbx" });
    // Stakes everything until all is lost; after many wins, no more than the house accepts.
    for (let game = 1; Number((await carol.user()).rbxBalance) >= 1_000; game += 1) {
      const betAmount = Math.min(Number((await carol.user()).rbxBalance), 5_000);
      const { status } = await flip(carol, `all in ${game}`, { betAmount, betSide: "rbx" });
      expect(status).toBe(200);
    }
    expect((await flip(carol, "another", { betAmount: 1_000, betSide: "rbx" })).status).toBe(409);
    expect((await flip(carol, "the first", { betAmount: 1_000, betSide: "rbx" })).text).toBe(first.text);
  });

  it.each(["x", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "a b", "x".repeat(128)])("may be %j", async (key) => {
    const first = await flip(alice, key);
    expect(first.status).toBe(200);
    expect((await flip(alice, key)).text).toBe(first.text);
  });
});
