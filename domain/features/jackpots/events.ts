import { z } from "zod";
import { type Currency, house, playerAccount } from "../../accounts/account.ts";
import { currency } from "../../accounts/payload.ts";
import { hex32 } from "../../kernel/contract.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { move } from "../../ledger/posting.ts";
import { decidingBeacon } from "../game-tables/deciding-beacon.ts";
import { roundEscrow, tableStream } from "../game-tables/table.ts";
import { playerStream } from "../players/events.ts";
import { creatorShareAccount } from "../user-games/share.ts";

/** The stream of a jackpot's rounds in one currency. */
export const jackpotTableStream = (place: {
  readonly gameId: string;
  readonly currency: Currency;
}): StreamName => tableStream({ gameType: "jackpot", ...place });

/** Which round of which game. */
const place = { currency, gameId: z.string(), roundId: z.string() };
const example = {
  currency: "RBX",
  gameId: "0193e3f0-0000-7000-8000-0000000000a2",
  roundId: "0193e3f0-0000-7000-8000-0000000000c2",
} as const;
const exampleHash = "72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084";
const exampleSeed = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f";
const exampleBeacon = {
  chain: { chainHash: exampleHash, genesisAt: 0, kind: "drand", periodMs: 3_000, publicKey: "83cf" },
  closesAt: 1_767_268_820_500,
  round: 27_798_188,
} as const;

/** A round opened with its first entry, by the terms of the game as of then and the next link of its chain. */
export const jackpotRoundOpened = defineEvent({
  type: "JackpotRoundOpened",
  payload: z.strictObject({
    ...place,
    chain: whole,
    commitment: hex32,
    creatorId: z.string(),
    edge: whole,
    housePart: whole,
    link: whole,
    maxBet: moneyMinorText,
    minBet: moneyMinorText,
    /** Counts the rounds of the table, from 1. */
    number: whole,
    version: whole,
  }),
  record: (payload) => ({ streams: [jackpotTableStream(payload)], payload }),
  live: { everybody: ["user-games"] },
  example: [
    {
      ...example,
      chain: 1,
      commitment: exampleHash,
      creatorId: "p_alice",
      edge: 500,
      housePart: 0,
      link: 1,
      maxBet: "100000",
      minBet: "100",
      number: 1,
      version: 1,
    },
  ],
});

/** A player put a stake into the pot, and has a ticket for each minor unit: `from` up to, and without, `to`. */
export const jackpotEntered = defineEvent({
  type: "JackpotEntered",
  payload: z.strictObject({
    ...place,
    betId: z.string(),
    clientSeed: z.string(),
    from: moneyMinorText,
    playerId: z.string(),
    /** From 0, in the order of entries. */
    seq: whole,
    stake: moneyMinorText,
    to: moneyMinorText,
  }),
  record: (payload) => ({
    streams: [jackpotTableStream(payload), playerStream(payload.playerId)],
    payload,
    postings: move({
      from: playerAccount(payload.playerId),
      to: roundEscrow(payload.roundId),
      asset: payload.currency,
      amount: BigInt(payload.stake),
    }),
  }),
  live: { player: ["balance"] },
  example: [
    {
      ...example,
      betId: "0193e3f0-0000-7000-8000-0000000000b2",
      clientSeed: "bobs-seed",
      from: "0",
      playerId: "p_bob",
      seq: 0,
      stake: "2500",
      to: "2500",
    },
  ],
});

/** Enough players are in: the beacon round that decides is fixed, and with it the end of entries. */
export const jackpotCountdownStarted = defineEvent({
  type: "JackpotCountdownStarted",
  payload: z.strictObject({ ...place, beacon: decidingBeacon }),
  record: (payload) => ({ streams: [jackpotTableStream(payload)], payload }),
  live: { everybody: ["user-games"] },
  example: [{ ...example, beacon: exampleBeacon }],
});

/** The beacon drew a ticket: its owner got the pot less the rake, of which the creator got a share. */
export const jackpotSettled = defineEvent({
  type: "JackpotSettled",
  payload: z.strictObject({
    ...place,
    carried: z.string(),
    creatorId: z.string(),
    digest: hex32,
    payout: moneyMinorText,
    pot: moneyMinorText,
    /** Pot less pay-out. */
    rake: moneyMinorText,
    seed: hex32,
    share: moneyMinorText,
    signature: z.string(),
    ticket: moneyMinorText,
    winnerId: z.string(),
    winnerSeq: whole,
  }),
  record: (payload) => {
    const { roundId, winnerId, creatorId, currency: asset } = payload;
    const [payout, rake, share] = [BigInt(payload.payout), BigInt(payload.rake), BigInt(payload.share)];
    const from = roundEscrow(roundId);
    return {
      streams: [jackpotTableStream(payload)],
      payload,
      postings: [
        ...move({ from, to: playerAccount(winnerId), asset, amount: payout }),
        ...move({ from, to: creatorShareAccount(creatorId), asset, amount: share }),
        ...move({ from, to: house, asset, amount: rake - share }),
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
      payout: "12350",
      pot: "13000",
      rake: "650",
      seed: exampleSeed,
      share: "650",
      signature: "94eb",
      ticket: "9923",
      winnerId: "p_bob",
      winnerSeq: 1,
    },
  ],
});

/** How a settled round went for one player: all of that player's entries together. */
export const jackpotPlayed = defineEvent({
  type: "JackpotPlayed",
  payload: z.strictObject({
    ...place,
    /** What the house kept of the pot, told with the winner; "0" of all others. */
    houseGain: moneyMinorText,
    payout: moneyMinorText,
    playerId: z.string(),
    stake: moneyMinorText,
    xp: whole,
  }),
  record: (payload) => ({ streams: [playerStream(payload.playerId)], payload }),
  live: { player: ["balance", "games"] },
  example: [{ ...example, houseGain: "0", payout: "12350", playerId: "p_bob", stake: "10000", xp: 20 }],
});

/** A round that cannot be drawn ended: nobody else came, or its beacon did not. Its seed is revealed all the same. */
export const jackpotVoided = defineEvent({
  type: "JackpotVoided",
  payload: z.strictObject({ ...place, reason: z.enum(["alone", "no_beacon"]), seed: hex32 }),
  record: (payload) => ({ streams: [jackpotTableStream(payload)], payload }),
  live: { everybody: ["user-games"] },
  example: [{ ...example, reason: "alone", seed: exampleSeed }],
});

/** A player got all stakes of a void round back. */
export const jackpotReturned = defineEvent({
  type: "JackpotReturned",
  payload: z.strictObject({ ...place, playerId: z.string(), stake: moneyMinorText }),
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
  example: [{ ...example, playerId: "p_bob", stake: "2500" }],
});
