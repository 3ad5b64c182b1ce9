import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { FlipAnswer } from "#domain/features/house-flips/contract.ts";
import { edgeOf, payoutOf } from "#domain/features/house-flips/rules.ts";
import { gameExperience } from "#domain/features/players/level.ts";
import { formatMinor, minor } from "#domain/kernel/money.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const FLIP = "/api/games/coinflip";
/** A position far beyond the head. */
const BEYOND = { "Ledger-Min-Position": "99999999999999" };
/** Longer than any answer takes without waiting, on a busy machine. */
const PATIENCE_MS = 20_000;

interface Played {
  readonly stake: string;
  readonly side: "rbx" | "tix";
  readonly flip: FlipAnswer;
}

/** Plays games one after another, on both sides, with stakes that round up or down. */
async function play(player: Visitor, games: number): Promise<Played[]> {
  const played: Played[] = [];
  for (let game = 0; game < games; game += 1) {
    const side = game % 3 === 0 ? "tix" : "rbx";
    const stake = ["1", "1.01", "2.5", "19.99"][game % 4] ?? "1";
    const answer = await player.post(FLIP, { betAmount: Number(stake), betSide: side });
    played.push({ stake, side, flip: answer.as(endpoints.flip) });
  }
  return played;
}

const countOf = (answers: readonly Answer[], what: string): number =>
  answers.filter(({ status, code }) => `${status} ${code ?? ""}`.trim() === what).length;

describeEachEngine("a flip against the house", (engine) => {
  const site = siteOf(engine, { readWaitMs: PATIENCE_MS });

  it("answers by the rules, and posts exactly its answer", async () => {
    const alice = await site.player("alice");
    const balances = { rbx: minor("1000.00"), tix: minor("500.00") };
    for (const [index, { stake, side, flip }] of (await play(alice, 40)).entries()) {
      const won = flip.result === side;
      const payout = won ? payoutOf(minor(stake)) : 0n;
      balances[side] += payout - minor(stake);
      expect(flip).toMatchObject({
        won,
        winAmount: formatMinor(payout),
        houseEdgeTaken: won ? formatMinor(edgeOf(minor(stake))) : "0.00",
        rbxBalance: formatMinor(balances.rbx),
        tixBalance: formatMinor(balances.tix),
        nonce: index,
      });
    }
    expect(await alice.user()).toMatchObject({
      rbxBalance: formatMinor(balances.rbx),
      tixBalance: formatMinor(balances.tix),
    });
  });

  it("is exported as CSV with the list's games and figures, under the same filters", async () => {
    const alice = await site.player("alice");
    for (const query of ["", "&currency=RBX&result=won", "&game=crash"]) {
      const list = (await alice.get(`/api/games/history?limit=200${query}`)).as(endpoints.history);
      const [head = "", ...lines] = (await alice.get(`/api/games/history?export=csv${query}`)).text
        .trimEnd()
        .split("\r\n");
      const columns = head.split(",");
      const cell = (line: string, name: string) => line.split(",")[columns.indexOf(name)];
      const of = (line: string) =>
        ["id", "currency", "betAmount", "winAmount", "won"].map((name) => cell(line, name)).join();
      expect(lines.map(of)).toEqual(
        list.map(({ id, currency, betAmount, winAmount, won }) =>
          [id, currency, betAmount, winAmount, won].join(),
        ),
      );
    }
    const own = (await alice.get("/api/games/figures")).as(endpoints.ownFigures);
    expect(own.figures.reduce((sum, { games }) => sum + games, 0)).toBe(40);
    expect((await alice.get("/api/games/course")).as(endpoints.ownCourse).courses).toHaveLength(2);
    for (const query of ["export=1", "currency=USD", "from=today", "game=Crash'--"])
      expect((await alice.get(`/api/games/history?${query}`)).status, query).toBe(400);
  });

  it("answers with its position, and adds one event to the log", async () => {
    const bob = await site.player("bob");
    const { position: before } = (await site.books()).head;
    const answer = await bob.post(FLIP, { betAmount: 1, betSide: "tix" });
    const { position, id } = answer.as(endpoints.flip);
    expect(BigInt(position)).toBe(before + 1n);
    expect(answer.headers.get("Ledger-Position")).toBe(String(position));
    expect(id).toMatch(/^game_[0-9a-z]{24}$/);
    const [event] = await site.db.query<{ type: string; recorded_at: bigint }>(
      "select type, recorded_at from events where position = $1",
      [position],
    );
    expect(event).toEqual({ type: "CoinFlipped", recorded_at: BigInt(SITE_BEGINS_AT) });
  });

  it("is seen at once in the player's own figures, games and entries, newest first", async () => {
    const carol = await site.player("carol");
    expect((await carol.get("/api/games/stats")).as(endpoints.stats)).toEqual({
      totalGames: 0,
      wins: 0,
      gamesPlayed: 0,
      winRate: 0,
      totalWon: "0.00",
      totalLost: "0.00",
    });
    expect((await carol.get("/api/games/history")).as(endpoints.history)).toEqual([]);
    const played = await play(carol, 13);
    const won = played.filter(({ flip }) => flip.won);
    const sum = (of: readonly Played[], amount: (one: Played) => bigint) =>
      formatMinor(of.reduce((total, one) => total + amount(one), 0n));
    expect((await carol.get("/api/games/stats")).as(endpoints.stats)).toEqual({
      totalGames: 13,
      gamesPlayed: 13,
      wins: won.length,
      winRate: Math.round((won.length * 1_000) / 13) / 10,
      totalWon: sum(won, ({ flip, stake }) => minor(flip.winAmount) - minor(stake)),
      totalLost: sum(
        played.filter(({ flip }) => !flip.won),
        ({ stake }) => minor(stake),
      ),
    });
    const history = (await carol.get("/api/games/history")).as(endpoints.history);
    expect(history).toEqual(
      played.toReversed().map(({ stake, side, flip }) => ({
        id: flip.id,
        position: flip.position,
        gameType: "coinflip",
        betSide: side,
        betAmount: formatMinor(minor(stake)),
        result: flip.result,
        won: flip.won,
        winAmount: flip.winAmount,
        createdAt: new Date(SITE_BEGINS_AT).toISOString(),
        currency: side === "rbx" ? "RBX" : "TIX",
        opponent: null,
        userGame: null,
        experience: gameExperience(minor(stake)),
      })),
    );
    const { items } = (await carol.get("/api/ledger?limit=1")).as(endpoints.entries);
    expect(items.map(({ position, gameId }) => [position, gameId])).toContainEqual([
      played.at(-1)?.flip.position,
      played.at(-1)?.flip.id,
    ]);
  });

  it("is listed page by page, without gaps or other players' games", async () => {
    const dave = await site.player("dave");
    const played = await play(dave, 7);
    await play(await site.player("whale"), 2);
    const ids: string[] = [];
    for (let before = ""; ; ) {
      const page = (await dave.get(`/api/games/history?limit=3${before}`)).as(endpoints.history);
      if (page.length === 0) break;
      ids.push(...page.map(({ id }) => id));
      before = `&before=${page.at(-1)?.position}`;
    }
    expect(ids).toEqual(played.map(({ flip }) => flip.id).reverse());
  });

  it("is shown to everybody among the newest bets, from its position on", async () => {
    const player = await site.player("newbie");
    const [only] = await play(player, 1);
    const nobody = site.visitor();
    const seen = await nobody.get("/api/games/bets?limit=1", {
      "Ledger-Min-Position": String(only?.flip.position),
    });
    const { id, username } = await player.user();
    expect(seen.as(endpoints.liveBets)).toMatchObject([
      { id: only?.flip.id, player: { id, username }, betAmount: "1.00", won: only?.flip.won },
    ]);
  });

  it("is shown at another process to a request with its position", async () => {
    const other = site.visitor();
    const player = await site.player("private");
    const [only] = await play(player, 1);
    for (const [name, value] of player.cookies) other.cookies.set(name, value);
    const ofOther = await other.get("/api/games/stats", {
      "Ledger-Min-Position": String(only?.flip.position),
    });
    expect(ofOther.as(endpoints.stats).totalGames).toBe(1);
  });

  it("answers a request for a position beyond the head at once, as of the head", async () => {
    const player = await site.player("patient_one");
    await play(player, 1);
    const began = performance.now();
    const stats = await player.get("/api/games/stats", BEYOND);
    expect(stats.as(endpoints.stats).totalGames).toBe(1);
    expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
  });

  it("happens only as often as the balance allows, of eight at once", async () => {
    for (const name of ["eight_a", "eight_b", "eight_c"]) {
      const player = await site.player(name);
      const bet = { betAmount: 1_000, betSide: "rbx" };
      const answers = await Promise.all(Array.from({ length: 8 }, () => player.post(FLIP, bet)));
      const happened = answers
        .filter(({ status }) => status === 200)
        .map((answer) => answer.as(endpoints.flip))
        .sort((a, b) => a.position - b.position);
      expect(happened.length + countOf(answers, "409 insufficient_balance")).toBe(8);
      let balance = minor("1000.00");
      for (const { won, rbxBalance } of happened) {
        expect(balance).toBeGreaterThanOrEqual(minor("1000.00"));
        balance += won ? minor("975.00") : -minor("1000.00");
        expect(rbxBalance).toBe(formatMinor(balance));
      }
      expect((await player.user()).rbxBalance).toBe(formatMinor(balance));
      const lost = happened.some(({ won }) => !won);
      expect(happened.length === 8 || lost).toBe(true);
    }
  });

  it("is refused to a player with too many under way, and costs nothing", async () => {
    const player = await site.player("hasty_one");
    const many = Array.from({ length: 200 }, () => player.post(FLIP, { betAmount: 1, betSide: "rbx" }));
    const answers = await Promise.all(many);
    const happened = countOf(answers, "200");
    expect(happened).toBeGreaterThanOrEqual(32);
    expect(countOf(answers, "429 too_many_requests")).toBe(200 - happened);
    expect((await player.get("/api/games/stats")).as(endpoints.stats).totalGames).toBe(happened);
  });
});

describeEachEngine("a player who flips too fast", (engine) => {
  const site = siteOf(engine, { remoteAddress: "203.0.113.7" });

  it("may flip a hundred times at once and fifty times a second, each player separately", async () => {
    const alice = await site.player("alice");
    const flip = (player: Visitor) => player.post(FLIP, { betAmount: 1, betSide: "rbx" });
    for (let game = 0; game < 100; game += 1) expect((await flip(alice)).status).toBe(200);
    const tooMany = await flip(alice);
    expect([tooMany.status, tooMany.code, tooMany.headers.get("Retry-After")]).toEqual([
      429,
      "too_many_requests",
      "1",
    ]);
    expect((await flip(await site.player("bob"))).status).toBe(200);
    site.clock.now += 40;
    expect([(await flip(alice)).status, (await flip(alice)).status, (await flip(alice)).status]).toEqual([
      200, 200, 429,
    ]);
  });

  it("signs in at most thirty times a minute from one address", async () => {
    site.clock.now += 60_000;
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await site.visitor().get("/api/login")).status);
    expect(statuses.filter((status) => status === 302)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    site.clock.now += 2_000;
    expect((await site.visitor().get("/api/login")).status).toBe(302);
  });
});
