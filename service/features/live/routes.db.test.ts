import { get, type IncomingMessage } from "node:http";
import { afterEach, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { publicTopics } from "#domain/features/topics.ts";
import { live } from "#service/features/live/feature.ts";
import { LISTENERS_PER_PLAYER_MAX } from "#service/features/live/live-hub.ts";
import { listen } from "#service/http/server.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { LiveStream } from "#service/lab/testing/live-stream.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const LIVE = "/api/live";

async function flip(player: Visitor): Promise<number> {
  const answer = await player.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
  return Number(answer.headers.get("Ledger-Position"));
}

describeEachEngine("the live stream", (engine) => {
  const site = siteOf(engine);
  const streams: LiveStream[] = [];
  afterEach(async () => {
    await Promise.all(streams.splice(0).map((stream) => stream.close()));
    await expect.poll(() => live.of(site.service.deps).hub.size).toBe(0);
  });

  async function hear(visitor: Visitor, headers: HeadersInit = {}): Promise<LiveStream> {
    const stream = await visitor.live(headers);
    streams.push(stream);
    return stream;
  }

  it("sends a player after a flip own and public topics, with its position", async () => {
    const alice = await site.player("alice");
    const stream = await hear(alice);
    const position = await flip(alice);
    const told = await stream.until("balance", "games", "fairness", "bets", "leaderboard", "ledger");
    expect(new Set(told.map((message) => message.position))).toEqual(new Set([position]));
    expect(told).toHaveLength(6);
  });

  it("sends public topics to everybody, and own topics only to their player", async () => {
    const [alice, bob] = [await site.player("alice"), await site.player("bob")];
    const [ofBob, ofNobody] = [await hear(bob), await hear(site.visitor())];
    await flip(alice);
    for (const stream of [ofBob, ofNobody]) {
      const told = await stream.until("bets", "leaderboard", "ledger");
      expect(told.map(({ topic }) => topic).sort()).toEqual(["bets", "leaderboard", "ledger"]);
    }
    await flip(bob);
    const own = await ofBob.until("balance", "games", "fairness", "ledger");
    expect(own.map(({ topic }) => topic)).toContain("balance");
    expect((await ofNobody.until("ledger")).map(({ topic }) => topic)).not.toContain("balance");
  });

  it("sends reviewers every step of a deposit, with the queue's topic when one leaves it", async () => {
    const [alice, admin] = [await site.player("alice"), await site.player("admin")];
    const stream = await hear(admin);
    const heard = async (...topics: ("reviews" | "queue" | "ledger")[]) =>
      (await stream.until(...topics)).map(({ topic }) => topic).sort();
    const asked = await alice.post("/api/deposits", { type: "rbx", amount: 5 });
    expect(await heard("reviews", "ledger")).toEqual(["ledger", "reviews"]);
    const { id } = asked.as(endpoints.requestDeposit);
    await admin.post(`/api/admin/deposits/${id}/claim`, {});
    expect(await heard("reviews", "ledger")).toEqual(["ledger", "reviews"]);
    // Everybody who waits in the queue learns that a deposit has left it.
    await admin.post(`/api/admin/deposits/${id}/reject`, { note: "Not received" });
    expect(await heard("reviews", "queue", "ledger")).toEqual(["ledger", "queue", "reviews"]);
  });

  it("sends the topics of a rotation, which moves no money", async () => {
    const alice = await site.player("alice");
    const stream = await hear(alice);
    await alice.post("/api/fairness/rotate", { clientSeed: "mine" });
    const topics = (await stream.until("fairness", "games", "ledger")).map(({ topic }) => topic);
    expect(topics).not.toContain("balance");
  });

  it("sends a returning listener every topic that may have changed meanwhile", async () => {
    const alice = await site.player("alice");
    const seen = await flip(alice);
    const position = await flip(alice);
    const stream = await hear(alice, { "Last-Event-ID": String(seen) });
    const told = await stream.until("balance", "games", "fairness", "bets", "leaderboard", "ledger");
    expect(new Set(told.map((message) => message.position))).toEqual(new Set([position]));
    const nobody = await hear(site.visitor(), { "Last-Event-ID": "1" });
    const toNobody = await nobody.until(...publicTopics);
    expect(toNobody).toHaveLength(publicTopics.length);
  });

  it.each(["999999999", "abc", "-", "-1", "", "NaN", "1.5", "1e2"])(
    "sends a listener who returns with %j only later events",
    async (missed) => {
      const alice = await site.player("alice");
      await flip(alice);
      const stream = await hear(alice, { "Last-Event-ID": missed });
      const position = await flip(alice);
      const told = await stream.until("balance", "ledger");
      expect(new Set(told.map((message) => message.position))).toEqual(new Set([position]));
    },
  );

  it("sends recent topics to a page that asks for them", async () => {
    const alice = await site.player("alice");
    const position = await flip(alice);
    const stream = await alice.live({}, { lately: "1" });
    streams.push(stream);
    const topics = ["balance", "games", "fairness", "bets", "leaderboard", "ledger"] as const;
    const told = await stream.until(...topics);
    for (const topic of topics) expect(told).toContainEqual({ topic, position });
    expect((await alice.get("/api/live?lately=2")).status).toBe(400);
  });

  it("is open at most six times for a player", async () => {
    const alice = await site.player("alice");
    for (let i = 0; i < LISTENERS_PER_PLAYER_MAX; i += 1) await hear(alice);
    const seventh = await alice.get(LIVE);
    expect([seventh.status, seventh.code]).toEqual([429, "too_many_requests"]);
    await hear(await site.player("bob"));
    await streams.shift()?.close();
    await expect.poll(() => live.of(site.service.deps).hub.size).toBe(LISTENERS_PER_PLAYER_MAX);
    await flip(alice);
    expect((await (await hear(alice)).until("ledger")).length).toBeGreaterThan(0);
  });

  it("is closed by its client, and not opened by HEAD", async () => {
    const alice = await site.player("alice");
    for (let i = 0; i <= LISTENERS_PER_PLAYER_MAX; i += 1)
      expect((await alice.fetch({ method: "HEAD", path: LIVE })).status).toBe(200);
    expect(live.of(site.service.deps).hub.size).toBe(0);
    const stream = await alice.live();
    expect(live.of(site.service.deps).hub.size).toBe(1);
    await stream.close();
    await expect.poll(() => live.of(site.service.deps).hub.size).toBe(0);
  });

  it("ends for a client cut off from the network", async () => {
    const port = await listen(site.service.app, { port: 0, host: "127.0.0.1" });
    const answers = Array.from(
      { length: 3 },
      () =>
        new Promise<IncomingMessage>((resolve) => {
          get({ port: port.port, host: "127.0.0.1", path: LIVE, agent: false }, resolve);
        }),
    );
    const opened = await Promise.all(answers);
    expect(live.of(site.service.deps).hub.size).toBe(3);
    for (const answer of opened) answer.socket.destroy();
    await expect.poll(() => live.of(site.service.deps).hub.size).toBe(0);
    await port.close();
  });

  it("ends when the service stops", async () => {
    const stream = await hear(await site.player("alice"));
    const ended = stream.next();
    live.of(site.service.deps).hub.close();
    expect(await ended).toBeNull();
  });
});
