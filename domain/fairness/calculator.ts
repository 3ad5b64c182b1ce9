import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { fromHex, toHex, utf8 } from "../kernel/bytes.ts";
import { InvariantError } from "../kernel/invariant.ts";
import { BASIS_POINTS, formatMinor, parseMinor } from "../kernel/money.ts";
import { crashLine, crashParticipants, pointOf, RT1_CRASH } from "./crash.ts";
import { ownerOf, RT1_JACKPOT, ticketBelow } from "./jackpot.ts";
import { type Participant, participantLine, participantsDigest, RT1_PVP, rt1Digest } from "./rt1.ts";
import { commitmentBytes, PAIR_NONCES_MAX, ST1, sideOfDigest, st1Key, st1Message } from "./st1.ts";

/** What somebody pasted, by field. */
export type Pasted = Readonly<Record<string, string>>;

/** A step of a formula: what is done, its result, and whether it matches the pasted value, if any. */
export interface CalculatedStep {
  readonly title: string;
  readonly how: string;
  readonly found: string;
  readonly holds?: boolean;
}

/** The formula's result, or the field that is invalid. */
export type Calculation =
  | { readonly steps: readonly CalculatedStep[]; readonly result: string }
  | { readonly field: string; readonly problem: string };

/** Maximum entries of a pasted pot. */
const ENTRIES_MAX = 2_000;
const HEX_32 = /^[0-9a-f]{64}$/;
const HEX_48 = /^[0-9a-f]{96}$/;
const WHOLE = /^\d{1,15}$/;

class FieldProblem extends Error {
  readonly field: string;

  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}

function read<T>(
  pasted: Pasted,
  field: string,
  reading: { of: (text: string) => T | null; must: string },
): T {
  const value = reading.of((pasted[field] ?? "").trim());
  if (value === null) throw new FieldProblem(field, reading.must);
  return value;
}

const bytes32 = {
  of: (text: string) => (HEX_32.test(text.toLowerCase()) ? fromHex(text.toLowerCase()) : null),
  must: "Must be 64 hexadecimal digits",
};
const beacon = {
  of: (text: string) => {
    const hex = text.toLowerCase();
    const signature = HEX_48.test(hex) ? fromHex(hex) : null;
    return signature === null ? bytes32.of(text) : sha256(signature);
  },
  must: "Must be a signature of 96 hexadecimal digits, or its value of 64",
};
const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => ({
  of: (text: string) => {
    const value = WHOLE.test(text) ? Number.parseInt(text, 10) : null;
    return value !== null && value >= least && value <= most ? value : null;
  },
  must: most === Number.MAX_SAFE_INTEGER ? "Must be a whole number" : `Must be ${least} to ${most}`,
});
const text = { of: (value: string) => (value === "" ? null : value), must: "Must be filled in" };
const edge = {
  of: (value: string) => {
    const minor = /^\d/.test(value) ? parseMinor(value) : null;
    return minor !== null && minor < BASIS_POINTS ? Number.parseInt(String(minor), 10) : null;
  },
  must: "Must be 0 to 99.99",
};
const entries = {
  of: (value: string): readonly Participant[] | null => {
    const lines = value.split(/\r?\n/).filter((line) => line.trim() !== "");
    const read = lines.map((line) => entryOf(line.trim()));
    const all = read.filter((one) => one !== null);
    return lines.length > 0 && lines.length <= ENTRIES_MAX && all.length === lines.length ? all : null;
  },
  must: `Must be lines such as 0:player:clientSeed:1000, at most ${ENTRIES_MAX}`,
};

function entryOf(line: string): Participant | null {
  const [seq = "", playerId = "", clientSeed = "", stake = "", items, ...more] = line.split(":");
  if (
    line.includes("|") ||
    !WHOLE.test(seq) ||
    !/^\d{1,18}$/.test(stake) ||
    playerId === "" ||
    more.length > 0
  )
    return null;
  const instances = items === undefined ? [] : items.split("+");
  const entry = { seq: Number.parseInt(seq, 10), playerId, clientSeed, stake: BigInt(stake), instances };
  return participantLine(entry) === line ? entry : null;
}

/** The step that a seed was committed to; without a commitment there is nothing to compare. */
function committed(pasted: Pasted, seed: Uint8Array, how: string): CalculatedStep {
  const found = toHex(sha256(seed));
  const claimed = (pasted["commitment"] ?? "").trim().toLowerCase();
  const step = { title: "Commitment", how, found };
  return claimed === "" ? step : { ...step, holds: claimed === found };
}

function flip(pasted: Pasted): Calculation {
  const serverSeed = read(pasted, "serverSeed", text);
  const message = st1Message(
    read(pasted, "clientSeed", text),
    read(pasted, "nonce", whole(0, PAIR_NONCES_MAX - 1)),
  );
  const digest = hmac(sha256, st1Key(serverSeed), utf8(message));
  const result = sideOfDigest(digest).toUpperCase();
  return {
    steps: [
      committed(pasted, commitmentBytes(serverSeed), "SHA-256 of the server seed, as text"),
      {
        title: "Digest",
        how: `HMAC-SHA-256 of ${message}, keyed by the server seed as text`,
        found: toHex(digest),
      },
      { title: "Face", how: "The top bit of the first byte: 1 is RBX, 0 is TIX", found: result },
    ],
    result,
  };
}

/** What the games that a beacon decides have in common: seed, beacon and digests. */
function drawn(pasted: Pasted, scheme: string, participants: Uint8Array) {
  const inputs = {
    scheme,
    gameId: read(pasted, "gameId", text),
    round: read(pasted, "round", whole(1)),
    beacon: read(pasted, "beacon", beacon),
    participants,
    serverSeed: read(pasted, "serverSeed", bytes32),
  };
  const { gameId, round } = inputs;
  const value = toHex(inputs.beacon);
  const message = `${scheme}|${gameId}|${round}|${value}|${toHex(participants)}`;
  const digestStep = (digest: Uint8Array): CalculatedStep => ({
    title: "Digest",
    how: `HMAC-SHA-256 of ${message}|0, keyed by the bytes of the seed; further digests count on from 0`,
    found: toHex(digest),
  });
  const beaconStep = { title: "Beacon", how: "SHA-256 of the signature of the round", found: value };
  return { digestOf: (counter: number) => rt1Digest(inputs, counter), beaconStep, digestStep, inputs };
}

const playersStep = (participants: Uint8Array): CalculatedStep => ({
  title: "Players",
  how: "SHA-256 of their lines, joined by line breaks",
  found: toHex(participants),
});

const LINK = "SHA-256 of the link is the link before it; before link 1 comes the published end of the chain";

function pvp(pasted: Pasted): Calculation {
  const participants = participantsDigest(read(pasted, "participants", entries));
  const { digestOf, beaconStep, digestStep, inputs } = drawn(pasted, RT1_PVP, participants);
  const digest = digestOf(0);
  const result = sideOfDigest(digest).toUpperCase();
  return {
    steps: [
      committed(pasted, inputs.serverSeed, "SHA-256 of the bytes of the server seed"),
      beaconStep,
      playersStep(participants),
      digestStep(digest),
      { title: "Face", how: "The top bit of the first byte: 1 is RBX, 0 is TIX", found: result },
    ],
    result,
  };
}

function jackpot(pasted: Pasted): Calculation {
  const players = read(pasted, "participants", entries);
  const total = players.reduce((sum, { stake }) => sum + stake, 0n);
  if (total <= 0n) throw new FieldProblem("participants", "Must have stakes");
  const participants = participantsDigest(players);
  const { digestOf, beaconStep, digestStep, inputs } = drawn(pasted, RT1_JACKPOT, participants);
  const { ticket, digest } = ticketBelow(total, digestOf);
  const winner = players[ownerOf(ticket, players)];
  const result = `Entry ${winner?.seq ?? ""} wins with ticket ${formatMinor(ticket)}`;
  return {
    steps: [
      committed(pasted, inputs.serverSeed, LINK),
      beaconStep,
      playersStep(participants),
      digestStep(digest),
      {
        title: "Ticket",
        how: `The first 64-bit word of the digests below the largest multiple of ${total}, modulo ${total}`,
        found: formatMinor(ticket),
      },
      { title: "Winner", how: "The entry whose tickets hold it, in the order of the lines", found: result },
    ],
    result,
  };
}

function crash(pasted: Pasted): Calculation {
  const number = read(pasted, "number", whole(1));
  const taken = read(pasted, "edge", edge);
  const participants = crashParticipants(number);
  const { digestOf, beaconStep, digestStep, inputs } = drawn(pasted, RT1_CRASH, participants);
  const digest = digestOf(0);
  const result = `${formatMinor(BigInt(pointOf(digest, taken)))}x`;
  return {
    steps: [
      committed(pasted, inputs.serverSeed, LINK),
      beaconStep,
      { title: "Round", how: `SHA-256 of ${crashLine(number)}`, found: toHex(participants) },
      digestStep(digest),
      {
        title: "Multiplier",
        how: `(1 - ${formatMinor(BigInt(taken))}%) / (1 - r / 2^52), rounded down to hundredths, 1.00 to 10000.00; r is the first 52 bits of the digest`,
        found: result,
      },
    ],
    result,
  };
}

const SCHEMES = {
  [ST1]: flip,
  [RT1_PVP]: pvp,
  [RT1_JACKPOT]: jackpot,
  [RT1_CRASH]: crash,
} as const;

/** The schemes by which games are decided. */
export type Scheme = keyof typeof SCHEMES;

/**
 * Computes a game from pasted values, without any request.
 * @example calculate("st1", { serverSeed: "a", clientSeed: "b", nonce: "0" })
 */
export function calculate(scheme: Scheme, pasted: Pasted): Calculation {
  try {
    return SCHEMES[scheme](pasted);
  } catch (error) {
    if (error instanceof FieldProblem) return { field: error.field, problem: error.message };
    // A field must not contain the formula's separators.
    if (error instanceof InvariantError) return { field: "gameId", problem: "Must have no : and no |" };
    throw error;
  }
}
