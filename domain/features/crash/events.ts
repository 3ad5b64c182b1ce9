import { z } from "zod";
import { type Currency, house, playerAccount } from "../../accounts/account.ts";
import { currency } from "../../accounts/payload.ts";
import { hex32 } from "../../kernel/contract.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { move } from "../../ledger/posting.ts";
import { CASH_OUT_CAUSES } from "../game-rounds/contract.ts";
import { decidingBeacon } from "../game-tables/deciding-beacon.ts";
import { roundEscrow, tableStream } from "../game-tables/table.ts";
import { playerStream } from "../players/events.ts";
import { creatorShareAccount } from "../user-games/share.ts";

/** The stream of a crash game's rounds in one currency. */
export const crashTableStream = (place: {
  readonly gameId: string;
  readonly currency: Currency;
}): StreamName => tableStream({ gameType: "crash", ...place });

/** Which round of which game; a bet of it. Multipliers are hundredths. */
const place = { currency, gameId: z.string(), roundId: z.string() };
const ofBet = { ...place, betId: z.string(), playerId: z.string(), seq: whole, stake: moneyMinorText };
const example = {
  currency: "RBX",
  gameId: "0193e3f0-0000-7000-8000-0000000000a3",
  roundId: "0193e3f0-0000-7000-8000-0000000000c3",
} as const;
const exampleBet = {
  ...example,
  betId: "0193e3f0-0000-7000-8000-0000000000b3",
  playerId: "p_bob",
  seq: 0,
  stake: "1000",
} as const;
const exampleHash = "72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084";
const exampleSeed = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f";
const exampleBeacon = {
  chain: { chainHash: exampleHash, genesisAt: 0, kind: "drand", periodMs: 3_000, publicKey: "83cf" },
  closesAt: 1_767_268_820_500,
  round: 27_798_220,
} as const;

/**
 * A round opened with its first bet, by the terms of the game as of then, the next link of its chain and a beacon round
 * that was fixed. The house put its cap into the escrow: the round can cost it no more.
 */
export const crashRoundOpened = defineEvent({
  type: "CrashRoundOpened",
  payload: z.strictObject({
    ...place,
    beacon: decidingBeacon,
    cap: moneyMinorText,
    chain: whole,
    commitment: hex32,
    creatorId: z.string(),
    edge: whole,
    housePart: whole,
    link: whole,
    maxBet: moneyMinorText,
    minBet: moneyMinorText,
    /** Counts the rounds of the table, from 1; the point is drawn from it. */
    number: whole,
    /** When the curve is planned to start, in milliseconds. */
    startsAt: whole,
    version: whole,
  }),
  record: (payload) => ({
    streams: [crashTableStream(payload)],
    payload,
    postings: move({
      from: house,
      to: roundEscrow(payload.roundId),
      asset: payload.currency,
      amount: BigInt(payload.cap),
    }),
  }),
  live: { everybody: ["user-games"] },
  example: [
    {
      ...example,
      beacon: exampleBeacon,
      cap: "10000000",
      chain: 1,
      commitment: exampleHash,
      creatorId: "p_alice",
      edge: 500,
      housePart: 0,
      link: 1,
      maxBet: "100000",
      minBet: "100",
      number: 1,
      startsAt: 1_767_268_824_000,
      version: 1,
    },
  ],
});

/** A player bet on a round, perhaps to leave at a multiplier by itself. */
export const crashBetPlaced = defineEvent({
  type: "CrashBetPlaced",
  payload: z.strictObject({ ...ofBet, auto: whole.nullable() }),
  record: (payload) => ({
    streams: [crashTableStream(payload), playerStream(payload.playerId)],
    payload,
    postings: move({
      from: playerAccount(payload.playerId),
      to: roundEscrow(payload.roundId),
      asset: payload.currency,
      amount: BigInt(payload.stake),
    }),
  }),
  live: { player: ["balance"] },
  example: [{ ...exampleBet, auto: 200 }],
});

/** The beacon is out, and the curve starts. The signature is public; the point needs the seed as well. */
export const crashRoundStarted = defineEvent({
  type: "CrashRoundStarted",
  payload: z.strictObject({ ...place, signature: z.string(), startsAt: whole }),
  record: (payload) => ({ streams: [crashTableStream(payload)], payload }),
  live: { everybody: ["user-games"] },
  example: [{ ...example, signature: "ae43", startsAt: 1_767_268_824_000 }],
});

/** A bet left the curve before the bust, and was paid. */
export const crashCashedOut = defineEvent({
  type: "CrashCashedOut",
  payload: z.strictObject({
    ...ofBet,
    /** What it was paid by. */
    at: whole,
    cause: z.enum(CASH_OUT_CAUSES),
    payout: moneyMinorText,
    /** When it was asked for, or the last sign of service before an interruption; null for what follows by rule. */
    receivedAt: whole.nullable(),
    xp: whole,
  }),
  record: (payload) => ({
    streams: [crashTableStream(payload), playerStream(payload.playerId)],
    payload,
    postings: move({
      from: roundEscrow(payload.roundId),
      to: playerAccount(payload.playerId),
      asset: payload.currency,
      amount: BigInt(payload.payout),
    }),
  }),
  live: { player: ["balance", "games"] },
  example: [
    { ...exampleBet, at: 187, cause: "manual", payout: "1870", receivedAt: 1_767_268_834_500, xp: 13 },
  ],
});

/** A bet was still on the curve at the bust. */
export const crashBetLost = defineEvent({
  type: "CrashBetLost",
  payload: z.strictObject({ ...ofBet, point: whole, xp: whole }),
  record: (payload) => ({ streams: [playerStream(payload.playerId)], payload }),
  live: { player: ["games"] },
  example: [{ ...exampleBet, point: 156, xp: 13 }],
});

/** A round ended: seed and point are public, the creator has a share, and the house gets back what is left. */
export const crashRoundSettled = defineEvent({
  type: "CrashRoundSettled",
  payload: z.strictObject({
    ...place,
    carried: z.string(),
    creatorId: z.string(),
    digest: hex32,
    point: whole,
    /** What was left in the escrow for the house. */
    returned: moneyMinorText,
    seed: hex32,
    share: moneyMinorText,
    signature: z.string(),
    /** Stakes that the creator earned by. */
    volume: moneyMinorText,
  }),
  record: (payload) => {
    const [from, asset] = [roundEscrow(payload.roundId), payload.currency];
    return {
      streams: [crashTableStream(payload)],
      payload,
      postings: [
        ...move({ from, to: creatorShareAccount(payload.creatorId), asset, amount: BigInt(payload.share) }),
        ...move({ from, to: house, asset, amount: BigInt(payload.returned) }),
      ],
    };
  },
  live: { everybody: ["bets", "leaderboard", "user-games"] },
  example: [
    {
      ...example,
      carried: "0",
      creatorId: "p_alice",
      digest: exampleHash,
      point: 156,
      returned: "10000950",
      seed: exampleSeed,
      share: "50",
      signature: "ae43",
      volume: "1000",
    },
  ],
});

/** The beacon of a round did not come for a day: cap and stakes go back, and the seed is revealed all the same. */
export const crashRoundVoided = defineEvent({
  type: "CrashRoundVoided",
  payload: z.strictObject({ ...place, cap: moneyMinorText, seed: hex32 }),
  record: (payload) => ({
    streams: [crashTableStream(payload)],
    payload,
    postings: move({
      from: roundEscrow(payload.roundId),
      to: house,
      asset: payload.currency,
      amount: BigInt(payload.cap),
    }),
  }),
  live: { everybody: ["user-games"] },
  example: [{ ...example, cap: "10000000", seed: exampleSeed }],
});

/** A player got the stake of a void round back. */
export const crashBetReturned = defineEvent({
  type: "CrashBetReturned",
  payload: z.strictObject(ofBet),
  record: (payload) => ({
    streams: [playerStream(payload.playerId)],
    payload,
    postings: move({
      from: roundEscrow(payload.roundId),
      to: playerAccount(payload.playerId),
      asset: payload.currency,
      amount: BigInt(payload.stake),
    }),
  }),
  live: { player: ["balance"] },
  example: [exampleBet],
});
