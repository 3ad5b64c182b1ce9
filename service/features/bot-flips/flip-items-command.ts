import { house, playerAccount } from "#domain/accounts/account.ts";
import type { ItemsStaked } from "#domain/accounts/items-staked.ts";
import type { Side } from "#domain/fairness/st1.ts";
import type { BotFlipAnswer } from "#domain/features/bot-flips/contract.ts";
import { flipItems } from "#domain/features/bot-flips/flip-items.ts";
import { playerStream } from "#domain/features/players/events.ts";
import { playerStreamKind, refusalOfStaker } from "#domain/features/registry.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { readOfBank } from "#service/features/bank/stakes.ts";
import { haltRefusal, readOfStakes } from "#service/features/halts/stakes.ts";
import { assetsOf, type Bet, stakesIn, streamsOf } from "#service/features/live-coinflips/bet.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import { gameIdOf } from "#service/ids.ts";
import { seedsOf } from "#service/keys/seeds-of.ts";

/** The command of a flip for items against the bot. */
export function flipItemsCommand(
  origin: CommandOrigin,
  request: {
    readonly playerId: string;
    readonly side: Side;
    readonly bet: Bet;
    readonly itemsStaked: ItemsStaked;
  },
): Submission<BotFlipAnswer> {
  const { playerId, side, bet, itemsStaked } = request;
  const player = { kind: playerStreamKind, name: playerStream(playerId) };
  const account = playerAccount(playerId);
  const gameId = gameIdOf(origin);
  return {
    ...origin,
    reads: () => ({
      streams: [readOfStakes, readOfSettings, readOfBank, player, ...streamsOf(bet)],
      holdings: ["RBX" as const, ...assetsOf(bet)].flatMap((asset) => [
        { account, asset },
        { account: house, asset },
      ]),
    }),
    decide: (view) => {
      const bar = haltRefusal(view);
      if (bar !== null) return { refused: bar };
      const found = stakesIn(view, bet);
      if ("refused" in found) return found;
      return flipItems({ playerId, gameId, side, items: found.stakes }, view.stream(player), {
        holding: (asset) => view.holding(account, asset),
        bank: view.holding(house, "RBX"),
        at: view.at,
        seeds: seedsOf(view),
        settings: settingsIn(view),
        itemsStaked,
        refusalOfStaker,
      });
    },
  };
}
