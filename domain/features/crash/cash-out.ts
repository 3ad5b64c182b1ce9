import { MULTIPLIER_ONE, payoutAt } from "../../fairness/crash-curve.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { invariant } from "../../kernel/invariant.ts";
import { formatMinor } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import type { Player } from "../../player/player.ts";
import { ROUND_ENDED, type RoundName } from "../game-rounds/bet.ts";
import type { CashOutCause } from "../game-rounds/contract.ts";
import { experienceGranted } from "../players/experience.ts";
import { experienceDayMaxOf } from "../players/settings.ts";
import { crashCashedOut } from "./events.ts";
import { leavingBy } from "./exposure.ts";
import { type Flight, multiplierOf } from "./flight.ts";
import { CLOCK_ERROR_MS_MAX, INTERRUPTED_AFTER_MS, LEAVES_FROM } from "./rules.ts";
import { type CashedOut, type CrashBet, type CrashRound, type CrashTable, openBets } from "./table.ts";

/** What leaving the curve depends on. */
export interface FlightContext {
  readonly table: CrashTable;
  readonly flight: Flight;
  readonly at: number;
  readonly playerOf: (playerId: string) => Player;
  readonly settings: Settings;
}

export interface CashOut extends RoundName {
  readonly playerId: string;
  /** When the service received it, by the database-bound clock, never the client's. Milliseconds. */
  readonly receivedAt: number;
  /** How far that clock may be off, in milliseconds. */
  readonly clockErrorMs: number;
}

/** How a bet left the curve. */
export type CashOutAnswer = {
  readonly betId: string;
  /** @example "1.87" */
  readonly multiplier: string;
  readonly winAmount: string;
  readonly cause: CashOutCause;
};

/** The answer to a cash-out of a bet that has left. */
export const cashOutAnswer = (betId: string, { at, payout, cause }: CashedOut): CashOutAnswer => ({
  betId,
  multiplier: formatMinor(BigInt(at)),
  winAmount: formatMinor(BigInt(payout)),
  cause,
});

/**
 * Cashes a bet out at the instant its request was received, in whatever order requests are decided. Bets due to leave
 * by rule before then leave first. For a bet that has already left, the refusal `already_out` carries the result in its
 * facts.
 */
export function cashOut(command: CashOut, context: FlightContext): Decision<CashOutAnswer> {
  const { roundId, playerId, receivedAt, clockErrorMs } = command;
  const round = runningRound(roundId, context);
  if (round === null) return ROUND_ENDED;
  const bet = round.bets.find((one) => one.playerId === playerId);
  if (bet === undefined) return refuse("no_bet", "You have no bet in this round.");
  if (bet.out !== null)
    return refuse("already_out", "Your bet has already left the round.", cashOutAnswer(bet.betId, bet.out));
  if (receivedAt > context.at + CLOCK_ERROR_MS_MAX) return CLOCK_UNSURE;
  const multiplier = multiplierOf(round, receivedAt);
  if (receivedAt < round.startsAt || multiplier < LEAVES_FROM)
    return refuse("not_running", "You can cash out from 1.01x.");
  const { point } = context.flight;
  const ruled = leavingBy(round, Math.min(multiplier, point));
  const own = ruled.find(({ bet: { seq } }) => seq === bet.seq);
  if (own !== undefined) {
    const out = outOf(own.bet, own);
    const events = ruled.map((one) => leaves(command, { ...one, receivedAt: null }, context));
    return accept(events, cashOutAnswer(bet.betId, out));
  }
  if (multiplier > point) {
    const text = formatMinor(BigInt(point));
    return refuse("busted", `The round ended at ${text}x before your cash-out reached us.`, { point: text });
  }
  // Clock error beyond the tolerance counts against the request: it may have come after the bust.
  const doubt = Math.max(0, clockErrorMs - CLOCK_ERROR_MS_MAX);
  if (multiplierOf(round, receivedAt + doubt) > point) return CLOCK_UNSURE;
  const leaving = { bet, at: multiplier, cause: "manual", receivedAt } as const;
  return accept([leaves(command, leaving, context)], cashOutAnswer(bet.betId, outOf(bet, leaving)));
}

const CLOCK_UNSURE = refuse("clock_unsure", "We cannot tell whether this arrived before the round ended.");

/** Pays the bets that leave by rule at an instant: by their targets, or because the force is reached. */
export function payLeaving(name: RoundName, context: FlightContext): Decision<{ readonly paid: number }> {
  const round = runningRound(name.roundId, context);
  if (round === null) return ROUND_ENDED;
  const reach = Math.min(multiplierOf(round, context.at), context.flight.point);
  const events = eventsOf(name, leavingBy(round, reach), context);
  return events.length === 0 ? NOTHING_LEAVES : accept(events, { paid: events.length });
}

const NOTHING_LEAVES = refuse("nothing_leaves", "No bet leaves this round now.");

/**
 * Cashes out open bets without an auto cash-out when nobody has served the round for more than two seconds: at the last
 * sign of service, if that was before the bust. Below 1.01x it returns the stake, and the creator earns nothing.
 * @param lastServedAt milliseconds
 */
export function interruptCrash(
  { lastServedAt, ...name }: RoundName & { readonly lastServedAt: number },
  context: FlightContext,
): Decision<{ readonly paid: number }> {
  const round = runningRound(name.roundId, context);
  if (round === null) return ROUND_ENDED;
  if (context.at <= round.startsAt || context.at - lastServedAt <= INTERRUPTED_AFTER_MS)
    return refuse("not_interrupted", "This round was served all the time.");
  const reached = multiplierOf(round, lastServedAt);
  if (reached > context.flight.point) return NOTHING_LEAVES;
  const ruled = leavingBy(round, reached);
  const at = reached < LEAVES_FROM ? MULTIPLIER_ONE : reached;
  const stranded = openBets(round)
    .filter(({ auto, seq }) => auto === null && !ruled.some(({ bet }) => bet.seq === seq))
    .map((bet) => ({ bet, at, cause: "interrupted", receivedAt: lastServedAt }) as const);
  const events = [
    ...eventsOf(name, ruled, context),
    ...stranded.map((leaving) => leaves(name, leaving, context)),
  ];
  return events.length === 0 ? NOTHING_LEAVES : accept(events, { paid: events.length });
}

/** A bet that leaves, and why. */
interface LeavingBet {
  readonly bet: CrashBet;
  readonly at: number;
  readonly cause: CashOutCause;
  readonly receivedAt: number | null;
}

const outOf = ({ stake }: CrashBet, { at, cause }: Omit<LeavingBet, "bet" | "receivedAt">): CashedOut => ({
  at,
  cause,
  payout: String(payoutAt(BigInt(stake), at)),
});

/** The events of bets that leave by rule. */
export const eventsOf = (
  name: RoundName,
  ruled: ReturnType<typeof leavingBy>,
  context: FlightContext,
): readonly NewEvent[] => ruled.map((one) => leaves(name, { ...one, receivedAt: null }, context));

function leaves(
  { gameId, currency, roundId }: RoundName,
  leaving: LeavingBet,
  { at, playerOf, settings, flight }: FlightContext,
): NewEvent {
  invariant(leaving.at <= flight.point, "a bet leaves the curve at or before its point");
  const { auto: _auto, out: _out, ...bet } = leaving.bet;
  const dayMax = experienceDayMaxOf(settings);
  const xp = experienceGranted(playerOf(bet.playerId), BigInt(bet.stake), { at, dayMax });
  const { receivedAt } = leaving;
  return crashCashedOut({
    ...bet,
    ...outOf(leaving.bet, leaving),
    currency,
    gameId,
    roundId,
    receivedAt,
    xp,
  });
}

/** The running round that a command refers to; null when it has ended. */
export function runningRound(
  roundId: string,
  { table: { round }, flight }: FlightContext,
): CrashRound | null {
  if (round === null || round.roundId !== roundId) return null;
  invariant(round.signature !== null && flight.roundId === roundId, "a flight is that of the round");
  return round;
}
