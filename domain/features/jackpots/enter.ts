import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { invariant } from "../../kernel/invariant.ts";
import { BASIS_POINTS, formatMinor, groupedMinor, type Minor } from "../../kernel/money.ts";
import type { RoundBet, RoundBetContext } from "../game-rounds/bet.ts";
import { nextLink } from "../game-tables/chain.ts";
import { fixBeacon, isClosed } from "../game-tables/deciding-beacon.ts";
import { stakeMaxOf } from "../house-flips/settings.ts";
import { seedPair } from "../seed-pairs/seed-pair.ts";
import { gameForBettor, refusalOfStake, refusalOfVersion } from "../user-games/bettor.ts";
import { pinnedTerms } from "../user-games/user-game.ts";
import { jackpotCountdownStarted, jackpotEntered, jackpotRoundOpened } from "./events.ts";
import { COUNTDOWN_MS, ENTRIES_MAX, ENTRIES_OF_PLAYER_MAX, SHARE_MOST } from "./rules.ts";
import { type JackpotRound, type JackpotTable, potOf, stakesOfPlayers } from "./table.ts";

/** An entry as it was made. `closesAt` in milliseconds: the event must be written before it. */
export type EnteredJackpot = {
  readonly id: string;
  readonly roundId: string;
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  readonly closesAt: number | null;
};

/** Enters a jackpot: the first entry opens the round, and the second player's starts the countdown. */
export function enterJackpot(
  command: RoundBet,
  context: RoundBetContext<JackpotTable>,
): Decision<EnteredJackpot> {
  const { playerId, betId, gameId, currency, stake, seenVersion = null } = command;
  const { actor, table, at, settings } = context;
  const game = gameForBettor({ ...context, playerId, gameType: "jackpot", stake });
  if ("refused" in game) return game;
  const open = table.round;
  const terms = open?.terms ?? pinnedTerms(game);
  const offered = { stake, currency, balance: context.balance, stakeMax: stakeMaxOf(settings) };
  const bar =
    refusalOfVersion(seenVersion, terms.version) ??
    refusalOfStake(offered, terms) ??
    (open && refusalOfRound(open, command, context));
  if (bar !== null) return { refused: bar };
  const events: NewEvent[] = [];
  const roundId = open?.roundId ?? command.roundId;
  const place = { currency, gameId, roundId };
  if (open === null) {
    const taken = nextLink(table.chain);
    if (taken === null) return refuse("round_closed", "This game has no rounds left at the moment.");
    events.push(jackpotRoundOpened({ ...place, ...taken, ...terms, number: table.rounds + 1 }));
  }
  const before = open ?? { entries: [], beacon: null };
  const pot = potOf(before);
  const { player } = actor;
  invariant(player.status === "registered", "a bettor is a player");
  const { clientSeed } = seedPair.of(player);
  const seq = before.entries.length;
  const entry = { betId, seq, playerId, clientSeed, stake: String(stake) };
  const [from, to] = [String(pot), String(pot + stake)];
  events.push(jackpotEntered({ ...place, ...entry, from, to }));
  const startsCountdown = before.beacon === null && isDrawable([...before.entries, entry]);
  const beacon = startsCountdown ? fixBeacon(at, COUNTDOWN_MS, context.beacon) : before.beacon;
  if (startsCountdown && beacon !== null) events.push(jackpotCountdownStarted({ ...place, beacon }));
  // An entry that starts the countdown must be written long before its end.
  return accept(events, { id: betId, roundId, seq, from, to, closesAt: beacon?.closesAt ?? null });
}

/** Whether a pot can be drawn: two players or more, and no share above the most. */
export function isDrawable(entries: JackpotRound["entries"]): boolean {
  const stakes = [...stakesOfPlayers({ entries }).values()];
  const pot = potOf({ entries });
  return stakes.length >= 2 && stakes.every((stake) => stake * BASIS_POINTS <= pot * SHARE_MOST);
}

/** Why a round takes no entry; null when it does. */
function refusalOfRound(
  round: JackpotRound,
  { playerId, stake }: RoundBet,
  { at, beacon }: RoundBetContext<JackpotTable>,
): Refusal | null {
  const closed = (detail: string): Refusal => ({ code: "round_closed", detail });
  if (round.beacon !== null && isClosed(round.beacon, at, beacon.newestRound))
    return closed("This round takes no more entries.");
  if (round.entries.length >= ENTRIES_MAX) return closed("This round is full.");
  const own = round.entries.filter((entry) => entry.playerId === playerId).length;
  if (own >= ENTRIES_OF_PLAYER_MAX)
    return closed(`You have ${ENTRIES_OF_PLAYER_MAX} entries in this round, the most possible.`);
  if (round.beacon === null) return null;
  const largest = largestEntry(round, playerId);
  if (stake <= largest) return null;
  const detail = `Nobody may hold more than ${SHARE_MOST / 100n}% of the pot. The largest stake you can add is ${groupedMinor(largest)}.`;
  return { code: "share_too_large", detail, facts: { largestStake: formatMinor(largest) } };
}

/** The largest stake that leaves a player's share at the most or below, in minor units. */
export function largestEntry(round: Pick<JackpotRound, "entries">, playerId: string): Minor {
  const own = stakesOfPlayers(round).get(playerId) ?? 0n;
  return (potOf(round) * SHARE_MOST - own * BASIS_POINTS) / (BASIS_POINTS - SHARE_MOST);
}
