import { createHmac } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { house, issuance } from "#domain/accounts/account.ts";
import { sideOfDigest, st1Key, st1Message } from "#domain/fairness/st1.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { UserFlipAnswer } from "#domain/features/user-coinflips/contract.ts";
import { payoutOf } from "#domain/features/user-coinflips/rules.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { accept } from "#domain/kernel/decision.ts";
import { formatMinor, minor } from "#domain/kernel/money.ts";
import { move } from "#domain/ledger/posting.ts";
import { logStreamKind } from "#domain/ledger/recovery.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import { logModel } from "#service/features/log-model.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, NEWEST, type Site } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const GAMES = "/api/user-games";

const make = async (player: Visitor, terms: object = {}): Promise<UserGameListed> =>
  (await player.post(GAMES, { title: "Coin", gameType: "coinflip", maxBet: 100_000, ...terms })).as(
    endpoints.createUserGame,
  );
const change = (player: Visitor, id: string, changes: object) => player.ask(`PATCH ${GAMES}/${id}`, changes);
const play = (player: Visitor, id: string, betAmount = 1, betSide: "rbx" | "tix" = "rbx") =>
  player.post(`${GAMES}/${id}/play`, { betAmount, betSide });
const said = ({ status, code }: Answer): string => `${status} ${code ?? ""}`.trim();

describeEachEngine("a coinflip by a player's rules", (engine) => {
  const site = siteOf(engine);
  let game: UserGameListed;
  const [maker] = playersOf(site, "maker");
  beforeAll(async () => {
    game = await make(maker, { houseEdge: 7.5 });
  });

  it("answers as the house flip does, and posts exactly that, with the creator's share", async () => {
    const alice = await site.player("alice");
    const { id: makerId } = await maker.user();
    const balances = { rbx: minor("1000.00"), tix: minor("500.00") };
    const staked = { rbx: 0n, tix: 0n };
    const before = { rbx: await site.held("house", "RBX"), tix: await site.held("house", "TIX") };
    for (let n = 0; n < 30; n += 1) {
      const betSide = n % 3 === 0 ? "tix" : "rbx";
      const stake = minor(["1.00", "1.01", "2.50", "19.99"][n % 4] ?? "1.00");
      const flip = (await play(alice, game.id, Number(formatMinor(stake)), betSide)).as(
        endpoints.playUserGame,
      );
      const payout = flip.result === betSide ? payoutOf(stake, 750) : 0n;
      balances[betSide] += payout - stake;
      staked[betSide] += stake;
      expect(flip).toMatchObject({
        won: flip.result === betSide,
        winAmount: formatMinor(payout),
        houseEdgeTaken: formatMinor(payout === 0n ? 0n : stake * 2n - payout),
        rbxBalance: formatMinor(balances.rbx),
        tixBalance: formatMinor(balances.tix),
        nonce: n,
      });
    }
    for (const [side, asset] of [
      ["rbx", "RBX"],
      ["tix", "TIX"],
    ] as const) {
      const share = await site.held(`creator-share:${makerId}`, asset);
      expect(share).toBe((staked[side] * 750n) / 10_000n);
      const lost = minor(side === "rbx" ? "1000.00" : "500.00") - balances[side];
      expect((await site.held("house", asset)) - before[side]).toBe(lost - share);
    }
  });

  it("shares seeds and nonces with the house flip, and is provable once its pair is revealed", async () => {
    const player = await site.player("checks_it");
    const flips: UserFlipAnswer[] = [];
    for (let n = 0; n < 3; n += 1) {
      flips.push((await play(player, game.id)).as(endpoints.playUserGame));
      await player.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    }
    expect(flips.map(({ nonce }) => nonce)).toEqual([0, 2, 4]);
    expect((await player.get("/api/fairness")).as(endpoints.fairness).nonce).toBe(6);
    await player.post("/api/fairness/rotate", { clientSeed: "next" });
    for (const { id, nonce, result } of flips) {
      const proof = (await site.visitor().get(`/api/games/${id}/proof`, NEWEST)).as(endpoints.proof);
      if (proof.scheme !== "st1") throw new Error("It is drawn as a house flip is");
      expect(proof).toMatchObject({ gameType: "user_coinflip", nonce, result });
      const { serverSeed, clientSeed } = proof;
      const digest = createHmac("sha256", st1Key(serverSeed ?? ""))
        .update(st1Message(clientSeed, nonce))
        .digest();
      expect(sideOfDigest(digest)).toBe(result);
    }
  });

  it("counts in history, figures, bets, leaderboard, entries and revenue", async () => {
    const player = await site.player("counted");
    const flip = (await play(player, game.id, 10, "tix")).as(endpoints.playUserGame);
    const [entry] = (await player.get("/api/games/history")).as(endpoints.history);
    expect(entry).toMatchObject({
      id: flip.id,
      gameType: "user_coinflip",
      currency: "TIX",
      betAmount: "10.00",
      userGame: { id: game.id, title: "Coin" },
    });
    expect((await player.get("/api/games/stats")).as(endpoints.stats).totalGames).toBe(1);
    const [bet] = (await site.visitor().get("/api/games/bets?limit=1", NEWEST)).as(endpoints.liveBets);
    expect(bet).toMatchObject({ id: flip.id, player: { username: "counted" }, userGame: { id: game.id } });
    const ranks = (await site.visitor().get("/api/leaderboard?period=all&by=wagered", NEWEST)).as(
      endpoints.leaderboard,
    );
    expect(ranks.find((row) => row.player.username === "counted")?.wagered).toBe("10.00");
    const { items } = (await player.get("/api/ledger?limit=1")).as(endpoints.entries);
    expect(items[0]).toMatchObject({ gameId: flip.id });
    expect((await player.user()).experience).toBeGreaterThan(0);
    expect((await player.get(`/api/ledger/receipts/${flip.position}`)).status).toBe(200);
    expect((await maker.get(`/api/ledger/receipts/${flip.position}`)).status).toBe(404);

    const admin = await site.player("admin");
    const [gain] = (await admin.get("/api/admin/revenue/games?limit=1", NEWEST)).as(
      endpoints.revenueGames,
    ).items;
    const change = minor("10.00") - minor(flip.winAmount) - minor(flip.creatorShare);
    expect(gain).toMatchObject({ gameId: flip.id, amount: formatMinor(change), currency: "TIX" });
  });

  it("adds up to the house's holdings: revenue is stakes less payouts and shares", async () => {
    const admin = await site.player("admin");
    const { items, bank } = (await admin.get("/api/admin/revenue?by=currency", NEWEST)).as(endpoints.revenue);
    for (const { currency, revenue } of items)
      expect(formatMinor(minor("10000000.00") + signed(revenue))).toBe(bank[currency]);
  });

  it("is refused to its creator, staff, suspended players and visitors, and costs nothing", async () => {
    const [admin, out] = [await site.player("admin"), await site.player("out")];
    await admin.post(`/api/admin/players/${(await out.user()).id}/suspend`, { reason: "For the test" });
    const { head } = await site.books();
    expect(said(await play(maker, game.id))).toBe("409 own_game");
    expect(said(await play(admin, game.id))).toBe("403 staff_cannot_play");
    expect(said(await play(out, game.id))).toBe("403 suspended");
    expect((await play(site.visitor(), game.id)).status).toBe(401);
    expect((await site.books()).head).toEqual(head);
  });

  it("is refused outside the game's range, above balance and bank, and in unknown games", async () => {
    const player = await site.player("refused");
    const narrow = await make(maker, { minBet: 5, maxBet: 20, houseEdge: 0 });
    const rich = await make(maker, { houseEdge: 0 });
    const { head } = await site.books();
    for (const stake of [4.99, 20.01]) {
      const answer = await play(player, narrow.id, stake);
      expect([said(answer), answer.problem().detail]).toEqual([
        "400 stake_out_of_range",
        "A stake is 5.00 to 20.00.",
      ]);
    }
    for (const stake of [0, -1, 1.001, 1e13]) expect((await play(player, rich.id, stake)).status).toBe(400);
    expect(said(await play(player, rich.id, 1_000.01))).toBe("409 insufficient_balance");
    expect(said(await play(player, "nothing"))).toBe("404 unknown_game");
    const strange = await player.post(`${GAMES}/${rich.id}/play`, { betAmount: 1, betSide: "gold" });
    expect(strange.status).toBe(400);
    expect((await site.books()).head).toEqual(head);
  });

  it("happens once for a repeated key", async () => {
    const player = await site.player("repeats");
    const body = { betAmount: 3, betSide: "rbx" };
    const key = { "Idempotency-Key": "bet-1" };
    const all = await Promise.all([0, 1, 2].map(() => player.post(`${GAMES}/${game.id}/play`, body, key)));
    const [first, ...others] = all.map((answer) => answer.as(endpoints.playUserGame));
    for (const other of others) expect(other).toEqual(first);
    expect((await player.get("/api/games/stats")).as(endpoints.stats).totalGames).toBe(1);
    const other = await make(maker);
    expect((await player.post(`${GAMES}/${other.id}/play`, body, key)).status).toBe(422);
  });

  it("accepts two bets at once only within the balance", async () => {
    const player = await site.player("twice");
    const both = await Promise.all([play(player, game.id, 1_000), play(player, game.id, 1_000)]);
    const first = both
      .filter(({ status }) => status === 200)
      .map((answer) => answer.as(endpoints.playUserGame))
      .toSorted((a, b) => a.position - b.position)[0];
    expect(both.filter(({ status }) => status === 200)).toHaveLength(first?.won === true ? 2 : 1);
  });

  it("follows the version at its position, whatever edits and pauses come at once", async () => {
    const racing = await make(maker, { houseEdge: 0 });
    const players = await Promise.all([0, 1, 2, 3].map((n) => site.player(`racer_${n}`)));
    const acts = await Promise.all(
      [1, 2, 3, 4].flatMap((houseEdge) => [
        ...players.map((player) => play(player, racing.id, 10)),
        change(maker, racing.id, { houseEdge }),
        ...players.map((player) => play(player, racing.id, 10)),
      ]),
    );
    const pausing = await Promise.all([
      ...players.map((player) => play(player, racing.id, 10)),
      change(maker, racing.id, { isActive: false }),
      ...players.map((player) => play(player, racing.id, 10)),
    ]);
    for (const answer of [...acts, ...pausing])
      expect(["200", "409 game_inactive", "409 insufficient_balance"]).toContain(said(answer));
    expect(said(await play(players[0] as Visitor, racing.id))).toBe("409 game_inactive");
    // Replays the log: each bet has the version and edge of the last edit before it.
    let [version, edge, isActive] = [1, 0, true];
    const rows = await site.db.query<{ type: string; payload: string }>(
      `select type, payload from events where payload::jsonb ->> 'gameId' = $1 order by position`,
      [racing.id],
    );
    for (const { type, payload } of rows) {
      const event = JSON.parse(payload) as { version: number; edge: number; edgeRate: number };
      if (type === "UserGameEdited") [version, edge] = [event.version, event.edge];
      if (type === "UserGamePaused") isActive = false;
      if (type !== "UserCoinFlipped") continue;
      expect([event.version, event.edgeRate, isActive]).toEqual([version, edge, true]);
    }
    expect(version).toBe(5);
  });

  it("is refused if the creator has edited the version that the player saw", async () => {
    const [player, edited] = [await site.player("looker"), await make(maker, { houseEdge: 1 })];
    const flip = { betAmount: 1, betSide: "rbx" };
    const at = `${GAMES}/${edited.id}/play`;
    expect((await player.post(at, { ...flip, version: 1 })).status).toBe(200);
    expect((await change(maker, edited.id, { houseEdge: 50 })).status).toBe(200);
    expect(said(await player.post(at, { ...flip, version: 1 }))).toBe("409 game_changed");
    expect((await player.post(at, { ...flip, version: 2 })).status).toBe(200);
    expect((await player.post(at, { ...flip, version: 0 })).status).toBe(400);
  });

  it("leaves a log that the verifier accepts", async () => {
    const { keys } = site.service.deps.signer.publicKeys();
    expect(await verifyLog(site.db, { model: logModel, keys })).toMatchObject({ ok: true });
  });

  it("waits while stakes are halted", async () => {
    const [admin, player] = [await site.player("admin"), await site.player("halted")];
    await admin.post("/api/admin/stakes/halt", { reason: "For the test" });
    expect(said(await play(player, game.id))).toBe("409 stakes_halted");
  });
});

describeEachEngine("the bank behind coinflips by players' rules", (engine) => {
  it("limits stakes, and takes none below half of its initial funds", async () => {
    const site = await createSite(engine, { config: { bankFunds: minor("300000.00") } });
    const [maker, player, admin] = await Promise.all(["maker", "player", "admin"].map(site.player));
    if (maker === undefined || player === undefined || admin === undefined) throw new Error("They are there");
    const game = await make(maker, { houseEdge: 0 });
    const settings = { version: 0, values: { bankRisk: 10 }, reason: "For the test" };
    expect((await site.byTwo(await put(admin, settings))).status).toBe(200);
    const refused = await play(player, game.id, 300.01);
    expect([said(refused), refused.problem().detail]).toEqual([
      "409 bank_limit",
      "The largest RBX stake the house takes at the moment is 300.00.",
    ]);
    expect((await play(player, game.id, 1, "tix")).status).toBe(200);
    await drain(site, minor("150010.00"));
    expect((await player.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" })).status).toBe(200);
    const none = await play(player, game.id);
    expect([said(none), none.problem().detail]).toEqual([
      "409 bank_limit",
      "The house takes no RBX stakes at the moment: the largest is 0.00.",
    ]);
    await site.close();
  });
});

const put = (admin: Visitor, body: object) => admin.ask("PUT /api/admin/settings", body);

/** Takes RBX from the bank, by an event with postings that no real log has. */
async function drain({ service }: Site, amount: bigint): Promise<void> {
  const event = {
    type: "WriterRecovered",
    schemaVersion: 1,
    stream: "log:recoveries" as const,
    payload: { unknown: 0 },
    postings: move({ from: house, to: issuance, asset: "RBX", amount }),
  };
  const outcome = await service.deps.writer.submit({
    ...systemOrigin("drain", service.deps.now()),
    reads: () => ({
      streams: [{ kind: logStreamKind, name: event.stream }],
      holdings: [house, issuance].map((account) => ({ account, asset: "RBX" as const })),
    }),
    decide: () => accept([event], {}),
  });
  expect(outcome.kind).toBe("committed");
}

const signed = (text: string): bigint => (text.startsWith("-") ? -minor(text.slice(1)) : minor(text));
