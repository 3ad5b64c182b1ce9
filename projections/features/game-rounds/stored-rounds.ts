import type { Currency } from "#domain/accounts/account.ts";
import { publishedAt } from "#domain/fairness/beacon.ts";
import type { RoundName } from "#domain/features/game-rounds/bet.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { type DecidingBeacon, voidFrom } from "#domain/features/game-tables/deciding-beacon.ts";
import type { GameType } from "#domain/features/game-tables/table.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import type { ViewerAt } from "#domain/player/privacy.ts";
import { cursorAt, placeOf } from "../../kernel/cursor.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";

/** What games are played in rounds. */
export type RoundGameType = Exclude<GameType, "coinflip">;

/** An open round, as the worker needs it. */
export interface OpenRound extends RoundName {
  readonly gameType: RoundGameType;
  /** When its next step is to be taken, in milliseconds. */
  readonly dueAt: number;
  /** The link that it took. */
  readonly link: number;
  readonly chain: number;
  /** The beacon round that decides it; null while that is not fixed. */
  readonly beacon: { readonly chainHash: string; readonly round: number } | null;
  /** From when on it is void without its beacon, or without a beacon fixed, in milliseconds. */
  readonly voidAt: number;
  /** Whether it has started, and its game takes it further. */
  readonly isRunning: boolean;
}

/** A round with its worker's data, which is null once it has ended. */
export interface FoundRound {
  readonly round: GameRound;
  readonly open: OpenRound | null;
}

/** Columns that rounds of every game have. Those of what has not happened are null. */
export interface RoundRow extends Row {
  readonly round_id: string;
  readonly game_id: string;
  readonly currency: Currency;
  readonly number: bigint;
  readonly version: bigint;
  readonly chain: bigint;
  readonly link: bigint;
  readonly commitment: string;
  readonly opened_position: bigint;
  readonly opened_at: bigint;
  readonly beacon: string | null;
  readonly ended_position: bigint | null;
  readonly ended_at: bigint | null;
  readonly ended_as: "settled" | "void" | null;
}

interface BetRow extends Row {
  readonly round_id: string;
}

/** A game's own fields in a round. */
type OfGame =
  | ("status" | "startsAt" | "pot" | "cap" | "force")
  | ("point" | "ticket" | "winner" | "bets" | "you");

/** The next steps of an open round. */
interface OpenRounds<R extends RoundRow> {
  readonly gameType: RoundGameType;
  /** How long a round without a beacon waits for one, in milliseconds. */
  readonly aloneMs: number;
  isRunning(row: R): boolean;
}

/** How a game keeps its rounds, and what it shows of them. */
interface StoredRounds<G extends RoundGameType, R extends RoundRow, B extends BetRow> extends OpenRounds<R> {
  readonly gameType: G;
  readonly table: string;
  /** The bets of rounds, in their order. */
  bets(models: ReadModels, roundIds: readonly string[]): Promise<readonly B[]>;
  shown(
    row: R,
    bets: readonly B[],
    to: ViewerAt & { readonly beacon: DecidingBeacon | null },
  ): Pick<GameRound, OfGame>;
}

const beaconOf = ({ beacon }: RoundRow): DecidingBeacon | null =>
  beacon === null ? null : (JSON.parse(beacon) as DecidingBeacon);

function openOf<R extends RoundRow>(row: R, { gameType, aloneMs, isRunning }: OpenRounds<R>): OpenRound {
  const beacon = beaconOf(row);
  const aloneUntil = Number(row.opened_at) + aloneMs;
  return {
    gameType,
    gameId: row.game_id,
    currency: row.currency,
    roundId: row.round_id,
    dueAt: beacon === null ? aloneUntil : publishedAt(beacon.round, beacon.chain),
    chain: Number(row.chain),
    link: Number(row.link),
    beacon: beacon === null ? null : { chainHash: beacon.chain.chainHash, round: beacon.round },
    voidAt: beacon === null ? aloneUntil : voidFrom(beacon),
    isRunning: isRunning(row),
  };
}

/** What a round of any game shows. */
const roundOf = (row: RoundRow, gameType: RoundGameType) => {
  const beacon = beaconOf(row);
  return {
    id: row.round_id,
    number: Number(row.number),
    gameId: row.game_id,
    gameType,
    version: Number(row.version),
    currency: row.currency,
    openedAt: instantOf(row.opened_at),
    closesAt: beacon === null ? null : instantOf(beacon.closesAt),
    endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
    beaconRound: beacon?.round ?? null,
    commitment: row.commitment,
  };
};

/** What the queries on one game's rounds share. */
function roundTable<G extends RoundGameType, R extends RoundRow, B extends BetRow>(
  stored: StoredRounds<G, R, B>,
) {
  /** Rounds of the table, as SQL says which. */
  const rowsWhere = (models: ReadModels, which: string, values: readonly (string | number)[]) =>
    models.ask<R>((table) => `select * from ${table(stored.table)} where ${which}`, values);

  const rowOf = async (models: ReadModels, roundId: string): Promise<R | null> =>
    (await rowsWhere(models, "round_id = $1 and opened_position is not null", [roundId]))[0] ?? null;

  /** Rounds with their bets, in their order. */
  async function shown(models: ReadModels, rows: readonly R[], viewer: ViewerAt): Promise<GameRound[]> {
    if (rows.length === 0) return [];
    const ids = rows.map((row) => row.round_id);
    const bets = await stored.bets(models, ids);
    return rows.map((row) => {
      const ofRound = bets.filter((bet) => bet.round_id === row.round_id);
      return {
        ...roundOf(row, stored.gameType),
        ...stored.shown(row, ofRound, { ...viewer, beacon: beaconOf(row) }),
      };
    });
  }

  return { rowsWhere, rowOf, shown };
}

/** Queries on rounds that are the same for every game. */
export function storedRounds<G extends RoundGameType, R extends RoundRow, B extends BetRow>(
  stored: StoredRounds<G, R, B>,
) {
  const { gameType, aloneMs } = stored;
  const dueAt = `coalesce(publish_at, opened_at + ${aloneMs})`;
  const { rowsWhere, rowOf, shown } = roundTable(stored);

  return {
    gameType,

    /** Which round an id names, where it begins, and whether its end is in the log; null when there is none. */
    async find(models: ReadModels, roundId: string) {
      const row = await rowOf(models, roundId);
      if (row === null) return null;
      const { game_id: gameId, currency, opened_position, ended_as } = row;
      const openedPosition = Number(opened_position);
      return { gameType, roundId, gameId, currency, openedPosition, hasEnded: ended_as !== null };
    },

    /** A round as everyone may see it, with its worker's data while it is open; null when there is none. */
    async round(models: ReadModels, roundId: string, viewer: ViewerAt): Promise<FoundRound | null> {
      const row = await rowOf(models, roundId);
      if (row === null) return null;
      const [round] = await shown(models, [row], viewer);
      return round === undefined ? null : { round, open: row.ended_as === null ? openOf(row, stored) : null };
    },

    /** The open round of a game in a currency; null when there is none. */
    async current(
      models: ReadModels,
      { gameId, currency }: { readonly gameId: string; readonly currency: Currency },
      viewer: ViewerAt,
    ): Promise<GameRound | null> {
      const which = "game_id = $1 and currency = $2 and ended_as is null order by number desc limit 1";
      const rows = await rowsWhere(models, which, [gameId, currency]);
      const [round = null] = await shown(models, rows, viewer);
      return round;
    },

    /** Rounds of a game that have ended, newest first. @throws BadCursorError */
    async ended(
      models: ReadModels,
      { gameId, limit = LIST_LIMIT_DEFAULT, next }: PageQuery & { readonly gameId: string },
      viewer: ViewerAt,
    ): Promise<Page<GameRound>> {
      const which = "game_id = $1 and ended_position < $2::bigint order by ended_position desc limit $3::int";
      const rows = await rowsWhere(models, which, [gameId, placeOf(next), limit + 1]);
      const cursor = (row: R): string => cursorAt(Number(row.ended_position));
      const page = pageOf(rows, limit, { item: (row) => row, cursor });
      return { items: await shown(models, page.items, viewer), next: page.next };
    },

    /** Open rounds whose next step was due by an instant in milliseconds, without some, oldest first. */
    async due(
      models: ReadModels,
      {
        by,
        limit,
        except,
      }: { readonly by: number; readonly limit: number; readonly except: readonly string[] },
    ): Promise<OpenRound[]> {
      const which = `ended_as is null and ${dueAt} <= $1::bigint and round_id <> all($3::text[])
        order by ${dueAt}, round_id limit $2::int`;
      const rows = await rowsWhere(models, which, [Math.floor(by), limit, arrayLiteral(except)]);
      return rows.map((row) => openOf(row, stored));
    },
  };
}

/** The queries on the rounds of one game. */
export type RoundReads = ReturnType<typeof storedRounds>;
