import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { toHex, utf8 } from "../kernel/bytes.ts";
import { invariant } from "../kernel/invariant.ts";
import { type Side, sideOfDigest } from "./st1.ts";

/** Scheme "rt1|pvp": a committed server seed over a public beacon that is drawn after the game is locked. */
export const RT1_PVP = "rt1|pvp";

/** Bytes of a server seed, and of a beacon's value. */
const SEED_BYTES = 32;
/** A field of the message ends at one of these, so no field holds them. */
const SEPARATORS = /[|:\n]/;

/** One player of a game, as its result depends on them. */
export interface Participant {
  /** 0 is the creator, 1 the joiner. */
  readonly seq: number;
  readonly playerId: string;
  readonly clientSeed: string;
  /** What is at stake, in minor units; of items their value when they were staked. */
  readonly stake: bigint;
  /** The instances of the items staked, in any order; none where a currency is. */
  readonly instances: readonly string[];
}

/** Everything that a result follows from. */
export interface PvpInputs {
  readonly gameId: string;
  /** The round of the beacon. */
  readonly round: number;
  /** The value of the beacon in that round: 32 bytes, the SHA-256 of its signature. */
  readonly beacon: Uint8Array;
  readonly participants: readonly Participant[];
  /** 32 bytes. */
  readonly serverSeed: Uint8Array;
}

/** A result with what it was computed from, so that each step can be shown. */
export interface PvpResult {
  /** The SHA-256 over the participants. */
  readonly participants: Uint8Array;
  /** The HMAC-SHA256 whose top bit is the result. */
  readonly digest: Uint8Array;
  readonly result: Side;
}

/** What commits to a server seed: the SHA-256 of its 32 bytes, not of their text. */
export const pvpCommitment = (serverSeed: Uint8Array): Uint8Array => sha256(serverSeed);

/**
 * The line of a participant, `seq:player:clientSeed:stake`, and for items `:` and their instances in order, joined by
 * a plus sign.
 * @throws InvariantError when a field holds what parts the fields
 * @example "0:u1:alpha:1000"
 */
export function participantLine({ seq, playerId, clientSeed, stake, instances }: Participant): string {
  const fields = [String(seq), playerId, clientSeed, String(stake)];
  if (instances.length > 0) {
    invariant(!instances.some((instance) => instance.includes("+")), "an instance has no plus sign");
    fields.push([...instances].sort().join("+"));
  }
  invariant(!fields.some((field) => SEPARATORS.test(field)), "a participant's fields can be told apart");
  return fields.join(":");
}

/** The SHA-256 of the participants' lines, joined by a newline, without one at the end. */
export const participantsDigest = (participants: readonly Participant[]): Uint8Array =>
  sha256(utf8(participants.map(participantLine).join("\n")));

/** The first digest of a game: HMAC-SHA256, keyed by the seed's bytes, over scheme, game, round, beacon and players. */
export function pvpResult({ gameId, round, beacon, participants, serverSeed }: PvpInputs): PvpResult {
  invariant(
    serverSeed.length === SEED_BYTES && beacon.length === SEED_BYTES,
    "seed and beacon have 32 bytes",
  );
  invariant(!SEPARATORS.test(gameId), "a game's id can be told apart");
  const players = participantsDigest(participants);
  const message = `${RT1_PVP}|${gameId}|${round}|${toHex(beacon)}|${toHex(players)}|0`;
  const digest = hmac(sha256, serverSeed, utf8(message));
  return { participants: players, digest, result: sideOfDigest(digest) };
}
