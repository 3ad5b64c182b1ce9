import { sha256 } from "@noble/hashes/sha2.js";
import { utf8 } from "../kernel/bytes.ts";
import { invariant } from "../kernel/invariant.ts";
import { BASIS_POINTS } from "../kernel/money.ts";
import { MULTIPLIER_MAX, MULTIPLIER_ONE } from "./crash-curve.ts";
import { type Rt1Inputs, rt1Digest } from "./rt1.ts";

/** Scheme "rt1|crash": a link of a hash chain over a beacon, drawn to the multiplier at which a round ends. */
export const RT1_CRASH = "rt1|crash";

const DIGEST_BITS = 52n;
const WORDS = 2n ** DIGEST_BITS;

/** Everything that a point follows from. */
export interface CrashInputs extends Omit<Rt1Inputs, "scheme" | "participants"> {
  /** The number of the round in its game and currency; it takes the place of the participants in other schemes. */
  readonly number: number;
  /** The edge in basis points. */
  readonly edge: number;
}

/** A point with what it was computed from, so that each step can be shown. */
export interface CrashDraw {
  readonly participants: Uint8Array;
  readonly digest: Uint8Array;
  /** In hundredths. */
  readonly point: number;
}

/** The round's number takes the participants' place in the draw. */
export const crashLine = (number: number): string => `round:${number}`;
/** Its SHA-256, which is part of the draw. */
export const crashParticipants = (number: number): Uint8Array => sha256(utf8(crashLine(number)));

/** Draws the multiplier at which a round ends. */
export function crashDraw({ number, edge, ...inputs }: CrashInputs): CrashDraw {
  const participants = crashParticipants(number);
  const digest = rt1Digest({ scheme: RT1_CRASH, participants, ...inputs }, 0);
  return { participants, digest, point: pointOf(digest, edge) };
}

/**
 * The point that a digest gives, in hundredths: (1 - edge) / (1 - r / 2^52), where r is the digest's first 52 bits.
 * Whole numbers throughout, so that server and browser agree. @param edge basis points
 */
export function pointOf(digest: Uint8Array, edge: number): number {
  const first = new DataView(digest.buffer, digest.byteOffset, digest.byteLength).getBigUint64(0);
  const r = first >> (64n - DIGEST_BITS);
  const point = (shareLeft(edge) * WORDS) / (MULTIPLIER_UNIT * (WORDS - r));
  if (point > BigInt(MULTIPLIER_MAX)) return MULTIPLIER_MAX;
  return Math.max(MULTIPLIER_ONE, Number(point));
}

/**
 * How many of the 2^52 equally likely values of r give a point of at least `multiplier`: what the formula promises,
 * counted and not estimated. The number of 2^52 rounds that pay a bet leaving at `multiplier`. @param edge basis
 * points
 */
export function roundsReaching(multiplier: number, edge: number): bigint {
  invariant(multiplier >= MULTIPLIER_ONE && multiplier <= MULTIPLIER_MAX, "a multiplier is on the curve");
  if (multiplier === MULTIPLIER_ONE) return WORDS;
  return (shareLeft(edge) * WORDS) / (MULTIPLIER_UNIT * BigInt(multiplier));
}

const MULTIPLIER_UNIT = BASIS_POINTS / BigInt(MULTIPLIER_ONE);

function shareLeft(edge: number): bigint {
  invariant(Number.isInteger(edge) && edge >= 0 && BigInt(edge) < BASIS_POINTS, "an edge is below the whole");
  return BASIS_POINTS - BigInt(edge);
}
