import { withDebtsPaid } from "#domain/features/deposits/debts.ts";
import type { RoundBet, RoundName } from "#domain/features/game-rounds/bet.ts";
import { type EndJackpot, settleJackpot, voidJackpot } from "#domain/features/jackpots/end.ts";
import { type EnteredJackpot, enterJackpot } from "#domain/features/jackpots/enter.ts";
import { jackpotTableStream } from "#domain/features/jackpots/events.ts";
import { jackpotTableStreamKind } from "#domain/features/jackpots/stream.ts";
import { type JackpotTable, stakesOfPlayers } from "#domain/features/jackpots/table.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { type CommandOrigin, systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { type Balances, roundBetCommand } from "#service/features/game-rounds/bet-command.ts";
import type { OutBeacon } from "#service/features/game-rounds/round-kind.ts";
import { openedLink } from "#service/features/game-tables/links.ts";
import { playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";

type TableName = Pick<RoundName, "gameId" | "currency">;
const readOfTable = (name: TableName) => ({ kind: jackpotTableStreamKind, name: jackpotTableStream(name) });
const tableIn = (view: LogView, name: TableName): JackpotTable => view.stream(readOfTable(name));

/** The command that enters a pot. @param isListed whether the settings name an admin */
export const enterCommand = (
  origin: CommandOrigin,
  command: RoundBet & { readonly isListed: boolean },
  beacon: Pick<Beacon, "chain" | "newestRound">,
): Submission<EnteredJackpot & Balances> =>
  roundBetCommand(origin, command, {
    beacon,
    streams: [readOfTable(command)],
    decide: (view, context) => enterJackpot(command, { ...context, table: tableIn(view, command) }),
  });

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
