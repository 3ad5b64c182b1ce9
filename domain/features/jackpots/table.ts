import type { NewEvent } from "../../kernel/events/event.ts";
import type { Minor } from "../../kernel/money.ts";
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
  jackpotCountdownStarted,
  jackpotEntered,
  jackpotRoundOpened,
  jackpotSettled,
  jackpotVoided,
} from "./events.ts";

/** One entry; its tickets follow from those before it. */
export type JackpotEntry = {
  readonly betId: string;
  readonly seq: number;
  readonly playerId: string;
  readonly clientSeed: string;
  /** Minor units as text. */
  readonly stake: string;
};

/** A round that has begun and not ended. Without a beacon it waits for more players. */
export type JackpotRound = {
  readonly roundId: string;
  readonly number: number;
  /** Milliseconds. */
  readonly openedAt: number;
  readonly terms: PinnedTerms;
  readonly taken: TakenLink;
  readonly entries: readonly JackpotEntry[];
  readonly beacon: DecidingBeacon | null;
};

/** A jackpot game in one currency. */
export type JackpotTable = RoundTable<JackpotRound>;

export const initialJackpotTable: JackpotTable = initialTable;

/** Follows a table's stream by one event. @param recordedAt milliseconds */
export function evolveJackpotTable(
  table: JackpotTable,
  event: NewEvent & { readonly recordedAt: number },
): JackpotTable {
  if (hashChainAnnounced.is(event)) return { ...table, chain: withChain(table.chain, event.payload) };
  if (jackpotRoundOpened.is(event)) {
    const { roundId, number, chain, link, commitment, currency: _, gameId: _id, ...terms } = event.payload;
    const taken = { chain, link, commitment };
    const round = { roundId, number, openedAt: event.recordedAt, terms, taken, entries: [], beacon: null };
    return withRoundOpened<JackpotRound>(table, number, round);
  }
  const { round } = table;
  if (round === null) return table;
  if (jackpotEntered.is(event)) {
    const { betId, seq, playerId, clientSeed, stake } = event.payload;
    const entry = { betId, seq, playerId, clientSeed, stake };
    return { ...table, round: { ...round, entries: [...round.entries, entry] } };
  }
  if (jackpotCountdownStarted.is(event))
    return { ...table, round: { ...round, beacon: event.payload.beacon } };
  if (jackpotSettled.is(event)) return withRoundEnded(table, event.payload.seed, event.payload.carried);
  return jackpotVoided.is(event) ? withRoundEnded(table, event.payload.seed) : table;
}

/** What is in a pot, in minor units. */
export const potOf = ({ entries }: Pick<JackpotRound, "entries">): Minor =>
  entries.reduce((sum, { stake }) => sum + BigInt(stake), 0n);

/** What each player has in a pot, in the order of their first entries. */
export function stakesOfPlayers({ entries }: Pick<JackpotRound, "entries">): ReadonlyMap<string, Minor> {
  const stakes = new Map<string, Minor>();
  for (const { playerId, stake } of entries)
    stakes.set(playerId, (stakes.get(playerId) ?? 0n) + BigInt(stake));
  return stakes;
}

/** Where a round is. A round that takes no more entries is locked; nothing needs to happen for that. */
export function jackpotPhase(
  { beacon }: Pick<JackpotRound, "beacon">,
  at: number,
): "waiting" | "betting" | "locked" {
  if (beacon === null) return "waiting";
  return at < beacon.closesAt ? "betting" : "locked";
}
