import type { Currency } from "#domain/accounts/account.ts";
import { publishedAt } from "#domain/fairness/beacon.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { type DecidingBeacon, voidFrom } from "#domain/features/game-tables/deciding-beacon.ts";
import { ALONE_MS } from "#domain/features/jackpots/rules.ts";
import { percentText } from "#domain/features/user-games/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { BASIS_POINTS } from "#domain/kernel/money.ts";
import type { ViewerAt } from "#domain/player/privacy.ts";
import { cursorAt, placeOf } from "../../kernel/cursor.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";

type RoundBet = GameRound["bets"][number];

/** A round as its row has it. Columns of what has not happened are null. */
export interface JackpotRow extends Row {
  readonly round_id: string;
  readonly game_id: string;
  readonly currency: Currency;
  readonly number: bigint;
  readonly version: bigint;
  readonly chain: bigint;
  readonly link: bigint;
  readonly commitment: string;
  readonly edge: bigint;
  readonly opened_position: bigint;
  readonly opened_at: bigint;
  readonly countdown_position: bigint | null;
  readonly beacon: string | null;
  readonly publish_at: bigint | null;
  readonly ended_position: bigint | null;
  readonly ended_at: bigint | null;
  readonly ended_as: "settled" | "void" | null;
  readonly payout: bigint | null;
  readonly ticket: bigint | null;
  readonly winner_id: string | null;
  readonly winner_seq: bigint | null;
  readonly seed: string | null;
  readonly signature: string | null;
  readonly digest: string | null;
}

/** An entry as its row has it, with who made it. */
export interface EntryRow extends PlayerColumns {
  readonly round_id: string;
  readonly seq: bigint;
  readonly position: bigint;
  readonly bet_id: string;
  readonly client_seed: string;
  readonly stake: bigint;
  readonly ticket_from: bigint;
  readonly ticket_to: bigint;
}

/** An open round, as far as bringing it on needs it. Milliseconds. */
export interface OpenJackpot {
  readonly gameType: "jackpot";
  readonly gameId: string;
  readonly currency: Currency;
  readonly roundId: string;
  readonly dueAt: number;
  readonly chain: number;
  readonly link: number;
  readonly beacon: { readonly chainHash: string; readonly round: number } | null;
  readonly voidAt: number;
  readonly isRunning: false;
}

/** The beacon of a round as its countdown fixed it; null before. */
export const beaconOfRow = ({ beacon }: Pick<JackpotRow, "beacon">): DecidingBeacon | null =>
  beacon === null ? null : (JSON.parse(beacon) as DecidingBeacon);

function openJackpotOf(row: JackpotRow): OpenJackpot {
  const beacon = beaconOfRow(row);
  const aloneUntil = Number(row.opened_at) + ALONE_MS;
  return {
    gameType: "jackpot",
    gameId: row.game_id,
    currency: row.currency,
    roundId: row.round_id,
    dueAt: beacon === null ? aloneUntil : publishedAt(beacon.round, beacon.chain),
    chain: Number(row.chain),
    link: Number(row.link),
    beacon: beacon === null ? null : { chainHash: beacon.chain.chainHash, round: beacon.round },
    voidAt: beacon === null ? aloneUntil : voidFrom(beacon),
    isRunning: false,
  };
}

/** The entries of rounds, in their order. */
export const entriesOf = (models: ReadModels, roundIds: readonly string[]): Promise<readonly EntryRow[]> =>
  models.ask<EntryRow>(
    (
      table,
    ) => `select e.round_id, e.seq, e.position, e.bet_id, e.player_id, e.client_seed, e.stake, e.ticket_from,
        e.ticket_to, ${PLAYER_COLUMNS}
      from ${table("jackpot_entries")} e ${withIdentity("i", "e.player_id")}
      where e.round_id = any($1::text[]) order by e.round_id, e.seq`,
    [arrayLiteral(roundIds)],
  );

/** A round by its id; null when there is none. */
export async function jackpotRow(models: ReadModels, roundId: string): Promise<JackpotRow | null> {
  const [row = null] = await models.ask<JackpotRow>(
    (table) => `select * from ${table("jackpot_rounds")} where round_id = $1 and opened_position is not null`,
    [roundId],
  );
  return row;
}

/** A round as everybody may see it, and what brings it on while it is open. */
export async function jackpotRound(models: ReadModels, roundId: string, viewer: ViewerAt) {
  const row = await jackpotRow(models, roundId);
  if (row === null) return null;
  const [round] = await shown(models, [row], viewer);
  return round === undefined ? null : { round, open: row.ended_as === null ? openJackpotOf(row) : null };
}

/** The open round of a jackpot in a currency; null when there is none. */
export async function currentJackpot(
  models: ReadModels,
  { gameId, currency }: { readonly gameId: string; readonly currency: Currency },
  viewer: ViewerAt,
): Promise<GameRound | null> {
  const rows = await models.ask<JackpotRow>(
    (table) => `select * from ${table("jackpot_rounds")}
      where game_id = $1 and currency = $2 and ended_as is null order by number desc limit 1`,
    [gameId, currency],
  );
  const [round = null] = await shown(models, rows, viewer);
  return round;
}

/** Rounds of a game that have ended, newest first. @throws BadCursorError */
export async function endedJackpots(
  models: ReadModels,
  {
    gameId,
    limit = LIST_LIMIT_DEFAULT,
    next,
  }: { readonly gameId: string; readonly limit?: number | undefined; readonly next?: string | undefined },
  viewer: ViewerAt,
) {
  const rows = await models.ask<JackpotRow>(
    (table) => `select * from ${table("jackpot_rounds")}
      where game_id = $1 and ended_position < $2::bigint order by ended_position desc limit $3::int`,
    [gameId, placeOf(next), limit + 1],
  );
  const items = await shown(models, rows.slice(0, limit), viewer);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items, next: last === undefined ? null : cursorAt(Number(last.ended_position)) };
}

/** Open rounds whose next step was due by an instant in milliseconds, the oldest first. */
export async function dueJackpots(
  models: ReadModels,
  { by, limit }: { readonly by: number; readonly limit: number },
): Promise<OpenJackpot[]> {
  const rows = await models.ask<JackpotRow>(
    (table) => `select * from ${table("jackpot_rounds")}
      where ended_as is null and coalesce(publish_at, opened_at + ${ALONE_MS}) <= $1::bigint
      order by coalesce(publish_at, opened_at + ${ALONE_MS}), round_id limit $2::int`,
    [Math.floor(by), limit],
  );
  return rows.map(openJackpotOf);
}

/** Rounds with their entries, in their order. */
async function shown(
  models: ReadModels,
  rows: readonly JackpotRow[],
  viewer: ViewerAt,
): Promise<GameRound[]> {
  if (rows.length === 0) return [];
  const all = await entriesOf(
    models,
    rows.map((row) => row.round_id),
  );
  return rows.map((row) =>
    roundOf(
      row,
      all.filter((entry) => entry.round_id === row.round_id),
      viewer,
    ),
  );
}

function roundOf(row: JackpotRow, entries: readonly EntryRow[], viewer: ViewerAt): GameRound {
  const { playerId, at } = viewer;
  const beacon = beaconOfRow(row);
  const shown = { row, pot: sumOf(entries), viewer };
  const own = entries.filter((entry) => entry.player_id === playerId);
  return {
    id: row.round_id,
    number: Number(row.number),
    gameId: row.game_id,
    gameType: "jackpot",
    version: Number(row.version),
    currency: row.currency,
    status: statusOf(row, beacon, at),
    openedAt: instantOf(row.opened_at),
    closesAt: beacon === null ? null : instantOf(beacon.closesAt),
    startsAt: null,
    endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
    beaconRound: beacon?.round ?? null,
    commitment: row.commitment,
    pot: moneyOf(shown.pot),
    cap: null,
    force: null,
    point: null,
    ticket: row.ticket === null ? null : moneyOf(row.ticket),
    winner: winnerOf(entries, shown),
    bets: entries.map((entry) => betOf(entry, shown)),
    you: yoursOf(own, shown),
  };
}

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

/** A part of a pot in percent, rounded down. */
const chanceOf = (stake: bigint, pot: bigint): string => percentText(Number((stake * BASIS_POINTS) / pot));
