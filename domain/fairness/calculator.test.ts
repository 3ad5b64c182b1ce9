import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../testing/properties/for-all.ts";
import { type Calculation, calculate, type Pasted, type Scheme } from "./calculator.ts";
import { EXAMPLES } from "./examples.ts";

const vectors = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../docs/vectors/${name}.json`, import.meta.url), "utf8"));
const { proofs } = vectors("proofs");
const st1 = vectors("st1");
const rt1 = vectors("rt1");

function stepsOf(calculation: Calculation) {
  if ("problem" in calculation) throw new Error(`${calculation.field}: ${calculation.problem}`);
  return calculation.steps;
}
const found = (calculation: Calculation, title: string) =>
  stepsOf(calculation).find((step) => step.title === title);

const { jackpot, crash } = proofs;
const jackpotPasted: Pasted = {
  gameId: jackpot.id,
  serverSeed: jackpot.serverSeed,
  commitment: jackpot.commitment,
  round: String(jackpot.beacon.round),
  beacon: jackpot.beacon.signature,
  participants: jackpot.participants.map(({ line }: { line: string }) => line).join("\n"),
};
const crashPasted: Pasted = {
  gameId: crash.id,
  serverSeed: crash.serverSeed,
  commitment: crash.commitment,
  round: String(crash.beacon.round),
  beacon: crash.beacon.value,
  number: String(crash.number),
  edge: crash.houseEdge,
};
const pvpBeacon = rt1.beacons.find(({ round }: { round: number }) => round === rt1.pvp.round);
const pvpPasted: Pasted = {
  gameId: rt1.pvp.gameId,
  serverSeed: rt1.pvp.serverSeed,
  round: String(rt1.pvp.round),
  beacon: pvpBeacon.signature,
  participants: rt1.pvp.lines.join("\n"),
};

describe("the calculator", () => {
  it("gives the published flips", () => {
    for (const { nonce, digest, result } of st1.flips) {
      const pasted = { ...st1, commitment: st1.serverSeedHash, nonce: String(nonce) };
      const calculation = calculate("st1", pasted);
      expect(found(calculation, "Digest")?.found).toBe(digest);
      expect(found(calculation, "Commitment")?.holds).toBe(true);
      expect(calculation).toMatchObject({ result: result.toUpperCase() });
    }
  });

  it("gives the published game between two players", () => {
    const calculation = calculate("rt1|pvp", pvpPasted);
    expect(found(calculation, "Digest")?.found).toBe(rt1.pvp.digest);
    expect(found(calculation, "Players")?.found).toBe(rt1.pvp.participants);
    expect(calculation).toMatchObject({ result: rt1.pvp.result.toUpperCase() });
  });

  it("gives the published jackpot", () => {
    const calculation = calculate("rt1|jackpot", jackpotPasted);
    expect(found(calculation, "Beacon")?.found).toBe(jackpot.beacon.value);
    expect(found(calculation, "Players")?.found).toBe(jackpot.participantsDigest);
    expect(found(calculation, "Digest")?.found).toBe(jackpot.digest);
    expect(found(calculation, "Ticket")?.found).toBe(jackpot.ticket);
    expect(found(calculation, "Commitment")?.holds).toBe(true);
    expect(calculation).toMatchObject({
      result: `Entry ${jackpot.winnerSeq} wins with ticket ${jackpot.ticket}`,
    });
  });

  it("gives the published crash, and its point for every edge", () => {
    const calculation = calculate("rt1|crash", crashPasted);
    expect(found(calculation, "Digest")?.found).toBe(crash.digest);
    expect(calculation).toMatchObject({ result: `${crash.point}x` });
    const beacon = rt1.beacons.find(({ round }: { round: number }) => round === rt1.crash.round);
    for (const [edge, point] of Object.entries<number>(rt1.crash.points)) {
      const { gameId, serverSeed, round, number } = rt1.crash;
      const pasted = { gameId, serverSeed, round: String(round), number: String(number) };
      expect(
        calculate("rt1|crash", {
          ...pasted,
          beacon: beacon.signature,
          edge: (Number(edge) / 100).toFixed(2),
        }),
      ).toMatchObject({ result: `${(point / 100).toFixed(2)}x` });
    }
  });

  it.each<[Scheme, string, string]>([
    ["st1", st1.flips[0].digest, "RBX"],
    ["rt1|pvp", rt1.pvp.digest, "RBX"],
    ["rt1|jackpot", rt1.jackpot.digest, `Entry ${rt1.jackpot.winner} wins with ticket 99.23`],
    ["rt1|crash", rt1.crash.digest, "1.54x"],
  ])("has a published example of %s", (scheme, digest, result) => {
    const calculation = calculate(scheme, EXAMPLES[scheme]);
    expect(found(calculation, "Digest")?.found).toBe(digest);
    expect(found(calculation, "Commitment")?.holds).not.toBe(false);
    expect(calculation).toMatchObject({ result });
  });

  it("reports a seed that differs from the committed one", () => {
    const commitment = "0".repeat(64);
    expect(found(calculate("rt1|crash", { ...crashPasted, commitment }), "Commitment")?.holds).toBe(false);
    expect(
      found(calculate("rt1|crash", { ...crashPasted, commitment: "" }), "Commitment")?.holds,
    ).toBeUndefined();
  });

  it.each<[Scheme, Pasted, string, string]>([
    ["st1", { serverSeed: "a", clientSeed: "b", nonce: "0" }, "nonce", "1000"],
    ["st1", { serverSeed: "a", clientSeed: "b", nonce: "0" }, "serverSeed", " "],
    ["rt1|crash", crashPasted, "edge", "100"],
    ["rt1|crash", crashPasted, "serverSeed", "zz"],
    ["rt1|crash", crashPasted, "beacon", "12"],
    ["rt1|crash", crashPasted, "gameId", "a|b"],
    ["rt1|jackpot", jackpotPasted, "participants", "0:p:seed:1000\nnot a line"],
    ["rt1|jackpot", jackpotPasted, "participants", "0:p:seed:0"],
    ["rt1|pvp", pvpPasted, "round", "-1"],
  ])("of %s names the wrong field", (scheme, pasted, field, value) => {
    expect(calculate(scheme, { ...pasted, [field]: value })).toMatchObject({ field });
  });

  it("answers any pasted text", () => {
    const pasted = fc.record({
      gameId: fc.string(),
      serverSeed: fc.oneof(fc.string(), fc.constant("ab".repeat(32))),
      commitment: fc.string(),
      round: fc.oneof(fc.string(), fc.nat().map(String)),
      beacon: fc.oneof(fc.string(), fc.constant("cd".repeat(32))),
      participants: fc.oneof(fc.string(), fc.constant("0:a:b:100\n1:c:d:5")),
      number: fc.nat().map(String),
      edge: fc.oneof(fc.string(), fc.constant("1.00")),
      clientSeed: fc.string(),
      nonce: fc.nat({ max: 1_500 }).map(String),
    });
    const schemes = fc.constantFrom<Scheme>("st1", "rt1|pvp", "rt1|jackpot", "rt1|crash");
    forAll(schemes, pasted, (scheme, values) => {
      const calculation = calculate(scheme, values);
      expect("problem" in calculation || calculation.result.length > 0).toBe(true);
    });
  });
});
