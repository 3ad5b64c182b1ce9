import { type Account, isCurrency, playerAccount } from "../../../accounts/account.ts";
import { publishedAt } from "../../../fairness/beacon.ts";
import { accept, type Decision, refuse } from "../../../kernel/decision.ts";
import { type NewEvent, streamsOf } from "../../../kernel/events/event.ts";
import { invariant } from "../../../kernel/invariant.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import { groupedMinor, type Minor } from "../../../kernel/money.ts";
import { sourceOf } from "../../../ledger/transit/single.ts";
import { type AtLog, leaveLog } from "../../../ledger/transit/transit.ts";
import type { Departure } from "../../../ledger/transit/transit-events.ts";
import { guestIdOf, transitOfGuest } from "../../../player/guest.ts";
import { type KeptCopy, keptByArrival, leaveKept } from "../../transits/copies.ts";
import { coinflipJoined, coinflipSettled, coinflipVoided } from "../events.ts";
import { currencyOfStakes, currencyStake, type Stake, valueOfStakes } from "../items/stake.ts";
import { type JoinContext, type JoinedCoinflip, openCoinflipFor } from "../join.ts";
import { decidingRound } from "../round.ts";
import { type GuestItemsContext, stakesOfGuest } from "./guest-items.ts";

/** The purpose of a stake from another log, before the id of the game. */
export const STAKE_PURPOSE = "coinflip";
/**
 * The purpose of what goes back to the guest's log, before the id of the stake's transit: a pay-out, perhaps of
 * nothing; or the stake, if the game was void or could not be joined.
 */
export const BACK_PURPOSES = {
  paid: "coinflip-paid",
  void: "coinflip-void",
  refused: "coinflip-refused",
} as const;
export type BackReason = keyof typeof BACK_PURPOSES;

/** Where what goes back arrives in the guest's log: the account out of which their stake left. */
export const awayEscrow = (transitId: string): Account => `escrow:${transitId}`;

/** The game that a stake from another log is for; null where it is for none. */
export function gameOfStake({ id, purpose, receiver }: Departure): string | null {
  const gameId = afterPurpose(purpose, STAKE_PURPOSE);
  // Anything that arrives in another account stays there: it is no guest's.
  return receiver === playerAccount(guestIdOf(id)) ? gameId : null;
}

/** The id after a purpose; null for another one. */
export const afterPurpose = (text: string, purpose: string): string | null =>
  text.startsWith(`${purpose}:`) ? text.slice(purpose.length + 1) : null;

export type GuestContext = Pick<JoinContext, "coinflip" | "playerOf" | "at" | "chain" | "newestRound"> & {
  readonly items: GuestItemsContext;
};

/**
 * Joins an open coinflip with a stake from another log. The rules about the player were applied there; those about the
 * game apply here. Their client seed is the name of the transit, which was fixed before the stake left.
 */
export function joinAsGuest(departure: Departure, context: GuestContext): Decision<JoinedCoinflip> {
  const { coinflip, at, chain } = context;
  const playerId = guestIdOf(departure.id);
  const gameId = gameOfStake(departure);
  if (gameId === null) return refuse("unknown_game", "There is no such coinflip.");
  const found = openCoinflipFor(playerId, { coinflip, playerOf: context.playerOf, at });
  if ("refused" in found) return found;
  const { creator } = found.open;
  const staked =
    currencyOfStakes(creator.stakes) === null
      ? stakesOfGuest(departure, creator.stakes, context.items)
      : amountOfGuest(departure, creator.stakes);
  if ("refused" in staked) return staked;
  const round = decidingRound(at, chain, context.newestRound);
  const clientSeed = departure.id.slice(departure.id.indexOf("-") + 1);
  const joiner = { playerId, clientSeed, clientSeedBy: "server" as const, stakes: staked.stakes };
  const joined = coinflipJoined({ gameId, joiner, round, chain: { ...chain } }, creator.playerId);
  return accept([joined, ...staked.more], { id: gameId, round, publishAt: publishedAt(round, chain) });
}

function amountOfGuest(departure: Departure, theirs: Stake) {
  const [currency, stake] = [currencyOfStakes(theirs), valueOfStakes(theirs)];
  const isSame =
    !("things" in departure) && departure.asset === currency && BigInt(departure.amount) === stake;
  if (currency === null || !isSame)
    return refuse("other_stakes", `This coinflip is played for ${groupedMinor(stake)} ${currency}.`);
  return { stakes: currencyStake(currency, stake), more: [] };
}

/** The way back to a guest's log, of which there is one for each stake. */
export interface WayBack extends AtLog {
  /** The id of the transit by which it goes. */
  readonly id: string;
  /** What keeps the copies of the guest's game in custody, those of both sides; none of a currency. */
  readonly kept: readonly KeptCopy[];
}

/** Sends a stake back that no game took. */
export function refusedBack(departure: Departure, way: Omit<WayBack, "kept">): readonly NewEvent[] {
  const { id: transitId } = departure;
  const what: WhatGoesBack =
    "things" in departure
      ? { copies: keptByArrival(departure) }
      : { asset: departure.asset, amount: BigInt(departure.amount) };
  return goesBack({ transitId, reason: "refused", what }, way);
}

/**
 * Sends the result of a game to its guest's log: the guest holds nothing here. For a lost game an empty transit tells
 * that log of the end.
 * @param wayOf the way back of a stake, by its transit; asked only where there is a guest
 */
export function withGuestPaid<A extends JsonObject>(
  decision: Decision<A>,
  wayOf: (transitId: string) => WayBack,
): Decision<A> {
  if ("refused" in decision) return decision;
  const end = decision.events.find((event) => coinflipSettled.is(event) || coinflipVoided.is(event));
  const transitId = end === undefined ? null : guestIn(end);
  if (end === undefined || transitId === null) return decision;
  const way = wayOf(transitId);
  const reason = coinflipSettled.is(end) ? "paid" : "void";
  const back = goesBack({ transitId, reason, what: broughtBy(end, transitId, way) }, way);
  return { ...decision, events: [...decision.events, ...back] };
}

/** What the end of a game brought its guest. */
function broughtBy({ postings }: NewEvent, transitId: string, { kept }: WayBack): WhatGoesBack {
  const own = playerAccount(guestIdOf(transitId));
  const asset = postings[0]?.asset;
  invariant(asset !== undefined, "the end of a game moves what was at stake");
  if (isCurrency(asset)) {
    const amount = postings.reduce((sum, leg) => (leg.account === own ? sum + leg.delta : sum), 0n);
    return { asset, amount };
  }
  const brought = postings.flatMap((leg) => (leg.account === own ? [leg.asset] : []));
  const copies = kept.filter(({ copy }) => brought.includes(copy));
  invariant(copies.length === brought.length, "what keeps the copies of a guest's game is known");
  return { copies };
}

/** The transit of the guest whom an event concerns; null without one. */
function guestIn(event: NewEvent): string | null {
  for (const stream of streamsOf(event)) {
    const transitId = transitOfGuest(stream.slice(stream.indexOf(":") + 1));
    if (transitId !== null) return transitId;
  }
  return null;
}

type WhatGoesBack =
  | { readonly asset: string; readonly amount: Minor }
  | { readonly copies: readonly KeptCopy[] };

interface GoingBack {
  readonly transitId: string;
  readonly reason: BackReason;
  readonly what: WhatGoesBack;
}

function goesBack(
  { transitId, reason, what }: GoingBack,
  { id, ...at }: Omit<WayBack, "kept">,
): readonly NewEvent[] {
  const to = sourceOf(transitId);
  const leave = {
    id,
    to,
    sender: playerAccount(guestIdOf(transitId)),
    receiver: awayEscrow(transitId),
    purpose: `${BACK_PURPOSES[reason]}:${transitId}`,
  };
  // It goes where the stake came from, whichever logs the settings name now. The guest holds it by this batch.
  const peers = new Set([to]);
  const decision =
    "copies" in what
      ? leaveKept(what.copies, leave, { ...at, peers, holding: () => 1n })
      : leaveLog({ ...leave, ...what }, { ...at, held: what.amount, peers });
  invariant("events" in decision, "a guest's stake goes back once");
  return decision.events;
}
