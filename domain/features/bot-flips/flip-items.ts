import type { Side } from "../../fairness/st1.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, groupedMinor, type Minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import { fallOfBank } from "../bank/events.ts";
import { refusalOfBank } from "../bank/rules.ts";
import { bankLimitsOf } from "../bank/settings.ts";
import { STAKE_MIN } from "../house-flips/rules.ts";
import { stakeMaxOf } from "../house-flips/settings.ts";
import { refusalOfItems, type Stake, valueOfStakes } from "../live-coinflips/items/stake.ts";
import type { OpenContext } from "../live-coinflips/open.ts";
import { experienceGranted } from "../players/experience.ts";
import { experienceDayMaxOf } from "../players/settings.ts";
import { drawCoin } from "../seed-pairs/draw.ts";
import type { BotFlipAnswer } from "./contract.ts";
import { itemsFlipped } from "./events.ts";
import { WINNINGS_BASIS_POINTS, winningsOf } from "./rules.ts";

export interface FlipItems {
  readonly playerId: string;
  readonly gameId: string;
  readonly side: Side;
  /** Copies of items, each at its value. */
  readonly items: Stake;
}

/** What a decision depends on besides the player's stream: as opening a coinflip, and the RBX that the house holds. */
export interface FlipItemsContext extends Omit<OpenContext, "player"> {
  /** In minor units. */
  readonly bank: Minor;
}

/** Flips a coin for items against the house's bot: drawn from the player's own pair of seeds, as any other flip. */
export function flipItems(
  command: FlipItems,
  player: Player,
  context: FlipItemsContext,
): Decision<BotFlipAnswer> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { playerId, side, items } = command;
  const stake = valueOfStakes(items);
  const bar = context.refusalOfStaker(player, { at: context.at, value: stake });
  if (bar !== null) return { refused: bar };
  const refusal = refusalOfItems(items, context);
  if (refusal !== null) return { refused: refusal };
  const stakeMax = stakeMaxOf(context.settings);
  if (stake < STAKE_MIN || stake > stakeMax) {
    const [least, most] = [groupedMinor(STAKE_MIN), groupedMinor(stakeMax)];
    const detail = `Stake items worth ${least} to ${most} RBX in total: yours are worth ${groupedMinor(stake)}.`;
    return refuse("stake_out_of_range", detail);
  }
  const limits = bankLimitsOf(context.settings);
  const { bank } = context;
  const barOfBank = refusalOfBank(
    { stake, lossShare: WINNINGS_BASIS_POINTS },
    { bank, limits, currency: "RBX", stakeMax },
  );
  if (barOfBank !== null) return { refused: barOfBank };
  const { result, drawnFrom, rotations } = drawCoin(playerId, player, context.seeds);
  const won = result === side;
  const winnings = winningsOf(stake);
  const { pair, nonce } = drawnFrom;
  const xp = experienceGranted(player, stake, {
    at: context.at,
    dayMax: experienceDayMaxOf(context.settings),
  });
  const flipped = itemsFlipped({ ...command, pair, nonce, result, winnings, xp });
  const after = won ? bank - winnings : bank;
  const fall = fallOfBank("RBX", { before: bank, after, floor: limits.floor });
  return accept([...rotations, ...fall, flipped], {
    id: command.gameId,
    won,
    result,
    message: won
      ? `You won ${groupedMinor(winnings)} RBX and keep your items.`
      : "You lost your items. Better luck next time!",
    winAmount: formatMinor(won ? stake + winnings : 0n),
  });
}
