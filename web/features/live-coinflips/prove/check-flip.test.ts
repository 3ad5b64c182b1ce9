import { describe, expect, it } from "vitest";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { checkPvp, isVerified, type PvpCheck } from "#web/features/live-coinflips/prove/check-flip.ts";
import { webCrypto } from "#web/lib/web-crypto.ts";
import { vectorKeys } from "#web/testing/blocks.ts";
import { aSettledProof, joinReceipt } from "#web/testing/examples/coinflips.ts";

const proof = aSettledProof();
const beacon = proof.beacon!;
const check = (change: Partial<CoinflipProof> = {}) =>
  checkPvp({ ...proof, ...change }, { ...webCrypto, ...vectorKeys });
const broken = (found: PvpCheck) =>
  Object.entries(found).flatMap(([step, result]) => (result?.holds ? [] : [step]));
const other = "cd".repeat(32);

describe("the check of a game between players", () => {
  it("passes in every step for a game drawn as promised", async () => {
    const found = await check();
    expect(broken(found)).toEqual([]);
    expect(isVerified(found)).toBe(true);
    expect(found.joined?.value).toContain("1.200 s before the round was out");
  });

  it.each<[string, Partial<CoinflipProof>, readonly string[]]>([
    ["another seed", { serverSeed: other }, ["commitment", "digest", "face"]],
    ["another result", { result: proof.result === "rbx" ? "tix" : "rbx" }, ["face"]],
    ["another digest of the players", { participantsDigest: other }, ["participants"]],
    [
      "another signature",
      { beacon: { ...beacon, signature: `${beacon.signature!.slice(0, -1)}0` } },
      ["signature", "beacon"],
    ],
    ["another value of the beacon", { beacon: { ...beacon, value: other } }, ["beacon", "digest", "face"]],
    ["no receipt", { receipt: null }, ["joined"]],
  ])("fails for %s, and names the step", async (_, change, steps) => {
    const found = await check(change);
    // Half of all wrong seeds give the right face by chance.
    expect(steps).toEqual(expect.arrayContaining(broken(found)));
    expect(broken(found)).toContain(steps[0]);
    expect(isVerified(found)).toBe(false);
  });

  it("rejects a line that contradicts the proof", async () => {
    const [creator, joiner] = proof.participants;
    const found = await check({ participants: [creator!, { ...joiner!, clientSeed: "another" }] });
    expect(broken(found)).toEqual(expect.arrayContaining(["participants", "joined", "digest", "face"]));
  });

  it("rejects a drand round by any key but the league's", async () => {
    const found = await check({ beacon: { ...beacon, kind: "drand", operatorRun: false } });
    expect(found.signature?.holds).toBe(false);
  });

  it("fails for a join after its round was published, or of another game", async () => {
    const join = { id: proof.id, publicKey: beacon.publicKey };
    const late = await check({
      receipt: joinReceipt({ ...join, recordedAt: Date.parse(beacon.publishAt) + 5 }),
    });
    expect(late.joined).toMatchObject({ holds: false });
    expect(late.joined?.value).toContain("after the round was out");
    const theirs = await check({ receipt: joinReceipt({ ...join, id: "another", recordedAt: 1 }) });
    expect(theirs.joined?.value).toContain("is not for the join");
  });

  it("leaves unknown steps open", async () => {
    const found = await check({
      status: "locked",
      serverSeed: null,
      digest: null,
      result: null,
      beacon: { ...beacon, signature: null, value: null },
    });
    expect([found.commitment, found.signature, found.digest, found.face]).toEqual([null, null, null, null]);
    expect(isVerified(found)).toBe(false);
  });
});
