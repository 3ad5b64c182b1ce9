// Loaded when a game is checked: the curve of the beacon's signature is too large to come with a page.
import { beaconValue, publishedAt } from "#domain/fairness/beacon.ts";
import { chainOfProof, isProvenSigned } from "#domain/fairness/proven-beacon.ts";
import {
  type Participant,
  participantLine,
  participantsDigest,
  pvpCommitment,
  pvpResult,
} from "#domain/fairness/rt1.ts";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import type { CoinflipJoined } from "#domain/features/live-coinflips/events.ts";
import { fromHex, toHex } from "#domain/kernel/bytes.ts";
import type { LedgerKeys } from "#domain/ledger/proof.ts";
import { type ReceiptPorts, verifyReceipt } from "#domain/ledger/receipt.ts";

/** What a step found, and whether it is what the proof claims. */
export interface Found {
  readonly holds: boolean;
  /** What was computed, as text. */
  readonly value: string;
}

/** What checking a game between players found, step by step; null for a step whose inputs are not known yet. */
export interface PvpCheck {
  readonly commitment: Found | null;
  readonly participants: Found | null;
  readonly joined: Found | null;
  readonly signature: Found | null;
  readonly beacon: Found | null;
  readonly digest: Found | null;
  readonly face: Found | null;
}

/** What the check takes besides the proof: the browser's cryptography, and the ledger's public keys. */
export interface CheckPorts extends Pick<ReceiptPorts, "sha256" | "verifyEd25519"> {
  readonly keys: LedgerKeys["keys"];
}

/** A participant as its line says, or null when the line says something else than the proof does. */
function participantOf({
  line,
  seq,
  playerId,
  clientSeed,
}: CoinflipProof["participants"][number]): Participant | null {
  const [, , , stake = "", items = ""] = line.split(":");
  if (!/^\d{1,19}$/.test(stake)) return null;
  const instances = items === "" ? [] : items.split("+");
  const participant = { seq, playerId, clientSeed, stake: BigInt(stake), instances };
  return participantLine(participant) === line ? participant : null;
}

function participantsIn(proof: CoinflipProof): readonly Participant[] | null {
  const read = proof.participants.map(participantOf).filter((one) => one !== null);
  return read.length === 2 && read.length === proof.participants.length ? read : null;
}

function checkBeacon(beacon: CoinflipProof["beacon"]): Pick<PvpCheck, "signature" | "beacon"> {
  if (beacon === null || beacon.signature === null) return { signature: null, beacon: null };
  const { round, signature } = beacon;
  const value = toHex(beaconValue({ round, signature }));
  return {
    signature: { holds: isProvenSigned(beacon), value: signature },
    beacon: { holds: value === beacon.value, value },
  };
}

/** Whether the ledger says that the game was joined, with this round, before the round was published. */
async function checkJoin(proof: CoinflipProof, ports: CheckPorts): Promise<Found | null> {
  const { receipt, beacon } = proof;
  if (receipt === null || beacon === null) return null;
  const check = await verifyReceipt(receipt, ports);
  if (!check.ok) return { holds: false, value: check.problem };
  const { event } = check;
  const told = event.payload as unknown as Partial<CoinflipJoined["payload"]>;
  const joiner = proof.participants[1];
  const isThis =
    event.type === "CoinflipJoined" &&
    event.stream === `coinflip:${proof.id}` &&
    told.round === beacon.round &&
    told.chain?.publicKey === beacon.publicKey &&
    told.joiner?.playerId === joiner?.playerId &&
    told.joiner?.clientSeed === joiner?.clientSeed;
  if (!isThis) return { holds: false, value: "The receipt is not for the join of this game." };
  const publishAt = publishedAt(beacon.round, chainOfProof(beacon));
  const leadMs = publishAt - event.recordedAt;
  const lead = `${(Math.abs(leadMs) / 1000).toFixed(3)} s ${leadMs > 0 ? "before" : "after"} the round was out`;
  return { holds: leadMs > 0, value: `Position ${event.position}, written ${lead}` };
}

function checkResult(
  proof: CoinflipProof,
  players: readonly Participant[] | null,
): Pick<PvpCheck, "digest" | "face"> {
  const serverSeed = proof.serverSeed === null ? null : fromHex(proof.serverSeed);
  const beacon = proof.beacon?.value ? fromHex(proof.beacon.value) : null;
  if (serverSeed === null || beacon === null || proof.beacon === null || players === null)
    return { digest: null, face: null };
  const { round } = proof.beacon;
  const drawn = pvpResult({ gameId: proof.id, round, beacon, participants: players, serverSeed });
  const digest = toHex(drawn.digest);
  return {
    digest: { holds: digest === proof.digest, value: digest },
    face: { holds: drawn.result === proof.result, value: drawn.result },
  };
}

/**
 * Checks a game between players from its proof alone: that seed, players and beacon are those that were promised, and
 * that they give the result. Takes about 50 ms, most of it for the beacon's signature.
 */
export async function checkPvp(proof: CoinflipProof, ports: CheckPorts): Promise<PvpCheck> {
  const players = participantsIn(proof);
  const seed = proof.serverSeed === null ? null : fromHex(proof.serverSeed);
  const commitment = seed && toHex(pvpCommitment(seed));
  const digest = players && toHex(participantsDigest(players));
  const isJoined = proof.participants.length > 1;
  return {
    commitment: commitment === null ? null : { holds: commitment === proof.commitment, value: commitment },
    participants: isJoined
      ? { holds: digest !== null && digest === proof.participantsDigest, value: digest ?? "" }
      : null,
    joined: await checkJoin(proof, ports),
    ...checkBeacon(proof.beacon),
    ...checkResult(proof, players),
  };
}

/** Whether every step that could be made holds, and the face could be checked. */
export const isVerified = (check: PvpCheck): boolean =>
  check.face !== null && Object.values(check).every((found: Found | null) => found?.holds ?? false);
