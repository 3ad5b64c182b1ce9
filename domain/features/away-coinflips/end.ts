import { house } from "../../accounts/account.ts";
import { type Copy, isCopy } from "../../accounts/item.ts";
import type { Decision } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import { type AtLog, leaveLog } from "../../ledger/transit/transit.ts";
import { type Departure, thingsOf } from "../../ledger/transit/transit-events.ts";
import type { Player } from "../../player/player.ts";
import { afterPurpose, awayEscrow, BACK_PURPOSES, type BackReason } from "../live-coinflips/guests/guest.ts";
import { otherSide } from "../live-coinflips/rules.ts";
import { experienceGranted } from "../players/experience.ts";
import { experienceDayMaxOf } from "../players/settings.ts";
import { keptByArrival, leaveKept } from "../transits/copies.ts";
import type { AwayStake } from "./away-stake.ts";
import {
  type AwayItemsPayload,
  type AwayStakePayload,
  awayCoinflipPlayed,
  awayStakeReturned,
} from "./events.ts";

/** Something that comes back for a player's stake. */
export interface ComesBack {
  readonly departure: Departure;
  /** The number of the log that it comes from. */
  readonly log: number;
  readonly reason: BackReason;
}

/** What its arrival depends on: the stake as of the head, its player, time, and a way to send on what fits no stake. */
export interface ComesBackContext {
  readonly away: AwayStake;
  readonly playerOf: (playerId: string) => Player;
  readonly at: number;
  readonly settings: Settings;
  /** A copy's value here; null without a usable one. */
  readonly worthOf: (copy: Copy) => Minor | null;
  readonly wayOn: () => AtLog & { readonly id: string };
}

/** The transit by which the returning stake had left. */
export const stakeOf = ({ departure, reason }: Pick<ComesBack, "departure" | "reason">): string =>
  afterPurpose(departure.purpose, BACK_PURPOSES[reason]) ?? "";

/**
 * Ends a stake once, by what comes back for it: a pay-out, or the stake itself. An arrival cannot be refused, so
 * anything that fits no stake goes on to the bank of the log that sent it.
 * @param arrival the arrival, which puts it into the stake's escrow
 */
export function endAway(back: ComesBack, context: ComesBackContext, arrival: Decision): Decision {
  if ("refused" in arrival) return arrival;
  const { away } = context;
  const more =
    away.status === "away" && fitsStake(back, away.staked) ? [ended(back, away.staked, context)] : null;
  return { ...arrival, events: [...arrival.events, ...(more ?? goesOn(back, context))] };
}

/** Why something comes back for a stake; null if it has another purpose. */
export const backReasonOf = (purpose: string): BackReason | null =>
  BACK_REASONS.find((reason) => afterPurpose(purpose, BACK_PURPOSES[reason]) !== null) ?? null;
const BACK_REASONS = ["paid", "void", "refused"] as const;

/** Whether what comes back is a possible result of the stake. */
export function fitsStake({ departure, log, reason }: ComesBack, staked: AwayStakePayload): boolean {
  if (log !== staked.log || departure.receiver !== awayEscrow(staked.transitId)) return false;
  if (staked.currency === null) return fitsItems(departure, reason, staked);
  if ("things" in departure || departure.asset !== staked.currency) return false;
  const [amount, stake] = [BigInt(departure.amount), BigInt(staked.stake)];
  // A game can pay at most the pot.
  return reason === "paid" ? amount <= 2n * stake : amount === stake;
}

/** A game for items pays nothing, or the copies of both sides, the player's own included. */
function fitsItems(departure: Departure, reason: BackReason, { items }: AwayItemsPayload): boolean {
  if (!("things" in departure)) return false;
  const came = new Set(thingsOf(departure).map(({ asset }) => asset));
  if (reason === "paid" && came.size === 0) return true;
  const isWhole = items.every(({ copy }) => came.has(copy));
  return isWhole && (reason === "paid" ? came.size > items.length : came.size === items.length);
}

function ended(
  { departure, reason }: ComesBack,
  staked: AwayStakePayload,
  { playerOf, at, settings, worthOf }: ComesBackContext,
): NewEvent {
  if (reason !== "paid") return awayStakeReturned({ ...staked, why: reason });
  const player = playerOf(staked.playerId);
  const dayMax = experienceDayMaxOf(settings);
  const xp = player.status === "absent" ? 0 : experienceGranted(player, BigInt(staked.stake), { at, dayMax });
  const resultOf = (isWon: boolean) => (isWon ? staked.side : otherSide(staked.side));
  if (staked.currency !== null) {
    const payout = "things" in departure ? "0" : departure.amount;
    return awayCoinflipPlayed({ ...staked, payout, result: resultOf(payout !== "0"), xp });
  }
  const own = new Map(staked.items.map(({ copy, value }) => [copy, value]));
  const won = thingsOf(departure).flatMap(({ asset }) =>
    isCopy(asset) ? [{ copy: asset, value: own.get(asset) ?? String(worthOf(asset) ?? 0n) }] : [],
  );
  const payout = String(won.reduce((sum, { value }) => sum + BigInt(value), 0n));
  return awayCoinflipPlayed({ ...staked, payout, result: resultOf(won.length > 0), xp, won });
}

function goesOn({ departure, log, ...back }: ComesBack, { wayOn }: ComesBackContext): readonly NewEvent[] {
  const sender = awayEscrow(stakeOf({ departure, ...back }));
  // Arrivals in other accounts stay there: another log's word empties no other account.
  if (departure.receiver !== sender || isNothing(departure)) return [];
  const { id, ...here } = wayOn();
  const leave = { id, to: log, sender, receiver: house };
  const at = { ...here, peers: new Set([log]) };
  const decision =
    "things" in departure
      ? leaveKept(keptByArrival(departure), leave, { ...at, holding: () => 1n })
      : leaveLog(
          { ...leave, asset: departure.asset, amount: BigInt(departure.amount) },
          { ...at, held: BigInt(departure.amount) },
        );
  invariant("events" in decision, "what fits no stake goes on once");
  return decision.events;
}

const isNothing = (departure: Departure): boolean =>
  "things" in departure ? departure.things.length === 0 : departure.amount === "0";
