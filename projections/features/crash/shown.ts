import type { Currency } from "#domain/accounts/account.ts";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { forceOf } from "#domain/features/crash/exposure.ts";
import type { CashOutCause, GameRound, RoundBet } from "#domain/features/game-rounds/contract.ts";
import { type DecidingBeacon, voidFrom } from "#domain/features/game-tables/deciding-beacon.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { ViewerAt } from "#domain/player/privacy.ts";
import { cursorAt, placeOf } from "../../kernel/cursor.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";

/** A round as its row has it. Columns of what has not happened are null. */
export interface CrashRow extends Row {
  readonly round_id: string;
  readonly game_id: string;
  readonly currency: Currency;
  readonly number: bigint;
  readonly version: bigint;
  readonly chain: bigint;
  readonly link: bigint;
  readonly commitment: string;
  readonly creator_id: string;
  readonly edge: bigint;
  readonly house_part: bigint;
  readonly cap: bigint;
  readonly opened_position: bigint;
  readonly opened_at: bigint;
  readonly beacon: string;
  readonly starts_at: bigint;
  readonly started_at: bigint | null;
  readonly ended_position: bigint | null;
  readonly ended_at: bigint | null;
  readonly ended_as: "settled" | "void" | null;
  readonly point: bigint | null;
}

interface BetRow extends PlayerColumns {
  readonly round_id: string;
  readonly seq: bigint;
  readonly bet_id: string;
  readonly player_id: string;
  readonly stake: bigint;
  readonly auto: bigint | null;
  readonly out_at: bigint | null;
  readonly payout: bigint | null;
  readonly cause: CashOutCause | null;
}

/** An open round, as far as bringing it on needs it. Milliseconds. */
export interface OpenCrash {
  readonly gameType: "crash";
  readonly gameId: string;
  readonly currency: Currency;
  readonly roundId: string;
  readonly dueAt: number;
  readonly chain: number;
  readonly link: number;
  readonly beacon: { readonly chainHash: string; readonly round: number };
  readonly voidAt: number;
  readonly isRunning: boolean;
}

const beaconOf = ({ beacon }: CrashRow): DecidingBeacon => JSON.parse(beacon) as DecidingBeacon;

function openCrashOf(row: CrashRow): OpenCrash {
  const beacon = beaconOf(row);
  return {
    gameType: "crash",
    gameId: row.game_id,
    currency: row.currency,
    roundId: row.round_id,
    dueAt: publishedAt(beacon.round, beacon.chain),
    chain: Number(row.chain),
    link: Number(row.link),
    beacon: { chainHash: beacon.chain.chainHash, round: beacon.round },
    voidAt: voidFrom(beacon),
    isRunning: row.started_at !== null,
  };
}

/** A round as everybody may see it, and what brings it on while it is open; null when there is none. */
export async function crashRound(models: ReadModels, roundId: string, viewer: ViewerAt) {
  const [row] = await models.ask<CrashRow>(
    (table) => `select * from ${table("crash_rounds")} where round_id = $1`,
    [roundId],
  );
  if (row === undefined) return null;
  const [round] = await shown(models, [row], viewer);
  return round === undefined ? null : { round, open: row.ended_as === null ? openCrashOf(row) : null };
}

/** Which round an id names, and where it begins; null when there is none. */
export async function crashRoundName(models: ReadModels, roundId: string) {
  const [row] = await models.ask<Pick<CrashRow, "game_id" | "currency" | "opened_position">>(
    (table) => `select game_id, currency, opened_position from ${table("crash_rounds")}
      where round_id = $1 and opened_position is not null`,
    [roundId],
  );
  if (row === undefined) return null;
  const { game_id: gameId, currency, opened_position } = row;
  return { roundId, gameId, currency, openedPosition: Number(opened_position) };
}

/** Whether a round's end is in the log. */
export async function hasCrashEnded(models: ReadModels, roundId: string): Promise<boolean> {
  const rows = await models.ask<Row>(
    (table) => `select 1 from ${table("crash_rounds")} where round_id = $1 and ended_as is not null`,
    [roundId],
  );
  return rows.length > 0;
}

/** The open round of a game in a currency; null when there is none. */
export async function currentCrash(
  models: ReadModels,
  { gameId, currency }: { readonly gameId: string; readonly currency: Currency },
  viewer: ViewerAt,
): Promise<GameRound | null> {
  const rows = await models.ask<CrashRow>(
    (table) => `select * from ${table("crash_rounds")}
      where game_id = $1 and currency = $2 and ended_as is null order by number desc limit 1`,
    [gameId, currency],
  );
  const [round = null] = await shown(models, rows, viewer);
  return round;
}

/** Rounds of a game that have ended, newest first. @throws BadCursorError */
export async function endedCrash(
  models: ReadModels,
  {
    gameId,
    limit = LIST_LIMIT_DEFAULT,
    next,
  }: { readonly gameId: string; readonly limit?: number | undefined; readonly next?: string | undefined },
  viewer: ViewerAt,
) {
  const rows = await models.ask<CrashRow>(
    (table) => `select * from ${table("crash_rounds")}
      where game_id = $1 and ended_position < $2::bigint order by ended_position desc limit $3::int`,
    [gameId, placeOf(next), limit + 1],
  );
  const items = await shown(models, rows.slice(0, limit), viewer);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items, next: last === undefined ? null : cursorAt(Number(last.ended_position)) };
}

/** Open rounds whose next step was due by an instant in milliseconds, the oldest first. */
export async function dueCrash(
  models: ReadModels,
  { by, limit }: { readonly by: number; readonly limit: number },
): Promise<OpenCrash[]> {
  const rows = await models.ask<CrashRow>(
    (table) => `select * from ${table("crash_rounds")}
      where ended_as is null and publish_at <= $1::bigint order by publish_at, round_id limit $2::int`,
    [Math.floor(by), limit],
  );
  return rows.map(openCrashOf);
}

/** Rounds with their bets, in their order. */
async function shown(models: ReadModels, rows: readonly CrashRow[], viewer: ViewerAt): Promise<GameRound[]> {
  if (rows.length === 0) return [];
  const all = await models.ask<BetRow>(
    (table) => `select b.*, ${PLAYER_COLUMNS}
      from ${table("crash_bets")} b ${withIdentity("i", "b.player_id")}
      where b.round_id = any($1::text[]) order by b.round_id, b.seq`,
    [arrayLiteral(rows.map((row) => row.round_id))],
  );
  return rows.map((row) =>
    roundOf(
      row,
      all.filter((bet) => bet.round_id === row.round_id),
      viewer,
    ),
  );
}

function roundOf(row: CrashRow, bets: readonly BetRow[], viewer: ViewerAt): GameRound {
  const { playerId, at } = viewer;
  const beacon = beaconOf(row);
  const own = bets.find((bet) => bet.player_id === playerId);
  return {
    id: row.round_id,
    number: Number(row.number),
    gameId: row.game_id,
    gameType: "crash",
    version: Number(row.version),
    currency: row.currency,
    status: statusOf(row, beacon, at),
    openedAt: instantOf(row.opened_at),
    closesAt: instantOf(beacon.closesAt),
    startsAt: instantOf(row.started_at ?? row.starts_at),
    endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
    beaconRound: beacon.round,
    commitment: row.commitment,
    pot: moneyOf(bets.reduce((sum, { stake }) => sum + stake, 0n)),
    cap: moneyOf(row.cap),
    force: row.ended_as === null ? multiplierText(BigInt(forceIn(row, bets))) : null,
    point: row.point === null ? null : multiplierText(row.point),
    ticket: null,
    winner: null,
    bets: bets.map((bet) => betOf(bet, row, viewer)),
    you:
      own === undefined
        ? null
        : { ...betOf(own, row, viewer), autoCashOut: own.auto === null ? null : multiplierText(own.auto) },
  };
}

/** Where everybody must leave, as of the bets that have left. */
const forceIn = (row: CrashRow, bets: readonly BetRow[]): number =>
  forceOf({
    cap: String(row.cap),
    terms: {
      creatorId: row.creator_id,
      edge: Number(row.edge),
      housePart: Number(row.house_part),
      version: Number(row.version),
      minBet: "0",
      maxBet: "0",
    },
    bets: bets.map(({ bet_id: betId, seq, player_id: playerId, stake, auto, out_at, payout, cause }) => ({
      betId,
      seq: Number(seq),
      playerId,
      stake: String(stake),
      auto: auto === null ? null : Number(auto),
      out:
        out_at === null || cause === null
          ? null
          : { at: Number(out_at), payout: String(payout ?? 0n), cause },
    })),
  });

function statusOf(row: CrashRow, beacon: DecidingBeacon, at: number): GameRound["status"] {
  if (row.ended_as !== null) return row.ended_as;
  if (row.started_at !== null && at >= Number(row.started_at)) return "running";
  return row.started_at === null && at < beacon.closesAt ? "betting" : "locked";
}

/** A bet as everybody may see it. Its target is its player's own until it has left. */
function betOf(bet: BetRow, row: CrashRow, viewer: ViewerAt): RoundBet {
  const lost = row.ended_as === "settled" ? 0n : null;
  const won = bet.payout ?? lost;
  return {
    id: bet.bet_id,
    seq: Number(bet.seq),
    player: playerOf(bet, viewer),
    betAmount: moneyOf(bet.stake),
    from: null,
    to: null,
    chance: null,
    multiplier: bet.out_at === null ? null : multiplierText(bet.out_at),
    winAmount: won === null ? null : moneyOf(won),
    cause: bet.cause,
  };
}

/** @param at hundredths */
const multiplierText = (at: bigint): string => formatMinor(at);
