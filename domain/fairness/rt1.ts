import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { toHex, utf8 } from "../kernel/bytes.ts";
import { invariant } from "../kernel/invariant.ts";
import { type Side, sideOfDigest } from "./st1.ts";

/** Scheme "rt1|pvp": a committed server seed over a public beacon that is drawn after the game is locked. */
export const RT1_PVP = "rt1|pvp";

/** The digests that a game is drawn from, whatever it is: the scheme's name sets games of different kinds apart. */
export interface Rt1Inputs {
  readonly scheme: string;
  readonly gameId: string;
  /** The round of the beacon. */
  readonly round: number;
  /** The value of the beacon in that round: 32 bytes, the SHA-256 of its signature. */
  readonly beacon: Uint8Array;
  /** The SHA-256 over the participants, or over their stand-in. */
  readonly participants: Uint8Array;
  /** 32 bytes. */
  readonly serverSeed: Uint8Array;
}

/** Bytes of a server seed, and of a beacon's value. */
const SEED_BYTES = 32;
/** A field of the message ends at one of these, so no field holds them. */
const SEPARATORS = /[|:\n]/;

/** One player of a game, as its result depends on them. */
export interface Participant {
  /** Its place in the order of stakes, from 0; in a coinflip 0 is the creator and 1 the joiner. */
  readonly seq: number;
  readonly playerId: string;
  readonly clientSeed: string;
  /** What is at stake, in minor units; of items their value when they were staked. */
  readonly stake: bigint;
  /** The instances of the items staked, in any order; none where a currency is. */
  readonly instances: readonly string[];
}

/** Everything that a result follows from. */
export interface PvpInputs extends Omit<Rt1Inputs, "scheme" | "participants"> {
  readonly participants: readonly Participant[];
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

/**
 * Digest `counter` of a game: HMAC-SHA256, keyed by the seed's bytes, over scheme, game, round, beacon and
 * participants.
 * @throws InvariantError when an input has the wrong length, or a field holds what parts the fields
 */
export function rt1Digest(inputs: Rt1Inputs, counter: number): Uint8Array {
  const { scheme, gameId, round, beacon, participants, serverSeed } = inputs;
  invariant(
    serverSeed.length === SEED_BYTES && beacon.length === SEED_BYTES,
    "seed and beacon have 32 bytes",
  );
  invariant(!SEPARATORS.test(gameId), "a game's id can be told apart");
  const message = `${scheme}|${gameId}|${round}|${toHex(beacon)}|${toHex(participants)}|${counter}`;
  return hmac(sha256, serverSeed, utf8(message));
}

/** Decides a game between two players: the top bit of its first digest. */
export function pvpResult({ participants, ...inputs }: PvpInputs): PvpResult {
  const players = participantsDigest(participants);
  const digest = rt1Digest({ scheme: RT1_PVP, participants: players, ...inputs }, 0);
  return { participants: players, digest, result: sideOfDigest(digest) };
}
