import { house, playerAccount } from "#domain/accounts/account.ts";
import { fundsOf } from "#domain/features/bank/bank.ts";
import { currencyOf } from "#domain/features/house-flips/rules.ts";
import { refusalOfStaker } from "#domain/features/registry.ts";
import { coinTableStream } from "#domain/features/user-coinflips/events.ts";
import {
  type PlayUserCoinflip,
  playUserCoinflip,
  type UserFlipOutcome,
} from "#domain/features/user-coinflips/play.ts";
import { coinTableStreamKind } from "#domain/features/user-coinflips/stream.ts";
import { creatorShareAccount } from "#domain/features/user-games/share.ts";
import { readOfUserGame } from "#domain/features/user-games/stream.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { readOfBank } from "#service/features/bank/stakes.ts";
import { haltRefusal, readOfStakes } from "#service/features/halts/stakes.ts";
import { balancesIn } from "#service/features/players/balances.ts";
import { playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import { gameWithCreator } from "#service/features/user-games/commands.ts";
import { gameIdOf } from "#service/ids.ts";
import { seedsOf } from "#service/keys/seeds-of.ts";

/** The command of a flip by a player's rules. @param isListed whether the settings name an admin */
export function playCommand(
  origin: CommandOrigin,
  request: Omit<PlayUserCoinflip, "betId"> & { readonly isListed: boolean },
): Submission<UserFlipOutcome> {
  const { playerId, gameId, side, stake, seenVersion = null, isListed } = request;
  const betId = gameIdOf(origin);
  // Field by field, as wherever a bet passes: copying by spread costs as much as hashing its event.
  const command = { playerId, betId, gameId, side, stake, seenVersion };
  const currency = currencyOf(side);
  const account = playerAccount(playerId);
  const table = { kind: coinTableStreamKind, name: coinTableStream(gameId, currency) };
  return {
    commandId: origin.commandId,
    keyed: origin.keyed,
    requestHash: origin.requestHash,
    actor: origin.actor,
    owner: origin.owner,
    at: origin.at,
    reads: () => ({
      streams: [
        readOfStakes,
        readOfSettings,
        readOfBank,
        readOfUserGame(gameId),
        table,
        readOfPlayer(playerId),
      ],
      holdings: [
        { account, asset: "RBX" },
        { account, asset: "TIX" },
        { account: house, asset: currency },
      ],
    }),
    decide: (view) => {
      const bar = haltRefusal(view);
      if (bar !== null) return { refused: bar };
      const { game, creator } = gameWithCreator(view, gameId);
      // The share is paid into it, so it must be in memory.
      if (game.status !== "absent") view.holding(creatorShareAccount(game.creatorId), currency);
      return playUserCoinflip(command, {
        game,
        creator,
        table: view.stream(table),
        balances: balancesIn(view, account),
        bank: view.holding(house, currency),
        funds: fundsOf(view.stream(readOfBank), currency),
        at: view.at,
        seeds: seedsOf(view),
        settings: settingsIn(view),
        refusalOfStaker,
        actor: { player: playerIn(view, playerId), isListed },
      });
    },
  };
}
