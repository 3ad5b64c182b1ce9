import type { SeedSource } from "../../fairness/seed-source.ts";
import type { Side } from "../../fairness/st1.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, groupedMinor, type Minor } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import type { Player } from "../../player/player.ts";
import type { RefusalOfStaker } from "../../player/player-slice.ts";
import { fallOfBank } from "../bank/events.ts";
import { refusalOfBank } from "../bank/rules.ts";
import { bankLimitsOf } from "../bank/settings.ts";
import { experienceGranted } from "../players/experience.ts";
import { experienceDayMaxOf } from "../players/settings.ts";
import { drawCoin } from "../seed-pairs/draw.ts";
import type { FlipAnswer } from "./contract.ts";
import { coinFlipped } from "./events.ts";
import { currencyOf, edgeOf, FLIP_LOSS_SHARE, payoutOf, STAKE_MIN } from "./rules.ts";
import { stakeMaxOf } from "./settings.ts";

export interface FlipCoin {
  readonly playerId: string;
  readonly gameId: string;
  readonly side: Side;
  /** Minor units of the side's currency. */
  readonly stake: Minor;
}

/** Context of a decision beside the player's stream: balances, the house's holding, time and seeds. */
export interface FlipContext {
  readonly balances: { readonly RBX: Minor; readonly TIX: Minor };
  readonly bank: Minor;
  readonly at: number;
  readonly seeds: SeedSource;
  readonly settings: Settings;
  readonly refusalOfStaker: RefusalOfStaker;
}

/** The answer of a flip before its place in the log is known. */
export type FlipOutcome = Omit<FlipAnswer, "position">;

/** Flips a coin against the house: stake taken, result drawn and pay-out given in one fact. */
export function flipCoin(command: FlipCoin, player: Player, context: FlipContext): Decision<FlipOutcome> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { side, stake } = command;
  const bar = context.refusalOfStaker(player, { at: context.at, value: stake });
  if (bar !== null) return { refused: bar };
  const stakeMax = stakeMaxOf(context.settings);
  if (stake < STAKE_MIN || stake > stakeMax) {
    const range = `${groupedMinor(STAKE_MIN)} to ${groupedMinor(stakeMax)}`;
    return refuse("stake_out_of_range", `A stake is ${range}.`);
  }
  const currency = currencyOf(side);
  if (stake > context.balances[currency])
    return refuse("insufficient_balance", `You don't have enough ${currency} to place this bet`);
  const limits = bankLimitsOf(context.settings);
  const { bank } = context;
  const barOfBank = refusalOfBank(
    { stake, lossShare: FLIP_LOSS_SHARE },
    { bank, limits, currency, stakeMax },
  );
  if (barOfBank !== null) return { refused: barOfBank };
  const { result, drawnFrom, rotations } = drawCoin(command.playerId, player, context.seeds);
  const won = result === side;
  const payout = won ? payoutOf(stake) : 0n;
  const edge = won ? edgeOf(stake) : 0n;
  const { pair, nonce } = drawnFrom;
  const xp = experienceGranted(player, stake, {
    at: context.at,
    dayMax: experienceDayMaxOf(context.settings),
  });
  const { playerId, gameId } = command;
  const flipped = coinFlipped({ playerId, gameId, pair, nonce, side, result, stake, payout, edge, xp });
  const change = payout - stake;
  const fall = fallOfBank(currency, { before: bank, after: bank - change, floor: limits.floor });
  // The flip comes last: the answer is checked against a command's last event.
  return accept([...rotations, ...fall, flipped], {
    id: command.gameId,
    result,
    won,
    winAmount: formatMinor(payout),
    houseEdgeTaken: formatMinor(edge),
    rbxBalance: formatMinor(context.balances.RBX + (currency === "RBX" ? change : 0n)),
    tixBalance: formatMinor(context.balances.TIX + (currency === "TIX" ? change : 0n)),
    nonce,
  });
}
