import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Side } from "#domain/fairness/st1.ts";
import { CLIENT_SEED_PATTERN, type FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { snippetsFor } from "#web/features/proofs/snippets.ts";
import { checkFlip, WRONG_OUTCOME, WRONG_RESULT, WRONG_SEED } from "#web/features/seed-pairs/check-flip.ts";
import { checkPair } from "#web/features/seed-pairs/check-pair.ts";
import { clientSeedProblem } from "#web/features/seed-pairs/client-seed-input.ts";
import { webCrypto } from "#web/lib/web-crypto.ts";
import {
  CLIENT_SEED,
  flipAnswers,
  type PlayedFlip,
  playedFlips,
  SERVER_SEED,
} from "#web/testing/examples/flips.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { firstByte } from "#web/ui/proofs/first-byte.ts";

const [newest] = playedFlips(6);
const proof = newest!.proof;
const other = (side: Side): Side => (side === "rbx" ? "tix" : "rbx");

afterEach(() => vi.unstubAllGlobals());

describe("checking a flip", () => {
  it("finds the result of the seeds", async () => {
    const check = await checkFlip(proof, webCrypto);
    expect(check).toMatchObject({
      status: "verified",
      recomputed: { commitment: proof.serverSeedHash, result: proof.result },
    });
  });

  it("shows that a seed is secret", async () => {
    expect(await checkFlip({ ...proof, serverSeed: null }, webCrypto)).toEqual({ status: "unrevealed" });
  });

  const changes: readonly [string, Partial<FlipProof>, string][] = [
    ["another seed", { serverSeed: SERVER_SEED.replace("5d", "5e") }, WRONG_SEED],
    ["another commitment", { serverSeedHash: "ab".repeat(32) }, WRONG_SEED],
    ["another result", { result: other(proof.result) }, WRONG_RESULT],
    ["another outcome", { won: !proof.won }, WRONG_OUTCOME],
  ];
  it.each(changes)("finds %s", async (_, change, problem) => {
    expect(await checkFlip({ ...proof, ...change }, webCrypto)).toMatchObject({
      status: "mismatch",
      problem,
    });
  });

  it("shows the first byte of a digest in bits", () => {
    expect(firstByte("edfe28")).toEqual({ hex: "ed", bits: "11101101" });
    expect(firstByte("0b")).toEqual({ hex: "0b", bits: "00001011" });
  });
});

describe("the commands to verify a flip oneself", () => {
  it("give commitment, result and digest in node", () => {
    const output = execFileSync("sh", ["-c", snippetsFor(proof)!.node], { encoding: "utf8" });
    expect(output).toContain(`commitment ${proof.serverSeedHash}`);
    expect(output).toContain(`result ${proof.result}`);
  });

  it("give the same in a shell", async () => {
    const output = execFileSync("sh", ["-c", snippetsFor(proof)!.shell], { encoding: "utf8" });
    const check = await checkFlip(proof, webCrypto);
    expect(output).toContain(proof.serverSeedHash);
    expect(output).toContain(check.status === "verified" ? check.recomputed.digest : "a digest");
  });

  it("are not built from a secret, or from text that a shell could run", () => {
    expect(snippetsFor({ ...proof, serverSeed: null })).toBeNull();
    expect(snippetsFor({ ...proof, clientSeed: "x'; rm -rf ~; '" })).toBeNull();
    expect(snippetsFor({ ...proof, serverSeed: `${"a".repeat(63)}'` })).toBeNull();
    expect(snippetsFor({ ...proof, nonce: 0.5 })).toBeNull();
  });
});

describe("a client seed", () => {
  it.each(["a", "A-z_9", "-", "x".repeat(64)])("may be %s", (seed) => {
    expect(clientSeedProblem(seed)).toBeNull();
    expect(CLIENT_SEED_PATTERN.test(seed)).toBe(true);
  });

  it.each([
    ["", "Enter a client seed"],
    ["x".repeat(65), "This one has 65"],
    ["a b", "A space cannot"],
    ["zoë", '"ë" cannot'],
    ["🍀", '"🍀" cannot'],
    ["a\n", "cannot be part"],
  ])("may not be %j, with a reason", (seed, problem) => {
    expect(clientSeedProblem(seed)).toContain(problem);
    expect(CLIENT_SEED_PATTERN.test(seed)).toBe(false);
  });
});

describe("checking every game of a pair", () => {
  const LATER_SEED = "ab".repeat(32);
  const later = playedFlips(3, { serverSeed: LATER_SEED, isRevealed: false, from: 2_000 });
  const flips = playedFlips(230);
  const revealed = {
    serverSeed: SERVER_SEED,
    serverSeedHash: proof.serverSeedHash,
    clientSeed: CLIENT_SEED,
    nonces: flips.length,
  };
  const played = (...all: readonly PlayedFlip[][]) => fakeApi(flipAnswers(all.flat()));

  it("recomputes them all, with few requests", async () => {
    const api = played(flips);
    expect(await checkPair(revealed, webCrypto)).toEqual({ ok: true, games: 230 });
    expect(api.requestsOf("GET /games/history")).toHaveLength(2);
    expect(api.requestsOf("GET /games/{id}/proof").length).toBeLessThan(4);
  });

  it("skips games of a later pair, and stops before those of an earlier one", async () => {
    const earlier = playedFlips(4, { serverSeed: "cd".repeat(32), from: 10 });
    played(later, flips, earlier);
    expect(await checkPair(revealed, webCrypto)).toEqual({ ok: true, games: 230 });
  });

  it("counts games against the bot, which use nonces of the same pair, and skips those between players", async () => {
    const mixed = flips.map(({ game, proof: own }, n): PlayedFlip => {
      const gameType = n % 7 === 0 ? "coinflip_vs_bot" : "coinflip";
      return { game: { ...game, gameType }, proof: { ...own, gameType } };
    });
    const [first] = playedFlips(1, { from: 3_000 });
    const between = { ...first!, game: { ...first!.game, gameType: "live_coinflip" } };
    played([between], mixed);
    expect(await checkPair(revealed, webCrypto)).toEqual({ ok: true, games: 230 });
  });

  it("needs no game for a pair that served none", async () => {
    played([]);
    expect(await checkPair({ ...revealed, nonces: 0 }, webCrypto)).toEqual({ ok: true, games: 0 });
  });

  it("finds a seed other than the committed one", async () => {
    played(flips);
    const check = await checkPair({ ...revealed, serverSeed: LATER_SEED }, webCrypto);
    expect(check).toEqual({ ok: false, problem: WRONG_SEED });
  });

  it("finds a game with another payout", async () => {
    const changed = flips.map(
      (flip, index): PlayedFlip =>
        index === 120 ? { ...flip, game: { ...flip.game, result: other(flip.game.result) } } : flip,
    );
    played(changed);
    const gameId = flips[120]!.game.id;
    expect(await checkPair(revealed, webCrypto)).toMatchObject({ ok: false, gameId });
  });

  it("finds games that are missing, at the end or in between", async () => {
    played(flips.slice(0, 200));
    expect(await checkPair(revealed, webCrypto)).toMatchObject({ ok: false });
    played(flips.toSpliced(57, 1));
    expect(await checkPair(revealed, webCrypto)).toMatchObject({ ok: false });
  });
});
