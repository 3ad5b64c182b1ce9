import type { Asset } from "../../accounts/account.ts";
import type { ItemsStaked } from "../../accounts/items-staked.ts";
import type { SeedSource } from "../../fairness/seed-source.ts";
import type { Side } from "../../fairness/st1.ts";
import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import { groupedMinor, type Minor } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import type { Player } from "../../player/player.ts";
import type { RefusalOfStaker } from "../../player/player-slice.ts";
import { STAKE_MIN } from "../house-flips/rules.ts";
import { stakeMaxOf } from "../house-flips/settings.ts";
import { seedPair } from "../seed-pairs/seed-pair.ts";
import { coinflipOpened, coinflipStream } from "./events.ts";
import {
  currencyOfStakes,
  type ItemsContext,
  refusalOfItems,
  type Stake,
  valueOfStakes,
} from "./items/stake.ts";
import { openCoinflips } from "./open-coinflips.ts";
import { OPEN_COINFLIPS_MAX } from "./rules.ts";
import { coinflipOpenMsOf } from "./settings.ts";

export interface OpenCoinflipCommand {
  readonly playerId: string;
  readonly gameId: string;
  readonly side: Side;
  readonly stakes: Stake;
  /** How long others may join, in milliseconds, unless an admin has set it. */
  readonly expiresInMs: number;
}

/** What opening depends on: the creator, free holdings in minor units or copies, time, and seeds. */
export interface OpenContext {
  readonly player: Player;
  readonly holding: (asset: Asset) => bigint;
  readonly at: number;
  readonly seeds: SeedSource;
  readonly settings: Settings;
  readonly refusalOfStaker: RefusalOfStaker;
  readonly itemsStaked: ItemsStaked;
}

/** A coinflip as it was opened. */
export type OpenedCoinflip = {
  readonly id: string;
  readonly creatorId: string;
  readonly side: Side;
  readonly stakes: Stake;
  readonly commitment: string;
  readonly clientSeed: string;
  readonly expiresAt: number;
};

/** Opens a coinflip: the stakes go into escrow, and the server commits itself to a seed that nobody knows. */
export function openCoinflip(command: OpenCoinflipCommand, context: OpenContext): Decision<OpenedCoinflip> {
  const { playerId, gameId, side, stakes } = command;
  const { player, at } = context;
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const bar = context.refusalOfStaker(player, { at, value: valueOfStakes(stakes) });
  if (bar !== null) return { refused: bar };
  const refusal = refusalOfSize(stakes, stakeMaxOf(context.settings)) ?? refusalOfStakes(stakes, context);
  if (refusal !== null) return { refused: refusal };
  if (openCoinflips.of(player) >= OPEN_COINFLIPS_MAX)
    return refuse("too_many_open", `You already have ${OPEN_COINFLIPS_MAX} open coinflips.`);
  const { clientSeed, clientSeedBy } = seedPair.of(player);
  const creator = { playerId, clientSeed, clientSeedBy, stakes };
  const commitment = context.seeds.forGame(coinflipStream(gameId));
  const expiresAt = at + coinflipOpenMsOf(context.settings, command.expiresInMs);
  return accept([coinflipOpened({ gameId, creator, side, commitment, expiresAt })], {
    id: gameId,
    creatorId: playerId,
    side,
    stakes,
    commitment,
    clientSeed,
    expiresAt,
  });
}

/** Why a stake is too small or too large to open a game with. Joiners stake what the creator could. */
function refusalOfSize(stakes: Stake, stakeMax: Minor): Refusal | null {
  const stake = valueOfStakes(stakes);
  if (currencyOfStakes(stakes) === null || (stake >= STAKE_MIN && stake <= stakeMax)) return null;
  const detail = `A stake is ${groupedMinor(STAKE_MIN)} to ${groupedMinor(stakeMax)}.`;
  return { code: "stake_out_of_range", detail };
}

/** Why somebody cannot stake these things; null when they can. */
export function refusalOfStakes(stakes: Stake, context: ItemsContext): Refusal | null {
  const currency = currencyOfStakes(stakes);
  if (currency === null) return refusalOfItems(stakes, context);
  const stake: Minor = valueOfStakes(stakes);
  if (stake <= context.holding(currency)) return null;
  return { code: "insufficient_balance", detail: `You don't have enough ${currency} to place this bet` };
}
