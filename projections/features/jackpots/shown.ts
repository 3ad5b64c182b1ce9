import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import type { DecidingBeacon } from "#domain/features/game-tables/deciding-beacon.ts";
import { ALONE_MS } from "#domain/features/jackpots/rules.ts";
import { chanceOf } from "#domain/features/user-games/rules.ts";
import type { ViewerAt } from "#domain/player/privacy.ts";
import { arrayLiteral } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";
import { type RoundRow, storedRounds } from "../game-rounds/stored-rounds.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";

type RoundBet = GameRound["bets"][number];

/** A round as its row has it. Columns of what has not happened are null. */
interface JackpotRow extends RoundRow {
  readonly payout: bigint | null;
  readonly ticket: bigint | null;
  readonly winner_id: string | null;
  readonly winner_seq: bigint | null;
}

/** An entry as its row has it, with who made it. */
interface EntryRow extends PlayerColumns {
  readonly round_id: string;
  readonly seq: bigint;
  readonly bet_id: string;
  readonly stake: bigint;
  readonly ticket_from: bigint;
  readonly ticket_to: bigint;
}

/** Rounds of jackpots as they are shown, and as bringing them on needs them. */
export const jackpotRounds = storedRounds<"jackpot", JackpotRow, EntryRow>({
  gameType: "jackpot",
  table: "jackpot_rounds",
  aloneMs: ALONE_MS,
  isRunning: () => false,
  bets: (models, roundIds) =>
    models.ask<EntryRow>(
      (table) => `select e.round_id, e.seq, e.bet_id, e.player_id, e.stake, e.ticket_from, e.ticket_to,
          ${PLAYER_COLUMNS}
        from ${table("jackpot_entries")} e ${withIdentity("i", "e.player_id")}
        where e.round_id = any($1::text[]) order by e.round_id, e.seq`,
      [arrayLiteral(roundIds)],
    ),
  shown: (row, entries, { beacon, ...viewer }) => {
    const shown = { row, pot: sumOf(entries), viewer };
    const own = entries.filter((entry) => entry.player_id === viewer.playerId);
    return {
      status: statusOf(row, beacon, viewer.at),
      startsAt: null,
      pot: moneyOf(shown.pot),
      cap: null,
      force: null,
      point: null,
      ticket: row.ticket === null ? null : moneyOf(row.ticket),
      winner: winnerOf(entries, shown),
      bets: entries.map((entry) => betOf(entry, shown)),
      you: yoursOf(own, shown),
    };
  },
});

function statusOf(row: JackpotRow, beacon: DecidingBeacon | null, at: number): GameRound["status"] {
  if (row.ended_as !== null) return row.ended_as;
  if (beacon === null) return "waiting";
  return at < beacon.closesAt ? "betting" : "locked";
}

const sumOf = (entries: readonly EntryRow[]): bigint => entries.reduce((sum, { stake }) => sum + stake, 0n);

/** A round that is shown to a viewer. */
interface Shown {
  readonly row: JackpotRow;
  readonly pot: bigint;
  readonly viewer: ViewerAt;
}

/** Null while there is none, and where the winner is hidden from the viewer. */
function winnerOf(entries: readonly EntryRow[], { row, viewer }: Shown): string | null {
  const won = entries.find((entry) => entry.seq === row.winner_seq);
  return won === undefined ? null : playerOf(won, viewer).id;
}

function betOf(entry: EntryRow, { row, pot, viewer }: Shown): RoundBet {
  const won = row.winner_seq === null ? null : row.winner_seq === entry.seq;
  return {
    id: entry.bet_id,
    seq: Number(entry.seq),
    player: playerOf(entry, viewer),
    betAmount: moneyOf(entry.stake),
    from: moneyOf(entry.ticket_from),
    to: moneyOf(entry.ticket_to),
    chance: chanceOf(entry.stake, pot),
    multiplier: null,
    winAmount: won === null ? null : moneyOf(won ? row.payout : 0n),
    cause: null,
  };
}

/** All entries of a player as one: with their tickets where they are one range, and the chance of them together. */
function yoursOf(own: readonly EntryRow[], shown: Shown): GameRound["you"] {
  const { row, pot } = shown;
  const [first] = own;
  if (first === undefined) return null;
  const stake = sumOf(own);
  const bet = betOf(first, shown);
  const won = row.winner_id === null ? null : row.winner_id === first.player_id;
  const isOne = own.length === 1;
  return {
    ...bet,
    betAmount: moneyOf(stake),
    from: isOne ? bet.from : null,
    to: isOne ? bet.to : null,
    chance: chanceOf(stake, pot),
    winAmount: won === null ? null : moneyOf(won ? row.payout : 0n),
    autoCashOut: null,
  };
}
