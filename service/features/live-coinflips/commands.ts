import { playerAccount } from "#domain/accounts/account.ts";
import type { ItemsStaked } from "#domain/accounts/items-staked.ts";
import { withDebtsPaid } from "#domain/features/deposits/debts.ts";
import { readOfCoinflip } from "#domain/features/live-coinflips/coinflip.ts";
import { cancelCoinflip, expireCoinflip } from "#domain/features/live-coinflips/end.ts";
import { coinflipEscrow } from "#domain/features/live-coinflips/events.ts";
import { copiesAtStake } from "#domain/features/live-coinflips/items/stake.ts";
import { type JoinedCoinflip, joinCoinflip } from "#domain/features/live-coinflips/join.ts";
import {
  type OpenCoinflipCommand,
  type OpenedCoinflip,
  openCoinflip,
} from "#domain/features/live-coinflips/open.ts";
import { JOIN_WRITTEN_WITHIN_MS } from "#domain/features/live-coinflips/rules.ts";
import {
  type SettleCoinflip,
  type SettledCoinflip,
  settleCoinflip,
  voidCoinflip,
} from "#domain/features/live-coinflips/settle.ts";
import { refusalOfStaker } from "#domain/features/registry.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { type CommandOrigin, systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { HoldingRead, LogView, Reads, Submission } from "#service/event-store/commands/submission.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { haltRefusal, readOfStakes } from "#service/features/halts/stakes.ts";
import { playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { settingsIn } from "#service/features/settings/settings-command.ts";
import { seedsOf } from "#service/keys/seeds-of.ts";
import { assetsOf, type Bet, stakesIn, streamsOf, valueNowIn } from "./bet.ts";

/** The reads of every command about a game; players and holdings follow from the game found. */
const readsOf = (gameId: string, ...playerIds: readonly string[]): Reads => ({
  streams: [readOfCoinflip(gameId), ...playerIds.map(readOfPlayer)],
});

/** Debts incurred while a stake was out are paid from what comes back. */
const payingDebts = <A extends JsonObject>(view: LogView, decision: Decision<A>): Decision<A> =>
  withDebtsPaid(decision, (playerId) => playerIn(view, playerId));

/** The holdings that a bet moves from a player into a game's escrow. */
function holdingsOf(bet: Bet, playerId: string, gameId: string): readonly HoldingRead[] {
  return assetsOf(bet).flatMap((asset) => [
    { account: playerAccount(playerId), asset },
    { account: coinflipEscrow(gameId), asset },
  ]);
}

/** The command that opens a coinflip. */
export function openCommand(
  origin: CommandOrigin,
  command: Omit<OpenCoinflipCommand, "stakes"> & { readonly bet: Bet; readonly itemsStaked: ItemsStaked },
): Submission<OpenedCoinflip> {
  const { playerId, gameId, bet } = command;
  return {
    ...origin,
    reads: () => ({
      streams: [readOfStakes, ...readsOf(gameId, playerId).streams, ...streamsOf(bet)],
      holdings: holdingsOf(bet, playerId, gameId),
    }),
    begins: readOfCoinflip(gameId),
    decide: (view) => {
      const bar = haltRefusal(view);
      if (bar !== null) return { refused: bar };
      const found = stakesIn(view, bet);
      if ("refused" in found) return found;
      return openCoinflip(
        { ...command, stakes: found.stakes },
        {
          player: playerIn(view, playerId),
          holding: (asset) => view.holding(playerAccount(playerId), asset),
          at: view.at,
          seeds: seedsOf(view),
          settings: settingsIn(view),
          itemsStaked: command.itemsStaked,
          refusalOfStaker,
        },
      );
    },
  };
}

/** The command that joins a coinflip. It must be written in time. */
export function joinCommand(
  origin: CommandOrigin,
  command: {
    readonly playerId: string;
    readonly gameId: string;
    /** The items staked against items; null if the game determines the stake. */
    readonly items: Bet | null;
    readonly itemsStaked: ItemsStaked;
  },
  beacon: Pick<Beacon, "chain" | "newestRound">,
): Submission<JoinedCoinflip> {
  const { playerId, gameId, items } = command;
  const bet: Bet = items ?? { stakes: [] };
  return {
    ...origin,
    writtenWithinMs: JOIN_WRITTEN_WITHIN_MS,
    reads: () => ({
      streams: [readOfStakes, ...readsOf(gameId, playerId).streams, ...streamsOf(bet)],
      holdings: holdingsOf(bet, playerId, gameId),
    }),
    decide: (view) => {
      const bar = haltRefusal(view);
      if (bar !== null) return { refused: bar };
      const coinflip = view.stream(readOfCoinflip(gameId));
      // The decision writes to the creator's stream, so it must be in memory.
      if (coinflip.status === "open") playerIn(view, coinflip.creator.playerId);
      const found = stakesIn(view, bet);
      if ("refused" in found) return found;
      return joinCoinflip(
        { playerId, gameId, items: items === null ? null : found.stakes },
        {
          coinflip,
          player: playerIn(view, playerId),
          playerOf: (id) => playerIn(view, id),
          holding: (asset) => view.holding(playerAccount(playerId), asset),
          at: view.at,
          chain: beacon.chain,
          newestRound: beacon.newestRound(),
          itemsStaked: command.itemsStaked,
          refusalOfStaker,
          valueNow: (stakes) => valueNowIn(view, copiesAtStake(stakes)),
        },
      );
    },
  };
}

/** The command by which a creator cancels a coinflip. */
export function cancelCommand(
  origin: CommandOrigin,
  command: { readonly gameId: string; readonly playerId: string },
): Submission<{ readonly id: string }> {
  return {
    ...origin,
    reads: () => readsOf(command.gameId, command.playerId),
    decide: (view) => {
      playerIn(view, command.playerId);
      const decision = cancelCoinflip(command, view.stream(readOfCoinflip(command.gameId)));
      return payingDebts(view, decision);
    },
  };
}

/** The command that settles a game by its beacon: carried out once, whichever process sends it. */
export function settleCommand(
  gameId: string,
  { beacon, chainHash, at }: Omit<SettleCoinflip, "gameId"> & { readonly at: number },
): Submission<SettledCoinflip> {
  return {
    ...systemOrigin(`settle_${gameId}`, at),
    reads: () => readsOf(gameId),
    decide: (view) => {
      const decision = settleCoinflip(
        { gameId, beacon, chainHash },
        {
          coinflip: view.stream(readOfCoinflip(gameId)),
          playerOf: (playerId) => playerIn(view, playerId),
          at: view.at,
          seeds: seedsOf(view),
          settings: settingsIn(view),
        },
      );
      return payingDebts(view, decision);
    },
  };
}

/** The command that voids a game whose beacon did not come: carried out once. */
export function voidCommand(gameId: string, at: number): Submission<{ readonly id: string }> {
  return {
    ...systemOrigin(`void_${gameId}`, at),
    reads: () => readsOf(gameId),
    decide: (view) => {
      const ground = { coinflip: view.stream(readOfCoinflip(gameId)), at: view.at, seeds: seedsOf(view) };
      return payingDebts(view, voidCoinflip(gameId, ground));
    },
  };
}

/** The command that expires a game nobody joined: carried out once. */
export function expireCommand(gameId: string, at: number): Submission<{ readonly id: string }> {
  return {
    ...systemOrigin(`expire_${gameId}`, at),
    reads: () => readsOf(gameId),
    decide: (view) => {
      const coinflip = view.stream(readOfCoinflip(gameId));
      if (coinflip.status === "open") playerIn(view, coinflip.creator.playerId);
      return payingDebts(view, expireCoinflip(gameId, { coinflip, at: view.at }));
    },
  };
}
