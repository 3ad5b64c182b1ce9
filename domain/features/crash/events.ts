import { z } from "zod";
import { type Currency, house, playerAccount } from "../../accounts/account.ts";
import { hex32 } from "../../kernel/contract.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { CASH_OUT_CAUSES } from "../game-rounds/contract.ts";
import { decidingBeacon } from "../game-tables/deciding-beacon.ts";
import {
  exampleBeacon,
  exampleHash,
  exampleSeed,
  exampleTerms,
  intoRound,
  outOfRound,
  place,
  stakeBack,
  stakeIn,
  terms,
} from "../game-tables/round-events.ts";
import { tableStream } from "../game-tables/table.ts";
import { onPlayer, playerStream } from "../players/events.ts";
import { creatorShareAccount } from "../user-games/share.ts";

/** The stream of a crash game's rounds in one currency. */
export const crashTableStream = (of: { readonly gameId: string; readonly currency: Currency }): StreamName =>
  tableStream({ gameType: "crash", ...of });

/** A bet of a round. Multipliers are hundredths. */
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

/**
 * A round opened with its first bet, by the terms of the game as of then, the next link of its chain and a beacon round
 * that was fixed. The house put its cap into the escrow: the round can cost it no more.
 */
export const crashRoundOpened = defineEvent({
  type: "CrashRoundOpened",
  payload: z.strictObject({
    ...place,
    ...terms,
    beacon: decidingBeacon,
    cap: moneyMinorText,
    /** When the curve is planned to start, in milliseconds. */
    startsAt: whole,
  }),
  record: (payload) => ({
    streams: [crashTableStream(payload)],
    payload,
    postings: intoRound(payload, house, payload.cap),
  }),
  live: { everybody: ["user-games"] },
  example: [
    {
      ...example,
      ...exampleTerms,
      beacon: { ...exampleBeacon, round: 27_798_220 },
      cap: "10000000",
      startsAt: 1_767_268_824_000,
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
    postings: stakeIn(payload),
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
    postings: outOfRound(payload, playerAccount(payload.playerId), payload.payout),
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
  record: (payload) => onPlayer(payload.playerId, payload),
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
  record: (payload) => ({
    streams: [crashTableStream(payload)],
    payload,
    postings: [
      ...outOfRound(payload, creatorShareAccount(payload.creatorId), payload.share),
      ...outOfRound(payload, house, payload.returned),
    ],
  }),
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
    postings: outOfRound(payload, house, payload.cap),
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
    postings: stakeBack(payload),
  }),
  live: { player: ["balance"] },
  example: [exampleBet],
});
