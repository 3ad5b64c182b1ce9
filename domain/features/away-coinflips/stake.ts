import { type Currency, playerAccount } from "../../accounts/account.ts";
import type { Side } from "../../fairness/st1.ts";
import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { groupedMinor, type Minor } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import { type AtLog, leaveLog } from "../../ledger/transit/transit.ts";
import { guestIdOf } from "../../player/guest.ts";
import type { Player } from "../../player/player.ts";
import type { RefusalOfStaker } from "../../player/player-slice.ts";
import type { Deposit } from "../deposits/deposit.ts";
import { refusalOfOwing } from "../deposits/depositor.ts";
import { STAKE_MIN } from "../house-flips/rules.ts";
import { stakeMaxOf } from "../house-flips/settings.ts";
import { awayEscrow, STAKE_PURPOSE } from "../live-coinflips/guests/guest.ts";
import { refusalOfItems, type Stake, valueOfStakes } from "../live-coinflips/items/stake.ts";
import { type KeptCopy, sendKept } from "../transits/copies.ts";
import { awayStakes } from "./away-stake.ts";
import { awayStakeMade } from "./events.ts";
import { AWAY_STAKES_MAX } from "./rules.ts";

/** Which coinflip of another log a player stakes on. */
interface AwayGame {
  readonly transitId: string;
  readonly playerId: string;
  readonly gameId: string;
  /** The number of the other log. */
  readonly log: number;
  /** The player's face. */
  readonly side: Side;
}

/** A stake of a player on an open coinflip of another log. */
export interface StakeAway extends AwayGame {
  readonly currency: Currency;
  readonly stake: Minor;
}

/** What staking depends on: the player, this log and the others. */
interface AwayContext extends AtLog {
  readonly player: Player;
  readonly at: number;
  readonly settings: Settings;
  readonly refusalOfStaker: RefusalOfStaker;
  readonly peers: ReadonlySet<number>;
}

/** @property held what the player holds of the currency */
export interface StakeAwayContext extends AwayContext {
  readonly held: bigint;
}

/** Why a player stakes nothing in other logs; null where they may. @param value in minor units of RBX */
function refusalOfAway(player: Player, value: Minor, context: AwayContext): Refusal | null {
  if (player.status === "absent") return { code: "unknown_player", detail: "There is no such player." };
  const bar = context.refusalOfStaker(player, { at: context.at, value });
  if (bar !== null) return bar;
  if (awayStakes.of(player) < AWAY_STAKES_MAX) return null;
  const detail = `${AWAY_STAKES_MAX} of your stakes are already in other logs. Wait for one to come back.`;
  return { code: "too_many_away", detail };
}

const wayTo = ({ transitId: id, log: to, gameId }: AwayGame) => ({
  id,
  to,
  sender: awayEscrow(id),
  receiver: playerAccount(guestIdOf(id)),
  purpose: `${STAKE_PURPOSE}:${gameId}`,
});

/** The stake leaves the player for its escrow first, and that for the other log in the same batch. */
function gone(made: NewEvent, left: Decision<{ readonly id: string }>): Decision<{ readonly id: string }> {
  return "refused" in left ? left : accept([made, ...left.events], left.answer);
}

/**
 * Sends a stake to a coinflip of another log. All rules about the player are decided here; the game's own are decided
 * there, and a stake that it does not take comes back.
 */
export function stakeAway(command: StakeAway, context: StakeAwayContext): Decision<{ readonly id: string }> {
  const { currency, stake } = command;
  const { player, here, transit, peers } = context;
  const bar = refusalOfAway(player, stake, context);
  if (bar !== null) return { refused: bar };
  const most = stakeMaxOf(context.settings);
  if (stake < STAKE_MIN || stake > most)
    return refuse("stake_out_of_range", `A stake is ${groupedMinor(STAKE_MIN)} to ${groupedMinor(most)}.`);
  if (stake > context.held)
    return refuse("insufficient_balance", `You don't have enough ${currency} to place this bet`);
  const leave = { ...wayTo(command), asset: currency, amount: stake };
  const made = awayStakeMade({ ...command, stake: String(stake) });
  return gone(made, leaveLog(leave, { here, transit, peers, held: stake }));
}

/** A stake of copies in custody on an open coinflip for items of another log. */
export interface StakeItemsAway extends AwayGame {
  /** The copies with their values here. */
  readonly stakes: Stake;
  /** What keeps each of them in custody: only a hint, the deposits decide. */
  readonly kept: readonly KeptCopy[];
  /** The items that the game's log says it is played for. */
  readonly against: readonly number[];
}

export interface StakeItemsAwayContext extends AwayContext {
  readonly holding: (copy: string) => bigint;
  /** What the player owes in dollars, in cents. */
  readonly owes: Minor;
  readonly depositOf: (depositId: string) => Deposit;
  /** Whether this log's catalogue has an item. */
  readonly isListed: (assetId: number) => boolean;
  /** Why copies must not leave this log at the moment; null where they may. */
  readonly bar: Refusal | null;
}

/**
 * Why nothing can be staked against some items; null if it can. Items missing from this log's catalogue appear in no
 * list here, so a winner could neither see nor withdraw them.
 */
function refusalOfPrize(
  against: readonly number[],
  { isListed }: Pick<StakeItemsAwayContext, "isListed">,
): Refusal | null {
  const unknown = against.find((assetId) => !isListed(assetId));
  if (unknown === undefined) return null;
  const detail = `This coinflip is played for item ${unknown}, which is not in the catalogue of your log: you could not withdraw it here.`;
  return { code: "items_not_listed", detail };
}

/** Sends copies to a coinflip for items of another log, as with an amount. The other log values them by itself. */
export function stakeItemsAway(
  command: StakeItemsAway,
  context: StakeItemsAwayContext,
): Decision<{ readonly id: string }> {
  const { stakes, kept, against, ...game } = command;
  const { player, holding, depositOf, here, transit, peers } = context;
  const value = valueOfStakes(stakes);
  const bar =
    refusalOfAway(player, value, context) ??
    (player.status === "absent" ? null : refusalOfOwing(player, context.owes, "stake items in other logs")) ??
    refusalOfItems(stakes, { holding, itemsStaked: "custody" }) ??
    refusalOfPrize(against, context) ??
    context.bar;
  if (bar !== null) return { refused: bar };
  const items = kept.flatMap((one) => {
    const found = stakes.find(({ asset }) => asset === one.copy);
    return found === undefined ? [] : [{ ...one, value: found.value }];
  });
  if (items.length < stakes.length || items.length < kept.length)
    return refuse("items_not_in_custody", "Only items in custody can be staked in other logs.");
  const made = awayStakeMade({ ...game, currency: null, stake: String(value), items });
  const at = { here, transit, peers, depositOf, holding };
  return gone(made, sendKept(kept, wayTo(command), at));
}
