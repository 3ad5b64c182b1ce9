import { publishedAt } from "../../fairness/beacon.ts";
import { MULTIPLIER_MAX } from "../../fairness/crash-curve.ts";
import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { Minor } from "../../kernel/money.ts";
import { bankLimitsOf } from "../bank/settings.ts";
import type { RoundBet, RoundBetContext } from "../game-rounds/bet.ts";
import { nextLink } from "../game-tables/chain.ts";
import { fixBeacon, isClosed } from "../game-tables/deciding-beacon.ts";
import { stakeMaxOf } from "../house-flips/settings.ts";
import { gameForBettor, refusalOfBacking, refusalOfStake, refusalOfVersion } from "../user-games/bettor.ts";
import { pinnedTerms } from "../user-games/user-game.ts";
import { crashBetPlaced, crashRoundOpened } from "./events.ts";
import { capOf, forceOf, largestStakeWithin, stakesOf } from "./exposure.ts";
import {
  BETS_MAX,
  BETTING_MS,
  CLOCK_ERROR_MS_MAX,
  LEAVES_FROM,
  RUNNING_BETS_MAX,
  STARTS_AFTER_BEACON_MS,
} from "./rules.ts";
import { runningCrashBets } from "./running-bets.ts";
import type { CrashRound, CrashTable } from "./table.ts";

export interface PlaceCrashBet extends RoundBet {
  /** The auto cash-out, in hundredths. */
  readonly auto: number | null;
}

/** What a bet depends on. */
export interface CrashBetContext extends RoundBetContext<CrashTable> {
  /** What `house` holds of the currency, and what the bank was funded with. */
  readonly bank: Minor;
  readonly funds: Minor;
  /** How far the process' clock may be off that of the database, in milliseconds. */
  readonly clockErrorMs: number;
}

/** A bet as it was placed. `closesAt` in milliseconds: the event must be written before it. */
export type PlacedCrashBet = {
  readonly id: string;
  readonly roundId: string;
  readonly seq: number;
  readonly closesAt: number;
  /** The force as of this bet, in hundredths; it falls while others bet and never below 2.00x. */
  readonly force: number;
};

/** Places a bet; the first one opens the round, fixes its beacon and moves the house's cap into escrow. */
export function placeCrashBet(command: PlaceCrashBet, context: CrashBetContext): Decision<PlacedCrashBet> {
  const { playerId, betId, gameId, currency, stake, auto, seenVersion = null } = command;
  const { table, settings } = context;
  if (context.clockErrorMs > CLOCK_ERROR_MS_MAX) {
    return refuse(
      "clock_unsure",
      "Crash takes no bets at the moment: our clock is being set. Try again soon.",
    );
  }
  const game = gameForBettor({ ...context, playerId, gameType: "crash", stake });
  if ("refused" in game) return game;
  if (auto !== null && !(Number.isInteger(auto) && auto >= LEAVES_FROM && auto <= MULTIPLIER_MAX))
    return refuse("invalid_auto_cash_out", "An auto cash-out is 1.01 to 10000.00.");
  if (runningCrashBets.of(context.actor.player) >= RUNNING_BETS_MAX) {
    const detail = `You are in ${RUNNING_BETS_MAX} rounds of crash already. Wait until one of them has ended.`;
    return refuse("too_many_rounds", detail);
  }
  const open = table.round;
  const terms = open?.terms ?? pinnedTerms(game);
  const offered = { stake, currency, balance: context.balance, stakeMax: stakeMaxOf(settings) };
  const bar =
    refusalOfVersion(seenVersion, terms.version) ??
    refusalOfStake(offered, terms) ??
    (open && refusalOfRound(open, playerId, context));
  if (bar !== null) return { refused: bar };
  const round = open ?? newRound(command.roundId, context, game);
  if (round === null) return refuse("round_closed", "This game has no rounds left at the moment.");
  const largest = largestStakeWithin(BigInt(round.cap), stakesOf(round), terms.edge);
  if (stake > largest) return { refused: refusalOfBacking(currency, largest) };
  const { roundId, beacon } = round;
  const seq = round.bets.length;
  const bet = { betId, seq, playerId, stake: String(stake), auto };
  const events: NewEvent[] = [crashBetPlaced({ currency, gameId, roundId, ...bet })];
  if (open === null) {
    const { taken, cap, startsAt, number } = round;
    const opened = { currency, gameId, roundId, ...taken, ...terms, beacon, cap, startsAt, number };
    events.unshift(crashRoundOpened(opened));
  }
  const force = forceOf({ ...round, bets: [...round.bets, { ...bet, out: null }] });
  return accept(events, { id: betId, roundId, seq, closesAt: beacon.closesAt, force });
}

/** The round that a first bet would open; null when the table has no link left. */
function newRound(
  roundId: string,
  { table, at, beacon: view, bank, funds, settings }: CrashBetContext,
  game: Parameters<typeof pinnedTerms>[0],
): CrashRound | null {
  const taken = nextLink(table.chain);
  if (taken === null) return null;
  const beacon = fixBeacon(at, BETTING_MS, view);
  const startsAt = publishedAt(beacon.round, beacon.chain) + STARTS_AFTER_BEACON_MS;
  const cap = String(capOf({ bank, funds, limits: bankLimitsOf(settings) }));
  const number = table.rounds + 1;
  return {
    roundId,
    number,
    terms: pinnedTerms(game),
    taken,
    beacon,
    cap,
    startsAt,
    signature: null,
    bets: [],
  };
}

/** Why a round takes no bet; null when it does. */
function refusalOfRound(
  { signature, beacon, bets }: CrashRound,
  playerId: string,
  { at, beacon: { newestRound } }: CrashBetContext,
): Refusal | null {
  if (signature !== null || isClosed(beacon, at, newestRound)) {
    return {
      code: "round_closed",
      detail: "This round takes no more bets. The next one opens when it ends.",
    };
  }
  if (bets.some((bet) => bet.playerId === playerId))
    return { code: "already_bet", detail: "You already have a bet in this round." };
  return bets.length < BETS_MAX ? null : { code: "round_closed", detail: "This round is full." };
}
