import { invariant } from "../kernel/invariant.ts";
import { type Participant, participantsDigest, type Rt1Inputs, rt1Digest } from "./rt1.ts";

/** Scheme "rt1|jackpot": a link of a hash chain over a beacon, drawn to one ticket of the pot. */
export const RT1_JACKPOT = "rt1|jackpot";

const WORD_BYTES = 8;
const WORDS = 2n ** 64n;
/** A word is rejected with a chance below one half, so this many digests of four words never run out. */
const DIGESTS_MAX = 64;

/** Everything that a ticket follows from; entries in order of `seq`, one ticket for each minor unit. */
export interface JackpotInputs extends Omit<Rt1Inputs, "scheme" | "participants"> {
  readonly participants: readonly Participant[];
}

/** A draw with what it was computed from, so that each step can be shown. */
export interface JackpotDraw {
  /** The SHA-256 over the entries. */
  readonly participants: Uint8Array;
  /** The digest that the accepted word is of. */
  readonly digest: Uint8Array;
  /** From 0 to below the total. */
  readonly ticket: bigint;
  /** The place of the winning entry. */
  readonly winner: number;
}

/** Draws the ticket of a pot, and the entry that owns it. */
export function jackpotDraw({ participants: entries, ...inputs }: JackpotInputs): JackpotDraw {
  const participants = participantsDigest(entries);
  const total = entries.reduce((sum, { stake }) => sum + stake, 0n);
  const { ticket, digest } = ticketBelow(total, (counter) =>
    rt1Digest({ scheme: RT1_JACKPOT, participants, ...inputs }, counter),
  );
  return { participants, digest, ticket, winner: ownerOf(ticket, entries) };
}

/**
 * A whole number below `total`, each as likely: successive 64-bit big-endian words of digests 0, 1, 2 ...; a word is
 * rejected when it is at or above the largest multiple of `total`.
 */
export function ticketBelow(
  total: bigint,
  digestOf: (counter: number) => Uint8Array,
): { readonly ticket: bigint; readonly digest: Uint8Array } {
  invariant(total > 0n && total <= WORDS, "a pot has tickets, and at most 2^64");
  const accepted = WORDS - (WORDS % total);
  for (let counter = 0; counter < DIGESTS_MAX; counter += 1) {
    const digest = digestOf(counter);
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at + WORD_BYTES <= digest.length; at += WORD_BYTES) {
      const word = words.getBigUint64(at);
      if (word < accepted) return { ticket: word % total, digest };
    }
  }
  throw new Error("Every word of 64 digests was rejected.");
}

/** The place of the entry whose half-open range of tickets holds a ticket. */
export function ownerOf(ticket: bigint, entries: readonly Participant[]): number {
  let end = 0n;
  const winner = entries.findIndex(({ stake }) => {
    end += stake;
    return ticket < end;
  });
  invariant(winner >= 0, "a ticket is below the total");
  return winner;
}
