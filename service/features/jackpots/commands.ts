import { playerAccount } from "#domain/accounts/account.ts";
import { withDebtsPaid } from "#domain/features/deposits/debts.ts";
import type { RoundBet, RoundName } from "#domain/features/game-rounds/bet.ts";
import { type EndJackpot, settleJackpot, voidJackpot } from "#domain/features/jackpots/end.ts";
import { type EnteredJackpot, enterJackpot } from "#domain/features/jackpots/enter.ts";
import { jackpotTableStream } from "#domain/features/jackpots/events.ts";
import { jackpotTableStreamKind } from "#domain/features/jackpots/stream.ts";
import { type JackpotTable, stakesOfPlayers } from "#domain/features/jackpots/table.ts";
import { refusalOfStaker } from "#domain/features/registry.ts";
import { readOfUserGame } from "#domain/features/user-games/stream.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { type CommandOrigin, systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { type OutBeacon, WRITTEN_WITHIN_MS } from "#service/features/game-rounds/round-kind.ts";
import { openedLink } from "#service/features/game-tables/links.ts";
import { haltRefusal, readOfStakes } from "#service/features/halts/stakes.ts";
import { balancesIn, readsOfBalances } from "#service/features/players/balances.ts";
import { playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import { gameWithCreator } from "#service/features/user-games/commands.ts";

type TableName = Pick<RoundName, "gameId" | "currency">;
const readOfTable = (name: TableName) => ({ kind: jackpotTableStreamKind, name: jackpotTableStream(name) });
const tableIn = (view: LogView, name: TableName): JackpotTable => view.stream(readOfTable(name));

/** An entry, with its player's balances after it. */
export type EnteredAnswer = EnteredJackpot & { readonly rbxBalance: string; readonly tixBalance: string };

/** The command that enters a pot. @param isListed whether the settings name an admin */
export function enterCommand(
  origin: CommandOrigin,
  { isListed, ...command }: RoundBet & { readonly isListed: boolean },
  beacon: Pick<Beacon, "chain" | "newestRound">,
): Submission<EnteredAnswer> {
  const { playerId, gameId, currency, stake } = command;
  const account = playerAccount(playerId);
  return {
    ...origin,
    writtenWithinMs: WRITTEN_WITHIN_MS,
    reads: () => ({
      streams: [
        readOfStakes,
        readOfSettings,
        readOfUserGame(gameId),
        readOfTable(command),
        readOfPlayer(playerId),
      ],
      holdings: readsOfBalances(account),
    }),
    decide: (view) => {
      const bar = haltRefusal(view);
      if (bar !== null) return { refused: bar };
      const held = balancesIn(view, account);
      const decision = enterJackpot(command, {
        actor: { player: playerIn(view, playerId), isListed },
        ...gameWithCreator(view, gameId),
        table: tableIn(view, command),
        balance: held[currency],
        at: view.at,
        beacon: { chain: beacon.chain, newestRound: beacon.newestRound() },
        settings: settingsIn(view),
        refusalOfStaker,
      });
      if ("refused" in decision) return decision;
      const left = { ...held, [currency]: held[currency] - stake };
      const balances = { rbxBalance: formatMinor(left.RBX), tixBalance: formatMinor(left.TIX) };
      return { ...decision, answer: { ...decision.answer, ...balances } };
    },
  };
}

/** The command that draws a pot by its beacon: carried out once, whichever process sends it. */
export function settleCommand(
  name: RoundName,
  { beacon, chainHash, at }: OutBeacon,
): Submission<{ readonly roundId: string; readonly winnerId: string }> {
  return {
    ...systemOrigin(`settle_${name.roundId}`, at),
    reads: () => ({ streams: [readOfSettings, readOfTable(name)] }),
    decide: (view) =>
      ending(view, name, (end, table) =>
        settleJackpot(
          { ...end, beacon, chainHash },
          {
            table,
            at: view.at,
            playerOf: (playerId) => playerIn(view, playerId),
            settings: settingsIn(view),
          },
        ),
      ),
  };
}

/** The command that voids a pot that cannot be drawn: carried out once. */
export function voidCommand(name: RoundName, at: number): Submission<{ readonly roundId: string }> {
  return {
    ...systemOrigin(`void_${name.roundId}`, at),
    reads: () => ({ streams: [readOfTable(name)] }),
    decide: (view) => ending(view, name, (end, table) => voidJackpot(end, { table, at: view.at })),
  };
}

/** Decides the end of a round with its chain link. The winner's debts are paid first. */
function ending<A extends JsonObject>(
  view: LogView,
  { gameId, currency, roundId }: RoundName,
  decide: (end: EndJackpot, table: JackpotTable) => Decision<A>,
): Decision<A> {
  const table = tableIn(view, { gameId, currency });
  const isOpen = table.round?.roundId === roundId;
  if (isOpen) view.needs({ streams: [...stakesOfPlayers(table.round).keys()].map(readOfPlayer) });
  // Only the open round's link is ever opened.
  const seed = isOpen ? openedLink(view, table.chain, table.round.taken) : "";
  const decision = decide({ gameId, currency, roundId, seed }, table);
  return withDebtsPaid(decision, (playerId) => playerIn(view, playerId));
}
