import type { NewEvent } from "../../kernel/events/event.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { CashOutCause } from "../game-rounds/contract.ts";
import {
  initialTable,
  type RoundTable,
  type TakenLink,
  withChain,
  withRoundEnded,
  withRoundOpened,
} from "../game-tables/chain.ts";
import type { DecidingBeacon } from "../game-tables/deciding-beacon.ts";
import { hashChainAnnounced } from "../game-tables/events.ts";
import type { PinnedTerms } from "../user-games/user-game.ts";
import {
  crashBetPlaced,
  crashCashedOut,
  crashRoundOpened,
  crashRoundSettled,
  crashRoundStarted,
  crashRoundVoided,
} from "./events.ts";

/** A bet that left the curve: at which multiplier, for what, and why. */
export type CashedOut = { readonly at: number; readonly payout: string; readonly cause: CashOutCause };

/** A bet of a round. Amounts in minor units as text, multipliers in hundredths. */
export type CrashBet = {
  readonly betId: string;
  readonly seq: number;
  readonly playerId: string;
  readonly stake: string;
  /** The multiplier at which it leaves by itself. */
  readonly auto: number | null;
  readonly out: CashedOut | null;
};

/** A round that has begun and not ended. It runs once it has a signature. */
export type CrashRound = {
  readonly roundId: string;
  readonly number: number;
  readonly terms: PinnedTerms;
  readonly taken: TakenLink;
  readonly beacon: DecidingBeacon;
  /** What the house put into the escrow. */
  readonly cap: string;
  /** Milliseconds; planned while bets are taken, fixed once it runs. */
  readonly startsAt: number;
  /** Of the beacon round that decides; null until the round runs. */
  readonly signature: string | null;
  readonly bets: readonly CrashBet[];
};

/** A crash game in one currency. */
export type CrashTable = RoundTable<CrashRound>;

export const initialCrashTable: CrashTable = initialTable;

/** Follows a table's stream by one event. */
export function evolveCrashTable(table: CrashTable, event: NewEvent): CrashTable {
  if (hashChainAnnounced.is(event)) return { ...table, chain: withChain(table.chain, event.payload) };
  if (crashRoundOpened.is(event)) {
    const { currency: _, gameId: _id, roundId, number, chain, link, commitment, ...rest } = event.payload;
    const { beacon, cap, startsAt, ...terms } = rest;
    const taken = { chain, link, commitment };
    const round = { roundId, number, terms, taken, beacon, cap, startsAt, signature: null, bets: [] };
    return withRoundOpened<CrashRound>(table, number, round);
  }
  const { round } = table;
  if (round === null) return table;
  if (crashBetPlaced.is(event)) {
    const { betId, seq, playerId, stake, auto } = event.payload;
    return {
      ...table,
      round: { ...round, bets: [...round.bets, { betId, seq, playerId, stake, auto, out: null }] },
    };
  }
  if (crashRoundStarted.is(event)) {
    const { signature, startsAt } = event.payload;
    return { ...table, round: { ...round, signature, startsAt } };
  }
  if (crashCashedOut.is(event)) {
    const { seq, at, payout, cause } = event.payload;
    return {
      ...table,
      round: { ...round, bets: round.bets.with(seq, outAt(round, seq, { at, payout, cause })) },
    };
  }
  if (crashRoundSettled.is(event)) return withRoundEnded(table, event.payload.seed, event.payload.carried);
  return crashRoundVoided.is(event) ? withRoundEnded(table, event.payload.seed) : table;
}

function outAt({ bets }: CrashRound, seq: number, out: CashedOut): CrashBet {
  const bet = bets[seq];
  invariant(bet !== undefined && bet.out === null, "a bet that is in the round leaves it once");
  return { ...bet, out };
}

/** Bets that have not left the curve. */
export const openBets = ({ bets }: CrashRound): readonly CrashBet[] => bets.filter(({ out }) => out === null);

/** The public phase of a round; it locks by time alone, without an event. */
export function crashPhase(
  { beacon, signature, startsAt }: Pick<CrashRound, "beacon" | "signature" | "startsAt">,
  at: number,
): "betting" | "locked" | "running" {
  if (signature !== null && at >= startsAt) return "running";
  return signature === null && at < beacon.closesAt ? "betting" : "locked";
}
