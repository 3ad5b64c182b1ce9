import { house } from "../../accounts/account.ts";
import type { Decision } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { Settings } from "../../kernel/setting.ts";
import { type AtLog, type Departure, leaveLog } from "../../ledger/transit/transit.ts";
import type { Player } from "../../player/player.ts";
import { afterPurpose, awayEscrow, BACK_PURPOSES, type BackReason } from "../live-coinflips/guests/guest.ts";
import { otherSide } from "../live-coinflips/rules.ts";
import { experienceGranted } from "../players/experience.ts";
import { experienceDayMaxOf } from "../players/settings.ts";
import type { AwayStake } from "./away-stake.ts";
import { type AwayStakePayload, awayCoinflipPlayed, awayStakeReturned } from "./events.ts";

/** What comes back for a stake of a player. */
export interface ComesBack {
  readonly departure: Departure;
  /** The number of the log that it comes from. */
  readonly log: number;
  readonly reason: BackReason;
}

/** What its arrival stands on: the stake as of the head, its player, time, and a way to send on what fits none. */
export interface ComesBackContext {
  readonly away: AwayStake;
  readonly playerOf: (playerId: string) => Player;
  readonly at: number;
  readonly settings: Settings;
  readonly wayOn: () => AtLog & { readonly id: string };
}

/** The transit by which the stake had left that something comes back for. */
export const stakeOf = ({ departure, reason }: Pick<ComesBack, "departure" | "reason">): string =>
  afterPurpose(departure.purpose, BACK_PURPOSES[reason]) ?? "";

/**
 * Ends a stake by what comes back for it, once: what a game paid, or the stake itself. It cannot be refused, so that
 * what fits no stake that is away goes on to the bank of the log that sent it.
 * @param arrival the arrival, which puts it into the stake's escrow
 */
export function endAway(back: ComesBack, context: ComesBackContext, arrival: Decision): Decision {
  if ("refused" in arrival) return arrival;
  const { away } = context;
  const more = away.status === "away" && fits(back, away.staked) ? [ended(back, away.staked, context)] : null;
  return { ...arrival, events: [...arrival.events, ...(more ?? goesOn(back, context))] };
}

/** Whether what comes back can be what a stake came to. */
function fits({ departure, log, reason }: ComesBack, { transitId, ...staked }: AwayStakePayload): boolean {
  if (log !== staked.log || departure.asset !== staked.currency) return false;
  if (departure.receiver !== awayEscrow(transitId)) return false;
  const [amount, stake] = [BigInt(departure.amount), BigInt(staked.stake)];
  // The pot is all that a game can pay.
  return reason === "paid" ? amount <= 2n * stake : amount === stake;
}

function ended(
  { departure, reason }: ComesBack,
  staked: AwayStakePayload,
  { playerOf, at, settings }: ComesBackContext,
): NewEvent {
  if (reason !== "paid") return awayStakeReturned({ ...staked, why: reason });
  const player = playerOf(staked.playerId);
  const dayMax = experienceDayMaxOf(settings);
  const xp = player.status === "absent" ? 0 : experienceGranted(player, BigInt(staked.stake), { at, dayMax });
  const { amount: payout } = departure;
  const result = payout === "0" ? otherSide(staked.side) : staked.side;
  return awayCoinflipPlayed({ ...staked, payout, result, xp });
}

function goesOn({ departure, log, ...back }: ComesBack, { wayOn }: ComesBackContext): readonly NewEvent[] {
  const { asset, amount: text } = departure;
  const sender = awayEscrow(stakeOf({ departure, ...back }));
  const amount = BigInt(text);
  // What arrived elsewhere stays there: no other account is emptied by another log's word.
  if (departure.receiver !== sender || amount === 0n) return [];
  const { id, ...here } = wayOn();
  const leave = { id, to: log, sender, receiver: house, asset, amount };
  const decision = leaveLog(leave, { ...here, held: amount, peers: new Set([log]) });
  invariant("events" in decision, "what fits no stake goes on once");
  return decision.events;
}
