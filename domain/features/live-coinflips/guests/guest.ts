import { type Account, isCurrency, playerAccount } from "../../../accounts/account.ts";
import { publishedAt } from "../../../fairness/beacon.ts";
import { accept, type Decision, refuse } from "../../../kernel/decision.ts";
import { type NewEvent, streamsOf } from "../../../kernel/events/event.ts";
import { invariant } from "../../../kernel/invariant.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import { formatMinor, type Minor } from "../../../kernel/money.ts";
import { type AtLog, type Departure, leaveLog, sourceOf } from "../../../ledger/transit/transit.ts";
import { guestIdOf, transitOfGuest } from "../../../player/guest.ts";
import { coinflipJoined, coinflipSettled, coinflipVoided } from "../events.ts";
import { currencyOfStakes, currencyStake, valueOfStakes } from "../items/stake.ts";
import { type JoinContext, type JoinedCoinflip, openCoinflipFor } from "../join.ts";
import { decidingRound } from "../round.ts";

/** What a stake comes from another log for, before the id of the game. */
export const STAKE_PURPOSE = "coinflip";
/**
 * What goes back to the guest's log, before the id of the transit that the stake came by: what a game paid, nothing
 * included; or the stake, where the game was void or could not be joined.
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
  // Whatever arrives in another account stays there: it is no guest's.
  return receiver === playerAccount(guestIdOf(id)) ? gameId : null;
}

/** What stands behind a purpose; null for another one. */
export const afterPurpose = (text: string, purpose: string): string | null =>
  text.startsWith(`${purpose}:`) ? text.slice(purpose.length + 1) : null;

export type GuestContext = Pick<JoinContext, "coinflip" | "playerOf" | "at" | "chain" | "newestRound">;

/**
 * Joins an open coinflip with a stake that has come from another log. All rules about who stakes stood there; those of
 * the game stand here. Their client seed is the name of the transit, which was fixed before the stake left.
 */
export function joinAsGuest(departure: Departure, context: GuestContext): Decision<JoinedCoinflip> {
  const { coinflip, at, chain } = context;
  const playerId = guestIdOf(departure.id);
  const gameId = gameOfStake(departure);
  if (gameId === null) return refuse("unknown_game", "There is no such coinflip.");
  const found = openCoinflipFor(playerId, { coinflip, playerOf: context.playerOf, at });
  if ("refused" in found) return found;
  const { stakes } = found.open.creator;
  const [currency, stake] = [currencyOfStakes(stakes), valueOfStakes(stakes)];
  const { asset, amount } = departure;
  if (currency === null || currency !== asset || BigInt(amount) !== stake) {
    const detail = `This coinflip is played for ${currency === null ? "items" : `${formatMinor(stake)} ${currency}`}.`;
    return refuse("other_stakes", detail);
  }
  const round = decidingRound(at, chain, context.newestRound);
  const clientSeed = departure.id.slice(departure.id.indexOf("-") + 1);
  const joiner = {
    playerId,
    clientSeed,
    clientSeedBy: "server" as const,
    stakes: currencyStake(asset, stake),
  };
  const joined = coinflipJoined({ gameId, joiner, round, chain: { ...chain } }, found.open.creator.playerId);
  return accept([joined], { id: gameId, round, publishAt: publishedAt(round, chain) });
}

/** The way back to a guest's log, of which there is one for each stake. */
export interface WayBack extends AtLog {
  /** The id of the transit by which it goes. */
  readonly id: string;
}

/** Sends a stake back that no game took. */
export function refusedBack(departure: Departure, way: WayBack): readonly NewEvent[] {
  const { id, asset, amount } = departure;
  return goesBack({ transitId: id, reason: "refused", asset, amount: BigInt(amount) }, way);
}

/**
 * Sends what the end of a game brought its guest to the log that their stake came from, with the end itself: the guest
 * holds nothing here. A guest who lost is sent nothing by the same way, which tells their log of the end.
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
  const asset = end.postings[0]?.asset;
  invariant(asset !== undefined && isCurrency(asset), "a guest plays for a currency");
  const own = playerAccount(guestIdOf(transitId));
  const amount = end.postings.reduce((sum, leg) => (leg.account === own ? sum + leg.delta : sum), 0n);
  const reason = coinflipSettled.is(end) ? "paid" : "void";
  const back = goesBack({ transitId, reason, asset, amount }, wayOf(transitId));
  return { ...decision, events: [...decision.events, ...back] };
}

/** The transit of the guest whom an event concerns; null without one. */
function guestIn(event: NewEvent): string | null {
  for (const stream of streamsOf(event)) {
    const transitId = transitOfGuest(stream.slice(stream.indexOf(":") + 1));
    if (transitId !== null) return transitId;
  }
  return null;
}

interface GoingBack {
  readonly transitId: string;
  readonly reason: BackReason;
  readonly asset: string;
  readonly amount: Minor;
}

function goesBack({ transitId, reason, asset, amount }: GoingBack, way: WayBack): readonly NewEvent[] {
  const to = sourceOf(transitId);
  const leave = {
    id: way.id,
    to,
    sender: playerAccount(guestIdOf(transitId)),
    receiver: awayEscrow(transitId),
    asset,
    amount,
    purpose: `${BACK_PURPOSES[reason]}:${transitId}`,
  };
  // Whichever logs the settings name at the moment: it goes where the stake came from.
  const decision = leaveLog(leave, { ...way, held: amount, peers: new Set([to]) });
  invariant("events" in decision, "a guest's stake goes back once");
  return decision.events;
}
