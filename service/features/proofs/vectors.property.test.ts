import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkCrashProof } from "#domain/features/crash/check-proof.ts";
import type { RoundCheck } from "#domain/features/game-rounds/check-proof.ts";
import { crashProofSchema, jackpotProofSchema, type RoundProof } from "#domain/features/game-rounds/proof.ts";
import { checkJackpotProof } from "#domain/features/jackpots/check-proof.ts";
import { ledgerKeysSchema } from "#domain/ledger/proof.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";

const vectors = JSON.parse(readFileSync("docs/vectors/proofs.json", "utf8"));
const { keys } = ledgerKeysSchema.parse({ keys: vectors.keys });
const sha256 = async (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const ports = { keys, sha256, verifyEd25519 };

const jackpot = jackpotProofSchema.parse(vectors.proofs.jackpot);
const alone = jackpotProofSchema.parse(vectors.proofs.alone);
const crash = crashProofSchema.parse(vectors.proofs.crash);
const check = (proof: RoundProof): Promise<RoundCheck> =>
  proof.scheme === "rt1|crash" ? checkCrashProof(proof, ports) : checkJackpotProof(proof, ports);
const failing = async (proof: RoundProof) =>
  (await check(proof)).steps.filter(({ holds }) => !holds).map(({ step }) => step);

/** The paths of all texts and numbers in a proof, outside receipts, which prove themselves. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === "string" || typeof value === "number") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === "receipts" ? [] : placesIn(one, [...path, key]),
  );
}

/** A different value of the same format. */
function changed(value: unknown): unknown {
  if (typeof value === "number") return value + 1_000_000;
  if (typeof value !== "string") throw new Error("Only texts and numbers are changed");
  if (/^\d+\.\d{2}$/.test(value)) return (Number(value) + 1).toFixed(2);
  if (/^\d{4}-/.test(value)) return new Date(Date.parse(value) + 86_400_000).toISOString();
  if (/^[0-9a-f]{64,}$/.test(value)) return (value.startsWith("0") ? "1" : "0") + value.slice(1);
  const others: { readonly [text: string]: string } = { settled: "void", void: "settled", RBX: "TIX" };
  const causes: { readonly [text: string]: string } = { manual: "auto", auto: "manual", drand: "local" };
  return others[value] ?? causes[value] ?? `${value}1`;
}

function withChange(proof: RoundProof, path: readonly string[]): RoundProof {
  const copy = structuredClone(proof);
  let place = copy as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>;
  const last = path.at(-1) ?? "";
  place[last] = changed(place[last]);
  return copy;
}

describe("the fixed proofs", () => {
  it.each([
    ["a jackpot", jackpot, 9],
    ["a void jackpot", alone, 5],
    ["a crash round", crash, 9],
  ] as const)("hold: %s", async (_what, proof, steps) => {
    const found = await check(proof);
    expect([await failing(proof), found.isVerified, found.steps.length]).toEqual([[], true, steps]);
  });

  it.each([
    ["a jackpot", jackpot],
    ["a void jackpot", alone],
    // Without targets above the point: they decide nothing, so a change goes unnoticed.
    [
      "a crash round",
      { ...crash, bets: crash.bets.map((bet) => (bet.left ? bet : { ...bet, autoCashOut: null })) },
    ],
  ] as const)(
    "do not hold with any other text or number: %s",
    async (_what, proof) => {
      expect(await failing(proof)).toEqual([]);
      const unnoticed: string[] = [];
      // The scheme selects how the rest is read.
      for (const path of placesIn(proof).filter(([first]) => first !== "scheme")) {
        if ((await check(withChange(proof, path))).isVerified) unnoticed.push(path.join("."));
      }
      expect(unnoticed).toEqual([]);
    },
    30_000,
  );

  it("name the step that does not hold", async () => {
    const other = "ab".repeat(32);
    const cases: readonly (readonly [RoundProof, string])[] = [
      [{ ...jackpot, serverSeed: other }, "link"],
      [{ ...jackpot, chain: { ...jackpot.chain, terminal: other } }, "chain"],
      [{ ...jackpot, houseEdge: "0.01" }, "opened"],
      [{ ...jackpot, ticket: "0.00" }, "result"],
      [{ ...jackpot, payout: "99.00" }, "payouts"],
      [{ ...jackpot, participants: jackpot.participants.toReversed() }, "players"],
      [{ ...jackpot, position: jackpot.position + 1 }, "ended"],
      [{ ...crash, point: "1.00" }, "result"],
      [{ ...crash, returned: "0.00" }, "payouts"],
      [{ ...crash, bets: crash.bets.map((bet) => ({ ...bet, autoCashOut: "1.02" })) }, "payouts"],
    ];
    for (const [proof, step] of cases) expect(await failing(proof)).toContain(step);
  });

  it("do not hold under foreign keys", async () => {
    const strange = { ...ports, keys: keys.map((key) => ({ ...key, keyId: "other" })) };
    expect((await checkCrashProof(crash, strange)).isVerified).toBe(false);
  });
});
