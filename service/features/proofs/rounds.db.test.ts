import { createHash } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { endpoints } from "#domain/features/contract.ts";
import { checkCrashProof } from "#domain/features/crash/check-proof.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import type { CrashProof, JackpotProof } from "#domain/features/game-rounds/proof.ts";
import { VOID_AFTER_MS } from "#domain/features/game-tables/rules.ts";
import { checkJackpotProof } from "#domain/features/jackpots/check-proof.ts";
import { ALONE_MS } from "#domain/features/jackpots/rules.ts";
import type { ReceiptPorts } from "#domain/ledger/receipt.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { beaconBy, CrashGames, until } from "#service/lab/testing/rounds/crash-games.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";

const GAMES = "/api/user-games";

describeEachEngine("the proof of a round", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  const real = beaconBy(clock);
  let isAway = false;
  const beacon = {
    ...real,
    round: async (...asked: Parameters<typeof real.round>) => (isAway ? null : real.round(...asked)),
  };
  const site = siteOf(engine, { clock, beacon });
  const [maker, alice, bob] = playersOf(site, "maker", "alice", "bob");
  let ports: ReceiptPorts;
  const games = new CrashGames(clock, real);

  beforeAll(() => {
    const { keys } = site.service.deps.signer.publicKeys();
    const sha256 = async (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
    ports = { keys, sha256, verifyEd25519 };
  });

  const proofOf = async (id: string) => {
    const answer = await site.visitor().get(`/api/games/${id}/proof`, NEWEST);
    return answer.as(endpoints.proof);
  };
  const jackpotProof = async (id: string): Promise<JackpotProof> => {
    const proof = await proofOf(id);
    if (proof.scheme !== "rt1|jackpot") throw new Error("It is a jackpot");
    return proof;
  };
  const crashProof = async (id: string): Promise<CrashProof> => {
    const proof = await proofOf(id);
    if (proof.scheme !== "rt1|crash") throw new Error("It is a crash round");
    return proof;
  };
  const pot = async () =>
    (await maker.post(GAMES, { title: "Pot", gameType: "jackpot", houseEdge: 3.33 })).as(
      endpoints.createUserGame,
    ).id;
  const enter = async (player: Visitor, id: string, betAmount: number) =>
    (await player.post(`${GAMES}/${id}/bets`, { betAmount, currency: "rbx" })).as(endpoints.betOnRound).round;
  const endOf = (round: Pick<GameRound, "gameId" | "id">): Promise<GameRound> =>
    until(async () => (await games.ended(alice, round.gameId)).find(({ id }) => id === round.id));
  const toBeacon = ({ beaconRound }: GameRound) => {
    clock.now = Math.max(clock.now, publishedAt(beaconRound ?? 1, real.chain));
  };
  const failed = (check: Awaited<ReturnType<typeof checkCrashProof>>) =>
    check.steps.filter(({ holds }) => !holds).map(({ step, found }) => `${step}: ${found}`);
  it("shows a jackpot's progress, and no seed before its end", async () => {
    const id = await pot();
    const first = await enter(alice, id, 12.34);
    expect(await jackpotProof(first.id)).toMatchObject({
      status: "waiting",
      serverSeed: null,
      beacon: null,
      receipts: { countdown: null, ended: null },
      participants: [{ seq: 0, from: "0.00", to: "12.34" }],
    });
    const second = await enter(bob, id, 30);
    expect(await jackpotProof(first.id)).toMatchObject({
      status: "betting",
      serverSeed: null,
      beacon: { signature: null, round: second.beaconRound },
      ticket: null,
    });
    isAway = true;
    toBeacon(second);
    await expect.poll(() => jackpotProof(first.id)).toMatchObject({ status: "locked" });
    const locked = await jackpotProof(first.id);
    expect(locked).toMatchObject({ status: "locked", serverSeed: null, digest: null, endedAt: null });
    expect(await checkJackpotProof(locked, ports)).toEqual({ steps: [], isVerified: false });
    isAway = false;
    await endOf(first);
  });

  it("verifies in every step of a jackpot, and not without one of its receipts", async () => {
    const id = await pot();
    await enter(alice, id, 12.34);
    await enter(bob, id, 30);
    const round = await enter(alice, id, 0.77 + 1);
    toBeacon(round);
    await endOf(round);
    const proof = await jackpotProof(round.id);
    const check = await checkJackpotProof(proof, ports);
    expect(failed(check)).toEqual([]);
    expect(check.steps.map(({ step }) => step)).toEqual([
      ...["link", "chain", "opened", "beacon", "signature", "players", "result", "payouts", "ended"],
    ]);
    for (const name of ["chain", "opened", "countdown", "lastEntry", "ended"] as const) {
      const without = { ...proof, receipts: { ...proof.receipts, [name]: null } };
      expect((await checkJackpotProof(without, ports)).isVerified).toBe(false);
    }
  });

  it("verifies for void jackpots, with a lone player or without a beacon", async () => {
    const id = await pot();
    const alone = await enter(alice, id, 5);
    clock.now += ALONE_MS;
    await endOf(alone);
    const given = await jackpotProof(alone.id);
    expect(given).toMatchObject({ status: "void", reason: "alone", ticket: null, payout: null });
    const check = await checkJackpotProof(given, ports);
    expect(failed(check)).toEqual([]);
    expect(check.steps.map(({ step }) => step)).toEqual(["link", "chain", "opened", "players", "ended"]);
    isAway = true;
    await enter(alice, id, 5);
    const round = await enter(bob, id, 5);
    toBeacon(round);
    clock.now += VOID_AFTER_MS;
    await until(async () => {
      clock.now += 1_000;
      return (await games.ended(alice, id)).find((one) => one.id === round.id);
    });
    isAway = false;
    const late = await jackpotProof(round.id);
    expect(late).toMatchObject({ status: "void", reason: "no_beacon", serverSeed: expect.any(String) });
    expect(failed(await checkJackpotProof(late, ports))).toEqual([]);
  });

  it("shows a crash round's progress: no seed, point or target before its end", async () => {
    const id = await games.make(maker);
    const round = await games.betOn(alice, id, { autoCashOut: 77.77 });
    const open = await site.visitor().get(`/api/games/${round.id}/proof`);
    expect(open.as(endpoints.proof)).toMatchObject({ status: "betting", serverSeed: null, point: null });
    // These digits may occur within a hash or an id, but not as a separate number.
    expect(open.text).not.toMatch(/(?<!-)\b7777\b(?!-)/);
    expect(open.text).not.toContain("77.77");
    games.toBeacon(round);
    await games.running(alice, id);
    const running = await crashProof(round.id);
    expect(running).toMatchObject({ status: "running", serverSeed: null, digest: null, point: null });
    expect(running.bets).toMatchObject([{ autoCashOut: null }]);
    await games.toEnd(alice, round);
    const proof = await crashProof(round.id);
    expect(proof.bets).toMatchObject([{ autoCashOut: "77.77" }]);
    expect(failed(await checkCrashProof(proof, ports))).toEqual([]);
  });

  it("verifies for a crash round with bets that left by hand, by target and not at all", async () => {
    const id = await games.make(maker, { houseEdge: 1.01 });
    const carol = await site.player("carol");
    for (;;) {
      await games.betOn(bob, id, { autoCashOut: 1.03, betAmount: 3.21 });
      await games.betOn(carol, id, { autoCashOut: 9_999 });
      const round = await games.betOn(alice, id);
      games.toBeacon(round);
      await games.running(alice, id);
      clock.now += 900;
      const out = await games.cashOut(alice, round);
      await games.toEnd(alice, round);
      const proof = await crashProof(round.id);
      expect(failed(await checkCrashProof(proof, ports))).toEqual([]);
      if (out.status !== 200) continue;
      expect(proof.bets).toMatchObject([{ cause: "auto" }, { cause: null }, { cause: "manual" }]);
      return;
    }
  });

  it("verifies for a crash round whose beacon did not come", async () => {
    const id = await games.make(maker);
    isAway = true;
    const round = await games.betOn(alice, id);
    games.toBeacon(round);
    clock.now += VOID_AFTER_MS;
    await until(async () => {
      clock.now += 1_000;
      return (await games.ended(alice, id)).find((one) => one.id === round.id);
    });
    isAway = false;
    const proof = await crashProof(round.id);
    const check = await checkCrashProof(proof, ports);
    expect(failed(check)).toEqual([]);
    expect(check.steps.map(({ step }) => step)).toEqual([
      ...["link", "chain", "opened", "beacon", "players", "ended"],
    ]);
  });

  it("does not exist for an unknown game", async () => {
    expect((await site.visitor().get("/api/games/nothing/proof")).status).toBe(404);
  });
});
