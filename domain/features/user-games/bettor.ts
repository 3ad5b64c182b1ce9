import type { Currency } from "../../accounts/account.ts";
import type { Refusal } from "../../kernel/decision.ts";
import { formatMinor, groupedMinor, type Minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import type { RefusalOfStaker } from "../../player/player-slice.ts";
import { type BankLimits, isStopped } from "../bank/rules.ts";
import type { GameType } from "../game-tables/table.ts";
import { isExcluded, responsiblePlayOf } from "../responsible-play/play.ts";
import type { Actor } from "../roles/admin.ts";
import { standing } from "../roles/standing.ts";
import type { GameTerms } from "./rules.ts";
import type { MadeGame, UserGame } from "./user-game.ts";

/** Who would bet in which game. */
export interface BettorContext {
  readonly actor: Actor;
  readonly game: UserGame;
  /** Who made it. */
  readonly creator: Player;
  readonly refusalOfStaker: RefusalOfStaker;
  /** Milliseconds. */
  readonly at: number;
}

/** The bettor and the game. */
export interface Bettor extends BettorContext {
  readonly playerId: string;
  readonly gameType: GameType;
  readonly stake: Minor;
}

/** Staff and creators never play: they may know more than others, or earn by it. */
const isStaff = ({ player, isListed }: Actor): boolean =>
  isListed || (player.status === "registered" && standing.of(player).roles.length > 0);

/** Suspended or excluded creators earn nothing by others' play: running rounds finish, none begins. */
const isBarred = ({ creator, at }: Pick<Bettor, "creator" | "at">): boolean =>
  standing.of(creator).suspended || isExcluded(responsiblePlayOf.of(creator).rules, at);

/** The game that somebody may bet in, or why they may not. */
export function gameForBettor(bettor: Bettor): MadeGame | { refused: Refusal } {
  const { playerId, actor, game, gameType } = bettor;
  const { player } = actor;
  if (player.status === "absent") return refused("unknown_player", "There is no such player.");
  const bar = bettor.refusalOfStaker(player, { at: bettor.at, value: bettor.stake });
  if (bar !== null) return { refused: bar };
  if (isStaff(actor))
    return refused("staff_cannot_play", "Moderators and admins cannot play player-made games.");
  if (game.status === "absent" || game.gameType !== gameType)
    return refused("unknown_game", "There is no such game.");
  if (game.creatorId === playerId) return refused("own_game", "You cannot play your own game.");
  if (game.halt !== null)
    return refused("game_inactive", "The house has stopped this game: it takes no bets.");
  if (game.status === "paused" || isBarred(bettor))
    return refused("game_inactive", "This game takes no bets at the moment.");
  return game;
}

/** Why a bet on another version of a game than the player saw is refused. @param seen null if not given */
export const refusalOfVersion = (seen: number | null, version: number): Refusal | null =>
  seen === null || seen === version
    ? null
    : { code: "game_changed", detail: "The rules of this game have changed. Look at them before you bet." };

const refused = (code: string, detail: string) => ({ refused: { code, detail } });

/** A stake as a player offers it; amounts in minor units. */
export interface OfferedStake {
  readonly stake: Minor;
  readonly currency: Currency;
  /** What the player holds free. */
  readonly balance: Minor;
  /** The most that any one stake may be. */
  readonly stakeMax: Minor;
}

/** Why a stake cannot be taken by the terms of a game; null when it can. */
export function refusalOfStake(
  { stake, currency, balance, stakeMax }: OfferedStake,
  { minBet, maxBet }: Pick<GameTerms, "minBet" | "maxBet">,
): Refusal | null {
  const least = BigInt(minBet);
  const most = BigInt(maxBet) < stakeMax ? BigInt(maxBet) : stakeMax;
  if (stake < least || stake > most) {
    const detail =
      least <= most
        ? `A stake is ${groupedMinor(least)} to ${groupedMinor(most)}.`
        : `Stakes are at most ${groupedMinor(most)} at the moment, and this game starts at ${groupedMinor(least)}.`;
    return { code: "stake_out_of_range", detail };
  }
  if (stake <= balance) return null;
  return {
    code: "insufficient_balance",
    detail: `You don't have enough ${currency} to place this bet`,
  };
}

/** The house's bank as it stands behind games that players made; minor units. */
export interface Backing {
  /** What `house` holds of the currency. */
  readonly bank: Minor;
  /** What the bank was funded with. */
  readonly funds: Minor;
  readonly limits: BankLimits;
}

/** Whether the house backs no such games now: its bank is below the floor, or below half of what it was funded with. */
export const isUnbacked = ({ bank, funds, limits }: Backing): boolean =>
  isStopped(bank, limits) || bank * 2n < funds;

/** The refusal of a stake that the house does not carry. @param largest that it would, in minor units */
export const refusalOfBacking = (currency: Currency, largest: Minor): Refusal => ({
  code: "bank_limit",
  detail:
    largest > 0n
      ? `The largest ${currency} stake the house takes at the moment is ${groupedMinor(largest)}.`
      : `The house takes no ${currency} stakes at the moment: the largest is 0.00.`,
  facts: { largestStake: formatMinor(largest > 0n ? largest : 0n) },
});
