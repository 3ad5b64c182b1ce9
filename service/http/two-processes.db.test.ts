import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { SESSION_TRUST_MS } from "#service/features/players/sessions/sessions.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const BET = { betAmount: 1, betSide: "rbx" };

describeEachEngine("two processes of one site", (engine) => {
  const { one, two, carriedOver } = twoSitesOf(engine);

  const flip = (player: Visitor, headers: HeadersInit = {}) =>
    player.post("/api/games/coinflip", BET, headers);

  it("make one player of two simultaneous first sign-ins", async () => {
    const before = await one.books();
    const browsers = [one.visitor(), two.visitor(), one.visitor(), two.visitor()];
    const callbacks: string[] = [];
    for (const browser of browsers) callbacks.push(await browser.visitPlatform("both_at_once"));
    await Promise.all(browsers.map((browser, i) => browser.get(callbacks[i] ?? "")));
    const users = await Promise.all(browsers.map((browser) => browser.user()));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    expect((await one.books()).identities).toBe(before.identities + 1n);
  });

  it("finish a sign-in that the other began", async () => {
    const visitor = one.visitor();
    const callback = await visitor.visitPlatform("alice");
    const other = carriedOver(visitor);
    // A test's platform knows only the codes of its own process: the state was accepted, the code was not.
    expect((await other.get(callback)).headers.get("Location")).toMatch(/error=code_expired/);
  });

  it("accept each other's sessions, and notice their end within seconds", async () => {
    const alice = await one.player("alice");
    const elsewhere = carriedOver(alice);
    expect(await elsewhere.user()).toEqual(await alice.user());
    await alice.get("/api/logout");
    two.clock.now += SESSION_TRUST_MS;
    expect((await elsewhere.get("/api/auth/user")).code).toBe("unauthorized");
  });

  it("make one bet of one key sent to both at once, again and again", async () => {
    const here = await one.player("bob");
    const there = carriedOver(here);
    const positions = new Set<number>();
    for (let round = 1; round <= 15; round += 1) {
      const key = { "Idempotency-Key": `both ${round}` };
      const answers = await Promise.all([
        flip(here, key),
        flip(there, key),
        flip(here, key),
        flip(there, key),
      ]);
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      for (const answer of answers) positions.add(answer.as(endpoints.flip).position);
    }
    // The head may be further: a slow connection causes a recovery, which is an event too.
    const told = [...positions].sort((a, b) => a - b).map(BigInt);
    const stored = await one.service.deps.db.query<{ position: bigint }>(
      "select position from events where type = 'CoinFlipped' and stream = $1 order by position",
      [`player:${(await here.user()).id}`],
    );
    expect(stored.map(({ position }) => position)).toEqual(told);
    expect(told.length).toBe(15);
  });

  it("never let a player spend at one what was lost at the other", async () => {
    for (let round = 1; round <= 6; round += 1) {
      const here = await one.player(`spends_twice_${round}`);
      const there = carriedOver(here);
      const all = { betAmount: 1_000, betSide: "rbx" };
      const answers = await Promise.all(
        [here, there, here, there].map((player) => player.post("/api/games/coinflip", all)),
      );
      const happened = answers
        .filter(({ status }) => status === 200)
        .map((answer) => answer.as(endpoints.flip))
        .sort((a, b) => a.position - b.position);
      const lost = happened.findIndex(({ rbxBalance }) => Number(rbxBalance) < 1_000);
      expect(lost === -1 ? happened.length : lost + 1).toBe(happened.length);
      expect(lost === -1 ? 4 : happened.length).toBe(happened.length);
      expect(Number((await there.user()).rbxBalance)).toBeGreaterThanOrEqual(0);
    }
  });

  it("use each nonce once, whichever is asked", async () => {
    const here = await one.player("counts_on");
    const there = carriedOver(here);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => flip(i % 2 === 0 ? here : there)));
    const flips = answers.map((answer) => answer.as(endpoints.flip)).sort((a, b) => a.position - b.position);
    expect(flips.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 24 }, (_, nonce) => nonce));
  });

  it("tell their listeners about events of the other", async () => {
    const here = await one.player("listens_here");
    const stream = await here.live();
    const answer = await flip(carriedOver(here));
    const told = await stream.until("balance", "games", "ledger");
    expect(told.map(({ position }) => position)).toContain(Number(answer.headers.get("Ledger-Position")));
    await stream.close();
  });
});
