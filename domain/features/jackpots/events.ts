import { z } from "zod";
import { type Currency, house, playerAccount } from "../../accounts/account.ts";
import { hex32 } from "../../kernel/contract.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { decidingBeacon } from "../game-tables/deciding-beacon.ts";
import {
  exampleBeacon,
  exampleHash,
  exampleSeed,
  exampleTerms,
  outOfRound,
  place,
  stakeBack,
  stakeIn,
  terms,
} from "../game-tables/round-events.ts";
import { tableStream } from "../game-tables/table.ts";
import { onPlayer, playerStream } from "../players/events.ts";
import { creatorShareAccount } from "../user-games/share.ts";

/** The stream of a jackpot's rounds in one currency. */
export const jackpotTableStream = (of: {
  readonly gameId: string;
  readonly currency: Currency;
}): StreamName => tableStream({ gameType: "jackpot", ...of });

const example = {
  currency: "RBX",
  gameId: "0193e3f0-0000-7000-8000-0000000000a2",
  roundId: "0193e3f0-0000-7000-8000-0000000000c2",
} as const;

/** A round opened with its first entry, by the terms of the game as of then and the next link of its chain. */
export const jackpotRoundOpened = defineEvent({
  type: "JackpotRoundOpened",
  payload: z.strictObject({
    ...place,
    ...terms,
  }),
  record: (payload) => ({ streams: [jackpotTableStream(payload)], payload }),
  live: { everybody: ["user-games"] },
  example: [{ ...example, ...exampleTerms }],
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
    postings: stakeIn(payload),
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
  example: [{ ...example, beacon: { ...exampleBeacon, round: 27_798_188 } }],
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
    const { winnerId, creatorId, payout, rake, share } = payload;
    return {
      streams: [jackpotTableStream(payload)],
      payload,
      postings: [
        ...outOfRound(payload, playerAccount(winnerId), payout),
        ...outOfRound(payload, creatorShareAccount(creatorId), share),
        ...outOfRound(payload, house, BigInt(rake) - BigInt(share)),
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
  record: (payload) => onPlayer(payload.playerId, payload),
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
    postings: stakeBack(payload),
  }),
  live: { player: ["balance"] },
  example: [{ ...example, playerId: "p_bob", stake: "2500" }],
});
