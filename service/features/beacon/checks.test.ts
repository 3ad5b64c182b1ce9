import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type BeaconChain, type BeaconRound, QUICKNET } from "#domain/fairness/beacon.ts";
import { beginChecks, flushing } from "#service/ledger/verifier/log-check.ts";
import { BadLog } from "#service/ledger/verifier/problem.ts";
import { type BeaconsPass, beaconsCheck, drandCheck } from "./checks.ts";
import { createLocalBeacon } from "./local-beacon.ts";

const file = new URL("../../../docs/vectors/rt1.json", import.meta.url);
const { beacons } = JSON.parse(readFileSync(file, "utf8")) as { readonly beacons: readonly BeaconRound[] };
const [fromDrand = { round: 0, signature: "" }] = beacons;

/** Verifies that a chain's round decided a game, where only drand may. */
function decided(chain: BeaconChain, round: BeaconRound): void {
  const passes = beginChecks([beaconsCheck, drandCheck]);
  const [pass] = passes as [BeaconsPass];
  flushing(passes, () => pass.expectSigned(7, chain, round));
}

it("accepts a round of drand, with its signature", () => {
  expect(() => decided({ ...QUICKNET }, fromDrand)).not.toThrow();
  expect(() => decided(QUICKNET, { ...fromDrand, round: fromDrand.round + 1 })).toThrow(BadLog);
});

it("rejects another chain, whatever it calls itself, and a clock of its own", async () => {
  const local = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(3) }], Date.now);
  const round = await local.round(local.chain.chainHash, local.newestRound());
  if (round === null) throw new Error("The round is there");
  const another = /Another beacon than drand decided a game/;
  expect(() => decided(local.chain, round)).toThrow(another);
  const named = { kind: "drand", chainHash: QUICKNET.chainHash } as const;
  expect(() => decided({ ...local.chain, ...named }, round)).toThrow(another);
  expect(() => decided({ ...QUICKNET, genesisAt: QUICKNET.genesisAt + 60_000 }, fromDrand)).toThrow(another);
});
