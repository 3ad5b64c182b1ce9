import { createHash, createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { FlipAnswer } from "#domain/features/house-flips/contract.ts";
import type { Fairness, FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const flip = async (player: Visitor): Promise<FlipAnswer> =>
  (await player.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" })).as(endpoints.flip);

const fairness = async (player: Visitor): Promise<Fairness> =>
  (await player.get("/api/fairness")).as(endpoints.fairness);

const rotate = (player: Visitor, clientSeed: string, headers: HeadersInit = {}) =>
  player.post("/api/fairness/rotate", { clientSeed }, headers);

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The result of a flip, computed from the published rule. */
const resultOf = (serverSeed: string, { clientSeed, nonce }: Pick<FlipProof, "clientSeed" | "nonce">) => {
  const digest = createHmac("sha256", serverSeed).update(`${clientSeed}:${nonce}:0`).digest();
  return (digest[0] ?? 0) >= 0x80 ? "rbx" : "tix";
};

describeEachEngine("fairness", (engine) => {
  const site = siteOf(engine);

  const proof = async (flipped: FlipAnswer): Promise<FlipProof> => {
    const min = { "Ledger-Min-Position": String((await site.books()).head.position) };
    const found = (await site.visitor().get(`/api/games/${flipped.id}/proof`, min)).as(endpoints.proof);
    if (found.scheme !== "st1") throw new Error("A flip is drawn by scheme st1");
    return found;
  };

  it("begins with two commitments, a client seed from the server, and nonce 0", async () => {
    const alice = await site.player("alice");
    const first = await fairness(alice);
    expect(first).toMatchObject({ clientSeedBy: "server", nonce: 0 });
    expect(first.serverSeedHash).not.toBe(first.nextServerSeedHash);
    const flips = [await flip(alice), await flip(alice), await flip(alice)];
    expect(flips.map(({ nonce }) => nonce)).toEqual([0, 1, 2]);
    expect(await fairness(alice)).toEqual({ ...first, nonce: 3 });
  });

  it("reveals the committed seed on rotation, and continues with the announced one", async () => {
    const bob = await site.player("bob");
    const before = await fairness(bob);
    const flips = [await flip(bob), await flip(bob)];
    const { revealed, current } = (await rotate(bob, "my-own_Seed1")).as(endpoints.rotate);
    expect(sha256(revealed.serverSeed)).toBe(before.serverSeedHash);
    expect(revealed).toMatchObject({
      serverSeedHash: before.serverSeedHash,
      clientSeed: before.clientSeed,
      nonces: 2,
    });
    expect(current).toMatchObject({
      serverSeedHash: before.nextServerSeedHash,
      clientSeed: "my-own_Seed1",
      clientSeedBy: "player",
      nonce: 0,
    });
    expect([before.serverSeedHash, before.nextServerSeedHash]).not.toContain(current.nextServerSeedHash);
    expect(await fairness(bob)).toEqual(current);
    for (const { nonce, result } of flips)
      expect(resultOf(revealed.serverSeed, { clientSeed: before.clientSeed, nonce })).toBe(result);
  });

  it("answers a rotation with its position", async () => {
    const carol = await site.player("carol");
    const answer = await rotate(carol, "a");
    expect(BigInt(answer.headers.get("Ledger-Position") ?? 0)).toBe((await site.books()).head.position);
  });

  it("proves a game to everybody: the commitment before the reveal, everything after", async () => {
    const dave = await site.player("dave");
    const { serverSeedHash, clientSeed } = await fairness(dave);
    const flipped = await flip(dave);
    const before = await proof(flipped);
    expect(before).toEqual({
      id: flipped.id,
      gameType: before.gameType,
      scheme: "st1",
      serverSeedHash,
      serverSeed: null,
      clientSeed,
      clientSeedBy: "server",
      nonce: 0,
      side: "rbx",
      result: flipped.result,
      won: flipped.won,
      position: flipped.position,
      settledAt: new Date(site.clock.now).toISOString(),
      items: [],
    });
    const { revealed } = (await rotate(dave, "next")).as(endpoints.rotate);
    const after = await proof(flipped);
    expect(after).toEqual({ ...before, serverSeed: revealed.serverSeed });
    expect(resultOf(revealed.serverSeed, after)).toBe(flipped.result);
  });

  it("proves without revealing player or stake", async () => {
    const whale = await site.player("whale");
    const { id, username, displayName } = await whale.user();
    const answer = await whale.post("/api/games/coinflip", { betAmount: 123.45, betSide: "rbx" });
    const flipped = answer.as(endpoints.flip);
    const told = JSON.stringify(await proof(flipped));
    for (const secret of [id, username, displayName, "123.45"]) expect(told).not.toContain(secret);
    // These digits may occur within a hash, but not as a separate number.
    expect(told).not.toMatch(/\b12345\b/);
  });

  it("uses each nonce of a pair once, even for concurrent flips", async () => {
    const player = await site.player("at_once");
    const flips = await Promise.all(Array.from({ length: 20 }, () => flip(player)));
    const ordered = flips.sort((a, b) => a.position - b.position).map(({ nonce }) => nonce);
    expect(ordered).toEqual(Array.from({ length: 20 }, (_, nonce) => nonce));
  });

  it("rotates once per key, however often repeated", async () => {
    const player = await site.player("rotates_once");
    const key = { "Idempotency-Key": "rotation-1" };
    const first = await rotate(player, "once", key);
    await flip(player);
    const again = await rotate(player, "once", key);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("Ledger-Position")).toBe(first.headers.get("Ledger-Position"));
    expect((await fairness(player)).nonce).toBe(1);
  });
});
