import { CURRENCIES, playerAccount } from "#domain/accounts/account.ts";
import { type GameType, tableStream } from "#domain/features/game-tables/table.ts";
import { streamKinds } from "#domain/features/registry.ts";
import { type ClaimOutcome, claimCreatorShare } from "#domain/features/user-games/claim.ts";
import { haltUserGame } from "#domain/features/user-games/halt.ts";
import {
  type ChangeUserGame,
  type CreateUserGame,
  changeUserGame,
  createUserGame,
} from "#domain/features/user-games/make.ts";
import { creatorHousePartOf } from "#domain/features/user-games/settings.ts";
import { creatorShareAccount } from "#domain/features/user-games/share.ts";
import { readOfUserGame } from "#domain/features/user-games/stream.ts";
import { kindOf, type StreamRead } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import type { DrawnChains } from "#service/features/game-tables/chains.ts";
import { balancesIn, readsOfBalances } from "#service/features/players/balances.ts";
import { actorIn, type Person, playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";

/** A game and its creator as of the head, which decide every bet in it. */
export function gameWithCreator(view: LogView, gameId: string) {
  const game = view.stream(readOfUserGame(gameId));
  if (game.status === "absent") return { game, creator: { status: "absent" } as const };
  return { game, creator: playerIn(view, game.creatorId) };
}

const makerIn = (view: LogView, playerId: string) => ({
  player: playerIn(view, playerId),
  at: view.at,
  housePart: creatorHousePartOf(settingsIn(view)),
});

/** The tables of a new game, in whose streams its chains are announced; none for a coinflip. */
function tablesOf({ gameType, gameId }: { gameType: GameType; gameId: string }): readonly StreamRead[] {
  if (gameType === "coinflip") return [];
  return CURRENCIES.map((currency) => {
    const name = tableStream({ gameType, gameId, currency });
    const kind = streamKinds.find((one) => one.kind === kindOf(name));
    invariant(kind !== undefined, "a game that is played in rounds has tables");
    return { kind, name };
  });
}

/** The command that makes a game. */
export function createCommand(
  origin: CommandOrigin,
  command: CreateUserGame,
  chains: DrawnChains,
): Submission<{ readonly id: string }> {
  const { gameId, creatorId } = command;
  return {
    ...origin,
    reads: () => ({
      streams: [readOfSettings, readOfPlayer(creatorId), readOfUserGame(gameId), ...tablesOf(command)],
    }),
    begins: readOfUserGame(gameId),
    sideRows: chains.rows,
    decide: (view) => createUserGame(command, { ...makerIn(view, creatorId), chains }),
  };
}

/** The command that edits, pauses or resumes a game. */
export function changeCommand(
  origin: CommandOrigin,
  command: ChangeUserGame,
): Submission<{ readonly id: string }> {
  const { gameId, playerId } = command;
  return {
    ...origin,
    reads: () => ({ streams: [readOfSettings, readOfPlayer(playerId), readOfUserGame(gameId)] }),
    decide: (view) =>
      changeUserGame(command, { ...makerIn(view, playerId), game: view.stream(readOfUserGame(gameId)) }),
  };
}

/** The command by which an admin stops a game. */
export function haltGameCommand(
  origin: CommandOrigin,
  { actor, ...order }: { readonly actor: Person; readonly gameId: string; readonly reason: string },
): Submission<{ readonly id: string }> {
  return {
    ...origin,
    reads: () => ({ streams: [readOfPlayer(actor.playerId), readOfUserGame(order.gameId)] }),
    decide: (view) => {
      // The decision writes to the creator's stream.
      const { game } = gameWithCreator(view, order.gameId);
      return haltUserGame({ ...order, actorId: actor.playerId }, { actor: actorIn(view, actor), game });
    },
  };
}

/** The command that claims all earnings of a creator's games. */
export function claimCommand(origin: CommandOrigin, playerId: string): Submission<ClaimOutcome> {
  const [own, share] = [playerAccount(playerId), creatorShareAccount(playerId)];
  return {
    ...origin,
    reads: () => ({
      streams: [readOfPlayer(playerId)],
      holdings: [own, share].flatMap(readsOfBalances),
    }),
    decide: (view) =>
      claimCreatorShare(playerId, {
        player: playerIn(view, playerId),
        balances: balancesIn(view, own),
        unclaimed: balancesIn(view, share),
      }),
  };
}
