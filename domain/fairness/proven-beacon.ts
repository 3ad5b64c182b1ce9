import { z } from "zod";
import { toHex } from "../kernel/bytes.ts";
import { hex32, instantText } from "../kernel/contract.ts";
import { instantOf } from "../kernel/time.ts";
import { type BeaconChain, beaconValue, isSignedBy, publishedAt, QUICKNET } from "./beacon.ts";

const hexText = z.string().regex(/^[0-9a-f]+$/);

/** A beacon as proofs carry it: which one, which round, and its signature once that has come. */
export const provenBeaconSchema = z.strictObject({
  kind: z.enum(["drand", "local"]),
  /** Whether the operator runs it, and could foresee its rounds. */
  operatorRun: z.boolean(),
  chainHash: hex32,
  publicKey: hexText,
  genesisAt: instantText,
  periodMs: z.number().int().positive(),
  round: z.number().int().positive(),
  publishAt: instantText,
  signature: hexText.nullable(),
  value: hex32.nullable(),
});
export type ProvenBeacon = z.infer<typeof provenBeaconSchema>;

/** A chain's round as given in a proof. @param signature null until it is published */
export const provenBeacon = (chain: BeaconChain, round: number, signature: string | null): ProvenBeacon => ({
  kind: chain.kind,
  operatorRun: chain.kind === "local",
  chainHash: chain.chainHash,
  publicKey: chain.publicKey,
  genesisAt: instantOf(chain.genesisAt),
  periodMs: chain.periodMs,
  round,
  publishAt: instantOf(publishedAt(round, chain)),
  signature,
  value: signature === null ? null : toHex(beaconValue({ round, signature })),
});

/** The chain that a proof names. For drand, only the published chain is accepted. */
export const chainOfProof = ({
  kind,
  chainHash,
  publicKey,
  genesisAt,
  periodMs,
}: ProvenBeacon): BeaconChain =>
  kind === "drand" ? QUICKNET : { kind, chainHash, publicKey, genesisAt: Date.parse(genesisAt), periodMs };

/** Whether a proof's beacon is signed by the key of the chain that it names. */
export function isProvenSigned(beacon: ProvenBeacon): boolean {
  const { round, signature } = beacon;
  const chain = chainOfProof(beacon);
  const isNamed = chain.chainHash === beacon.chainHash && chain.publicKey === beacon.publicKey;
  return isNamed && signature !== null && isSignedBy(chain, { round, signature });
}
