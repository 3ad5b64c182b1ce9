import { createHash, createHmac } from "node:crypto";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { type BeaconChain, beaconMessage, firstRoundFrom } from "#domain/fairness/beacon.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { BeaconKey } from "#service/config.ts";
import { type Beacon, CheckedRounds } from "./beacon.ts";

const { shortSignatures } = bls12_381;
/** One round a second, from the first of January 2025. */
const PERIOD_MS = 1_000;
const GENESIS_AT = Date.parse("2025-01-01T00:00:00.000Z");
/** Bytes hashed into a BLS key: enough that all keys are practically equally likely. */
const KEY_MATERIAL_BYTES = 48;

/**
 * A beacon of the operator's, in drand's format: for development, and where drand is out of reach. The holder of its
 * key knows every round in advance; the proof of every such game says so.
 * @param keys newest first; the first decides new games, the others games that already wait for them
 */
export function createLocalBeacon(keys: readonly BeaconKey[], now: () => number): Beacon {
  const chains = keys.map(({ bytes }) => {
    const { secretKey, publicKey } = keyPair(bytes);
    const chain = chainOf(Buffer.from(publicKey).toString("hex"));
    const fetch = async (round: number) => ({ round, signature: sign(secretKey, round) });
    return new CheckedRounds(chain, { isSigner: true, fetch }, now);
  });
  const [current] = chains;
  invariant(current !== undefined, "a local beacon has a key");
  const byHash = new Map(chains.map((rounds) => [rounds.chain.chainHash, rounds]));
  return {
    chain: current.chain,
    chainHashes: [...byHash.keys()],
    // The round published now, requested or not.
    newestRound: () => Math.max(0, firstRoundFrom(now() + 1, current.chain) - 1),
    round: async (chainHash, round) => (await byHash.get(chainHash)?.get(round)) ?? null,
    stop: () => undefined,
  };
}

/** Key pairs cached by their key material: one takes about 50 ms, and tests start many services. */
const PAIRS_MAX = 8;
const pairs = new Map<string, ReturnType<typeof newKeyPair>>();

function keyPair(bytes: Uint8Array) {
  const material = createHmac("sha512", bytes).update("florin beacon key").digest();
  const name = material.toString("hex");
  const pair = pairs.get(name) ?? newKeyPair(material.subarray(0, KEY_MATERIAL_BYTES));
  if (pairs.size >= PAIRS_MAX) pairs.clear();
  pairs.set(name, pair);
  return pair;
}

function newKeyPair(material: Uint8Array) {
  const { secretKey, publicKey } = shortSignatures.keygen(material);
  return { secretKey, publicKey: publicKey.toBytes() };
}

const sign = (secretKey: Uint8Array, round: number): string =>
  shortSignatures.Signature.toHex(shortSignatures.sign(beaconMessage(round), secretKey));

/** The chain of a key. Its hash covers key, genesis and period, as drand's does. */
function chainOf(publicKey: string): BeaconChain {
  const named = `florin-beacon/1\n${publicKey}\n${GENESIS_AT}\n${PERIOD_MS}\n`;
  const chainHash = createHash("sha256").update(named).digest("hex");
  return { kind: "local", chainHash, publicKey, genesisAt: GENESIS_AT, periodMs: PERIOD_MS };
}
