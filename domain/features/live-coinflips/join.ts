import type { Asset } from "../../accounts/account.ts";
import type { ItemsStaked } from "../../accounts/items-staked.ts";
import { type BeaconChain, publishedAt } from "../../fairness/beacon.ts";
import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import type { RefusalOfStaker } from "../../player/player-slice.ts";
import { refusalOfBarred } from "../responsible-play/play.ts";
import { standing } from "../roles/standing.ts";
import { seedPair } from "../seed-pairs/seed-pair.ts";
import type { Coinflip, OpenCoinflip } from "./coinflip.ts";
import { coinflipJoined } from "./events.ts";
import { isStillWorth, refusalOfRange, VALUES_CHANGED } from "./items/items.ts";
import { copiesOnSight, currencyOfStakes, type Stake, valueOfStakes } from "./items/stake.ts";
import { refusalOfStakes } from "./open.ts";
import { decidingRound } from "./round.ts";

export interface JoinCoinflip {
  readonly playerId: string;
  readonly gameId: string;
  /** The items staked against items; null for the game's own stake. */
  readonly items: Stake | null;
}

/** What joining depends on: the game, the joiner, free holdings, time, and the beacon as far as it is known. */
export interface JoinContext {
  readonly coinflip: Coinflip;
  readonly player: Player;
  readonly playerOf: (playerId: string) => Player;
  readonly holding: (asset: Asset) => bigint;
  /** The true time in milliseconds: the round follows from it. */
  readonly at: number;
  readonly chain: BeaconChain;
  /** The newest round that was seen; 0 for none. */
  readonly newestRound: number;
  readonly itemsStaked: ItemsStaked;
  readonly refusalOfStaker: RefusalOfStaker;
  /** What copies can be staked at as of now, in minor units; null without a value that counts. */
  readonly valueNow: (stakes: Stake) => Minor | null;
}

/** A game that is locked, and when it will be decided. */
export type JoinedCoinflip = { readonly id: string; readonly round: number; readonly publishAt: number };

/** Joins an open coinflip: the same is staked on the other face, and the round that decides is fixed by the time. */
export function joinCoinflip(command: JoinCoinflip, context: JoinContext): Decision<JoinedCoinflip> {
  const { coinflip, player, at, chain } = context;
  const { gameId, playerId } = command;
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const offered = command.items ?? (coinflip.status === "open" ? coinflip.creator.stakes : []);
  const bar = context.refusalOfStaker(player, { at, value: valueOfStakes(offered) });
  if (bar !== null) return { refused: bar };
  const found = openCoinflipFor(playerId, context);
  if ("refused" in found) return found;
  const { creator } = found.open;
  const { stakes: theirs } = creator;
  const currency = currencyOfStakes(theirs);
  if ((currency === null) !== (command.items !== null))
    return refuse("other_stakes", `This coinflip is played for ${currency ?? "items"}.`);
  // It was opened while items on sight could be staked: a joiner would stake items in custody against them.
  if (context.itemsStaked === "custody" && copiesOnSight(theirs).length > 0)
    return refuse("game_not_in_custody", "This coinflip was opened with items that are not in custody.");
  if (currency === null && !isStillWorth(valueOfStakes(theirs), context.valueNow(theirs)))
    return VALUES_CHANGED;
  const stakes = command.items ?? theirs;
  const refusal = refusalOfStakes(stakes, context);
  if (refusal !== null) return { refused: refusal };
  const mismatch = currency === null ? refusalOfRange(valueOfStakes(theirs), valueOfStakes(stakes)) : null;
  if (mismatch !== null) return { refused: mismatch };
  const round = decidingRound(at, chain, context.newestRound);
  const { clientSeed, clientSeedBy } = seedPair.of(player);
  const joiner = { playerId, clientSeed, clientSeedBy, stakes };
  const joined = coinflipJoined({ gameId, joiner, round, chain: { ...chain } }, creator.playerId);
  return accept([joined], { id: gameId, round, publishAt: publishedAt(round, chain) });
}

/** A coinflip that somebody can join, as far as the game itself goes; or why they cannot. */
export function openCoinflipFor(
  playerId: string,
  { coinflip, playerOf, at }: Pick<JoinContext, "coinflip" | "playerOf" | "at">,
): { readonly open: OpenCoinflip } | { readonly refused: Refusal } {
  if (coinflip.status === "absent") return refuse("unknown_game", "There is no such coinflip.");
  const creatorId = coinflip.status === "open" ? coinflip.creator.playerId : null;
  if (creatorId === playerId) return refuse("own_game", "You cannot join your own coinflip.");
  if (coinflip.status === "locked" || coinflip.status === "settled")
    return refuse("already_joined", "Someone has already joined this coinflip.");
  if (coinflip.status !== "open" || at >= coinflip.expiresAt)
    return refuse("not_open", "This coinflip is no longer open.");
  const creator = playerOf(coinflip.creator.playerId);
  if (standing.of(creator).suspended || refusalOfBarred(creator, at) !== null)
    return refuse("not_open", "This coinflip is no longer open.");
  return { open: coinflip };
}
