import { playerAccount } from "../accounts/account.ts";
import type { Copy } from "../accounts/item.ts";
import type { ItemsStaked } from "../accounts/items-staked.ts";
import type { Side } from "../fairness/st1.ts";
import type { BotFlipAnswer } from "../features/bot-flips/contract.ts";
import { flipItems } from "../features/bot-flips/flip-items.ts";
import type { Stake } from "../features/live-coinflips/items/stake.ts";
import { refusalOfStaker } from "../features/registry.ts";
import type { Decide } from "./given.ts";
import { ALICE, bankIn, playerIn } from "./players.ts";
import { settingsIn } from "./settings.ts";

/** Copies at stake, each at one value. @example worth("5000", HAT) */
export const worth = (value: string, ...copies: readonly Copy[]): Stake =>
  copies.map((asset) => ({ asset, amount: "1", value }));

/** Somebody flips for items against the bot. */
export const flipForItems =
  (
    items: Stake,
    { playerId = ALICE, gameId = "game_1", side = "rbx" as Side, itemsStaked = "sight" as ItemsStaked } = {},
  ): Decide<BotFlipAnswer> =>
  (log) =>
    flipItems({ playerId, gameId, side, items }, playerIn(log, playerId), {
      holding: (asset) => log.holding(playerAccount(playerId), asset),
      bank: bankIn(log, "RBX"),
      at: log.at,
      seeds: log.seeds,
      settings: settingsIn(log),
      itemsStaked,
      refusalOfStaker,
    });
