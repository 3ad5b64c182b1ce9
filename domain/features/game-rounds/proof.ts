import { z } from "zod";
import { CURRENCIES } from "../../accounts/account.ts";
import { RT1_CRASH } from "../../fairness/crash.ts";
import { RT1_JACKPOT } from "../../fairness/jackpot.ts";
import { provenBeaconSchema } from "../../fairness/proven-beacon.ts";
import { hex32, instantText, moneyText, position } from "../../kernel/contract.ts";
import { receiptSchema } from "../../ledger/proof.ts";
import { CASH_OUT_CAUSES, multiplierText } from "./contract.ts";

const percentText = z.string().regex(/^\d{1,3}\.\d{2}$/);
/** A fraction of a minor unit, in parts of 10^-8. */
const fractionText = z.string().regex(/^\d{1,8}$/);
const receipt = receiptSchema.nullable();

/** The chain that a round took its link from. */
const chainSchema = z.strictObject({
  /** The chains of a game in a currency are numbered from 1. */
  number: z.number().int().positive(),
  length: z.number().int().positive(),
  /** Link 0, published before the chain's first round. */
  terminal: hex32,
});

/** What a round's end paid its creator and the house. */
const takings = {
  /** What the creator got. */
  share: moneyText.nullable(),
  /** The fraction that the creator's share began and ended with. */
  carried: z.strictObject({ before: fractionText, after: fractionText }).nullable(),
};

const round = {
  id: z.string(),
  number: z.number().int().positive(),
  gameId: z.string(),
  version: z.number().int().positive(),
  currency: z.enum(CURRENCIES),
  houseEdge: percentText,
  /** The part of the edge that the house keeps. */
  housePart: percentText,
  chain: chainSchema,
  /** The link of the chain that decides, from 1. */
  link: z.number().int().positive(),
  /** Its SHA-256: the link before it. */
  commitment: hex32,
  /** The link itself; null until the round has ended. */
  serverSeed: hex32.nullable(),
  /** Null until it is fixed. Bets were taken until `closesAt`. */
  beacon: provenBeaconSchema.extend({ closesAt: instantText }).nullable(),
  participantsDigest: hex32,
  digest: hex32.nullable(),
  pot: moneyText,
  openedAt: instantText,
  endedAt: instantText.nullable(),
  /** Of the event that ended it, or else that opened it. */
  position,
  ...takings,
};

/** All inputs of a jackpot, as far as there are any yet. */
export const jackpotProofSchema = z.strictObject({
  ...round,
  gameType: z.literal("jackpot"),
  scheme: z.literal(RT1_JACKPOT),
  status: z.enum(["waiting", "betting", "locked", "settled", "void"]),
  /** One for each entry, in their order. */
  participants: z.array(
    z.strictObject({
      seq: z.number().int().nonnegative(),
      playerId: z.string(),
      clientSeed: z.string(),
      stake: moneyText,
      /** Tickets, half-open, as amounts. */
      from: moneyText,
      to: moneyText,
      /** What is hashed of it; the stake in it in minor units. */
      line: z.string(),
    }),
  ),
  ticket: moneyText.nullable(),
  winnerSeq: z.number().int().nonnegative().nullable(),
  payout: moneyText.nullable(),
  rake: moneyText.nullable(),
  /** Why it is void. */
  reason: z.enum(["alone", "no_beacon"]).nullable(),
  receipts: z.strictObject({
    chain: receipt,
    opened: receipt,
    countdown: receipt,
    lastEntry: receipt,
    ended: receipt,
  }),
});
export type JackpotProof = z.infer<typeof jackpotProofSchema>;

/** All inputs of a crash round, as far as there are any yet. It names nobody: bets do not decide its point. */
export const crashProofSchema = z.strictObject({
  ...round,
  gameType: z.literal("crash"),
  scheme: z.literal(RT1_CRASH),
  status: z.enum(["betting", "locked", "running", "settled", "void"]),
  /** What stands for the participants in the draw. */
  line: z.string(),
  /** What the house put at risk. */
  cap: moneyText,
  startsAt: instantText,
  point: multiplierText.nullable(),
  bets: z.array(
    z.strictObject({
      seq: z.number().int().nonnegative(),
      betAmount: moneyText,
      /** Null until the round has ended, and without a target. */
      autoCashOut: multiplierText.nullable(),
      multiplier: multiplierText.nullable(),
      winAmount: moneyText.nullable(),
      cause: z.enum(CASH_OUT_CAUSES).nullable(),
      /** When the request was received, or the last sign of service before an interruption. */
      receivedAt: instantText.nullable(),
      /** The position of its exit in the log, and when it was written. */
      left: z.strictObject({ position, at: instantText }).nullable(),
    }),
  ),
  /** What was left in the escrow for the house. */
  returned: moneyText.nullable(),
  receipts: z.strictObject({ chain: receipt, opened: receipt, started: receipt, ended: receipt }),
});
export type CrashProof = z.infer<typeof crashProofSchema>;
export type RoundProof = JackpotProof | CrashProof;
