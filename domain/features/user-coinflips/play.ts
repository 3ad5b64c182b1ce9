import { accept, type Decision } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { invariant } from "../../kernel/invariant.ts";
import { BASIS_POINTS, formatMinor, type Minor } from "../../kernel/money.ts";
import { fallOfBank } from "../bank/events.ts";
import { largestLoss } from "../bank/rules.ts";
import { bankLimitsOf } from "../bank/settings.ts";
import type { FlipCoin, FlipContext, FlipOutcome } from "../house-flips/flip.ts";
import { currencyOf } from "../house-flips/rules.ts";
import { stakeMaxOf } from "../house-flips/settings.ts";
import { experienceGranted } from "../players/experience.ts";
import { experienceDayMaxOf } from "../players/settings.ts";
import { drawCoin } from "../seed-pairs/draw.ts";
import {
  type Backing,
  type BettorContext,
  gameForBettor,
  isUnbacked,
  refusalOfBacking,
  refusalOfStake,
  refusalOfVersion,
} from "../user-games/bettor.ts";
import { accrueShare } from "../user-games/share.ts";
import { userCoinFlipped } from "./events.ts";
import { payoutOf } from "./rules.ts";

/** The fraction of the creator's share that a game's flips in one currency carry over, in parts of 10^-8. */
export type CoinTable = { readonly carried: string };
export const initialCoinTable: CoinTable = { carried: "0" };

/** Follows a table's stream by one event. */
export const evolveCoinTable = (table: CoinTable, event: NewEvent): CoinTable =>
  userCoinFlipped.is(event) ? { carried: event.payload.carried } : table;

/**
 * The most that a flip can cost the house: a win's profit and the creator's share, with a minor unit for what shares
 * carry.
 * @param edge basis points
 */
export const costAtMost = (stake: Minor, edge: number): Minor =>
  (stake * (BASIS_POINTS - BigInt(edge))) / BASIS_POINTS + (edge === 0 ? 0n : 1n);

/** The largest stake whose cost is at most `loss`. @param edge basis points */
function largestStakeFor(loss: Minor, edge: number): Minor {
  const profit = edge === 0 ? loss : loss - 1n;
  return profit < 0n ? 0n : ((profit + 1n) * BASIS_POINTS - 1n) / (BASIS_POINTS - BigInt(edge));
}

/** A flip by the rules of a player-made game: `gameId` names that game, `betId` the flip. */
export interface PlayUserCoinflip extends FlipCoin {
  readonly betId: string;
  /** The version of the game that the player saw; null where nothing is said. */
  readonly seenVersion?: number | null;
}

/** What a flip depends on: who plays which game, free balances, the bank in the side's currency, time, and seeds. */
export interface PlayContext extends FlipContext, BettorContext {
  /** The table of the game in the side's currency. */
  readonly table: CoinTable;
  /** What the bank was funded with. */
  readonly funds: Minor;
}

/** The answer of a flip before its place in the log is known. */
export type UserFlipOutcome = FlipOutcome & { readonly creatorShare: string };

/** Flips a coin against the house by a player's rules, drawn from the seed pair and nonce of the house flip. */
export function playUserCoinflip(
  { playerId, betId, gameId, side, stake, seenVersion = null }: PlayUserCoinflip,
  context: PlayContext,
): Decision<UserFlipOutcome> {
  const { actor, balances, bank, funds, settings, at, refusalOfStaker } = context;
  // Field by field, here and below: copying by spread costs as much as hashing the event.
  const bettor = {
    playerId,
    actor,
    game: context.game,
    creator: context.creator,
    gameType: "coinflip",
    refusalOfStaker,
    at,
    stake,
  } as const;
  const game = gameForBettor(bettor);
  if ("refused" in game) return game;
  const currency = currencyOf(side);
  const offered = { stake, currency, balance: balances[currency], stakeMax: stakeMaxOf(settings) };
  const bar = refusalOfVersion(seenVersion, game.version) ?? refusalOfStake(offered, game);
  if (bar !== null) return { refused: bar };
  const limits = bankLimitsOf(settings);
  const backing = { bank, funds, limits };
  if (isUnbacked(backing) || costAtMost(stake, game.edge) > largestLoss(bank, limits))
    return { refused: refusalOfBacking(currency, largestUserStake(backing, game.edge)) };
  const { player } = actor;
  invariant(player.status === "registered", "a bettor is a player");
  const { result, drawnFrom, rotations } = drawCoin(playerId, player, context.seeds);
  const won = result === side;
  const payout = won ? payoutOf(stake, game.edge) : 0n;
  const edge = won ? stake * 2n - payout : 0n;
  const { share, carried } = accrueShare(context.table.carried, stake, game);
  const { pair, nonce } = drawnFrom;
  const xp = experienceGranted(player, stake, { at, dayMax: experienceDayMaxOf(settings) });
  const { creatorId, version, edge: edgeRate } = game;
  const flipped = userCoinFlipped({
    playerId,
    creatorId,
    betId,
    gameId,
    version,
    edgeRate,
    pair,
    nonce,
    side,
    result,
    stake,
    payout,
    edge,
    share,
    carried,
    xp,
  });
  const change = payout - stake;
  const fall = fallOfBank(currency, { before: bank, after: bank - change - share, floor: limits.floor });
  // The flip comes last: the answer is checked against a command's last event.
  return accept([...rotations, ...fall, flipped], {
    id: betId,
    result,
    won,
    winAmount: formatMinor(payout),
    houseEdgeTaken: formatMinor(edge),
    rbxBalance: formatMinor(balances.RBX + (currency === "RBX" ? change : 0n)),
    tixBalance: formatMinor(balances.TIX + (currency === "TIX" ? change : 0n)),
    nonce,
    creatorShare: formatMinor(share),
  });
}

/** The largest stake that the house takes in a player's coinflip now. @param edge basis points */
export const largestUserStake = (backing: Backing, edge: number): Minor =>
  isUnbacked(backing) ? 0n : largestStakeFor(largestLoss(backing.bank, backing.limits), edge);
