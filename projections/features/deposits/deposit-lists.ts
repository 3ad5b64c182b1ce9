import type { Deposit, ReviewDeposit } from "#domain/features/deposits/contract.ts";
import { type DepositType, TYPICAL_OF } from "#domain/features/deposits/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorBy, placeOf } from "../../kernel/cursor.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { pictureAddress } from "../limiteds/limiteds.ts";
import { faceReader, facesSql } from "../players/faces.ts";

interface DepositRow extends Row {
  readonly deposit_id: string;
  readonly player_id: string;
  readonly wanted_type: DepositType;
  readonly amount: bigint | null;
  readonly asset_id: bigint | null;
  readonly item_id: bigint | null;
  readonly quantity: number;
  readonly requested_position: bigint;
  readonly requested_at: bigint;
  readonly closed_as: "completed" | "rejected" | "cancelled" | null;
  readonly closed_at: bigint | null;
  readonly reversed_at: bigint | null;
  readonly note: string | null;
  readonly owed: bigint | null;
  readonly settled: bigint;
  readonly updated_at: bigint;
  readonly trade_url: string | null;
  readonly item_name: string | null;
  readonly item_value: bigint | null;
  readonly queue_position: bigint | null;
  readonly typical_wait: bigint | null;
}

/** Minimum reviews for a typical wait. */
const TYPICAL_FROM = 3;

const COLUMNS = `d.*, t.trade_url, l.name as item_name, v.value as item_value, q.place as queue_position,
  case when d.closed_as is null then w.typical_wait end as typical_wait`;

/** Which deposits are asked for: a condition on `d` with what orders and bounds it. */
interface Which {
  readonly where: string;
  readonly order: "asc" | "desc";
  readonly limit: string;
  readonly columns?: string;
}

/**
 * One page of deposits with what is shown beside them. Places in the queue are counted once for all of the page, up to
 * the last of its deposits that waits, however many of them do.
 */
const PAGE = (table: TableNames, { where, order, limit, columns = COLUMNS }: Which): string => `
  with page as materialized (
    select * from ${table("deposits")} d where ${where} order by requested_position ${order} limit ${limit}
  ), queue as materialized (
    select deposit_id, row_number() over (order by requested_position) as place from ${table("deposits")}
    where closed_as is null
      and requested_position <= (select max(requested_position) from page where closed_as is null)
  )
  select ${columns} from page d
  left join queue q on q.deposit_id = d.deposit_id
  left join deposit_trades t on t.deposit_id = d.deposit_id
  left join ${table("limiteds")} l on l.asset_id = d.asset_id
  left join ${table("limited_values")} v on v.asset_id = d.asset_id
  cross join (
    select case when count(*) >= ${TYPICAL_FROM}
      then percentile_disc(0.5) within group (order by closed_at - requested_at) end as typical_wait
    from (select closed_at, requested_at from ${table("deposits")}
      where closed_at is not null order by closed_at desc limit ${TYPICAL_OF}) reviewed
  ) w
  order by d.requested_position ${order}`;

/** A player's deposits, newest first. */
export async function depositsOf(
  models: ReadModels,
  playerId: string,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<Deposit[]> {
  const rows = await models.ask<DepositRow>(
    (table) =>
      PAGE(table, { where: "player_id = $1 and requested_position < $2", order: "desc", limit: "$3" }),
    [playerId, before, limit],
  );
  return rows.map(depositOf);
}

/** One deposit of a player's; null when the read model has none of that id. */
export async function depositById(
  models: ReadModels,
  playerId: string,
  depositId: string,
): Promise<Deposit | null> {
  const [row] = await models.ask<DepositRow>(
    (table) => PAGE(table, { where: "deposit_id = $1 and player_id = $2", order: "desc", limit: "1" }),
    [depositId, playerId],
  );
  return row === undefined ? null : depositOf(row);
}

const MILLISECONDS = 1_000;

/** The newest note; empty clears it. */
const noteOf = ({ note }: DepositRow): string | null => (note === "" ? null : note);

function depositOf(row: DepositRow): Deposit {
  const { item_name: name, item_value: value, asset_id: assetId } = row;
  const isReversed = row.reversed_at !== null;
  const isCredited = row.closed_as === "completed" && row.closed_at !== null;
  return {
    id: row.deposit_id,
    position: Number(row.requested_position),
    userId: row.player_id,
    type: row.wanted_type,
    itemId: row.item_id === null ? null : Number(row.item_id),
    amount: row.amount === null ? null : moneyOf(row.amount),
    quantity: row.quantity,
    tradeUrl: row.trade_url,
    status: isReversed ? "reversed" : (row.closed_as ?? "pending"),
    depositType: "trade",
    gameId: null,
    availableAt: isCredited ? instantOf(row.closed_at) : null,
    // A first approval's note is for the second admin.
    adminNotes: row.closed_as === null ? null : noteOf(row),
    createdAt: instantOf(row.requested_at),
    updatedAt: instantOf(row.updated_at),
    limited:
      assetId === null || name === null || value === null
        ? null
        : { name, imageUrl: pictureAddress(Number(assetId)), estimatedValue: moneyOf(value) },
    queuePosition: row.queue_position === null ? null : Number(row.queue_position),
    typicalWaitSeconds:
      row.typical_wait === null ? null : Math.round(Number(row.typical_wait) / MILLISECONDS),
    owed: isReversed && row.owed !== null ? moneyOf(row.owed - row.settled) : null,
  };
}

interface ReviewRow extends DepositRow {
  readonly claimed_by: string | null;
  readonly claimed_until: bigint | null;
  readonly first_by: string | null;
  readonly closed_by: string | null;
  readonly reversed_by: string | null;
  readonly copies: string | null;
  readonly faces: string;
}

const FACES = `${facesSql(["d.player_id", "d.claimed_by", "d.first_by", "d.closed_by", "d.reversed_by"])} as faces`;

const STATES: { readonly [S in Deposit["status"]]: string } = {
  pending: "d.closed_as is null",
  completed: "d.closed_as = 'completed' and d.reversed_at is null",
  rejected: "d.closed_as = 'rejected'",
  cancelled: "d.closed_as = 'cancelled'",
  reversed: "d.reversed_at is not null",
};

/**
 * Deposits as reviewers see them: those that wait the oldest first, all others the newest first.
 * @param now milliseconds, by which claims are over or not
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function depositsForReview(
  models: ReadModels,
  now: number,
  {
    status,
    isApprovedOnce = false,
    limit = LIST_LIMIT_DEFAULT,
    next,
  }: PageQuery & {
    readonly status?: Deposit["status"] | undefined;
    /** Only those that wait for the second approval of two. */
    readonly isApprovedOnce?: boolean;
  },
): Promise<Page<ReviewDeposit>> {
  const isQueue = isApprovedOnce || status === "pending";
  const second = isApprovedOnce ? "and d.closed_as is null and d.first_by is not null" : "";
  const place = next === undefined && isQueue ? 0 : placeOf(next);
  const rows = await models.ask<ReviewRow>(
    (table) =>
      PAGE(table, {
        where: `${status === undefined ? "true" : STATES[status]} ${second}
          and requested_position ${isQueue ? ">" : "<"} $1`,
        order: isQueue ? "asc" : "desc",
        limit: "$2",
        columns: `${COLUMNS}, ${FACES}`,
      }),
    [place, limit + 1],
  );
  return pageOf(rows, limit, { item: (row) => reviewOf(row, now), cursor: cursorBy("requested_position") });
}

function reviewOf(row: ReviewRow, now: number): ReviewDeposit {
  const face = faceReader(row.faces);
  const faceOr = (id: string | null) => (id === null ? null : face(id));
  const { claimed_by: by, claimed_until: until } = row;
  const isClaimed = row.closed_as === null && by !== null && by !== "" && Number(until) > now;
  const firstBy = row.first_by === "" ? null : row.first_by;
  const isApproved = row.closed_as === "completed" ? 1 : 0;
  return {
    ...depositOf(row),
    adminNotes: noteOf(row),
    player: face(row.player_id),
    claim: isClaimed ? { by: face(by), until: instantOf(until) } : null,
    approvals: isApproved + (firstBy === null ? 0 : 1),
    firstApprovedBy: faceOr(firstBy),
    secondBar: null,
    reviewedBy: faceOr(row.closed_by),
    reversedBy: faceOr(row.reversed_by),
    instances: (JSON.parse(row.copies ?? "[]") as string[]).map((copy) =>
      copy.slice(copy.lastIndexOf(":") + 1),
    ),
  };
}
