import type { CashoutShown, ReviewCashout } from "#domain/features/cashouts/contract.ts";
import type { CashoutStatus, FailedCause } from "#domain/features/cashouts/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorBy, placeOf } from "../../kernel/cursor.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Turn, Window } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { type ReviewedRow, reviewFaces, reviewShown } from "../roles/reviews.ts";

/** A cash-out as the read model has it, with what is kept beside the log; amounts in cents. */
export interface CashoutRow extends Row {
  readonly cashout_id: string;
  readonly player_id: string;
  readonly amount: bigint;
  readonly fees: bigint;
  readonly payable_from: bigint;
  readonly requested_position: bigint;
  readonly requested_at: bigint;
  readonly status: CashoutStatus;
  readonly note: string | null;
  readonly begun_at: bigint | null;
  readonly reference: string | null;
  readonly cause: FailedCause | null;
  readonly ended_at: bigint | null;
  /** The address, sealed; null once it was erased. */
  readonly sealed: string | null;
  /** What the provider calls it before it ends. */
  readonly asked: string | null;
  readonly trouble: string | null;
}

/** Reads the address of a row. */
export type OpenAddress = (row: Pick<CashoutRow, "player_id" | "sealed">) => string;

const FROM = (table: TableNames): string => `from ${table("cashouts")} c
  left join cashout_targets t on t.cashout_id = c.cashout_id
  left join payouts p on p.payout_id = c.cashout_id`;
const COLUMNS = "c.*, t.address as sealed, p.reference as asked, p.trouble";

/** A player's cash-outs, newest first. */
export function cashoutsOf(
  models: ReadModels,
  playerId: string,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<readonly CashoutRow[]> {
  return models.ask<CashoutRow>(
    (table) => `select ${COLUMNS} ${FROM(table)} where c.player_id = $1 and requested_position < $2
      order by requested_position desc limit $3`,
    [playerId, before, limit],
  );
}

/** A cash-out by its id; null while the read model has none. */
export async function cashoutById(models: ReadModels, cashoutId: string): Promise<CashoutRow | null> {
  const [row] = await models.ask<CashoutRow>(
    (table) => `select ${COLUMNS} ${FROM(table)} where c.cashout_id = $1`,
    [cashoutId],
  );
  return row ?? null;
}

/** Cash-outs that wait to be paid, the oldest first. */
export const cashoutsToBegin = (
  models: ReadModels,
  { limit, except }: Turn,
): Promise<readonly CashoutRow[]> =>
  models.ask<CashoutRow>(
    (table) => `select ${COLUMNS} ${FROM(table)}
      where c.status = 'approved' and c.cashout_id <> all ($1::text[]) order by requested_position limit $2`,
    [arrayLiteral(except), limit],
  );

/** Cash-outs that are being paid, and that nobody looks after: their process ended in between. */
export const cashoutsUnattended = (models: ReadModels, limit: number): Promise<readonly CashoutRow[]> =>
  models.ask<CashoutRow>(
    (table) => `select ${COLUMNS} ${FROM(table)} where c.status = 'processing' and p.payout_id is null
      order by requested_position limit $1`,
    [limit],
  );

/** A cash-out as its player sees it. */
export function cashoutOf(row: CashoutRow, open: OpenAddress): CashoutShown {
  return {
    id: row.cashout_id,
    position: Number(row.requested_position),
    userId: row.player_id,
    amount: moneyOf(row.amount),
    currency: "usd",
    fees: moneyOf(row.fees),
    netAmount: moneyOf(row.amount - row.fees),
    status: row.status,
    paypalEmail: open(row),
    paypalOrderId: row.reference ?? row.asked,
    adminNotes: row.note,
    failedCause: row.cause,
    payableFrom: instantOf(row.payable_from),
    createdAt: instantOf(row.requested_at),
    processedAt: row.ended_at === null ? null : instantOf(row.ended_at),
  };
}

interface ReviewRow extends CashoutRow, ReviewedRow {
  readonly status: CashoutStatus;
  readonly player_id: string;
}

/**
 * Cash-outs as reviewers see them: those that wait the oldest first, all others the newest first.
 * @param now milliseconds, by which claims are over or not
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function cashoutsForReview(
  models: ReadModels,
  { now, open }: { readonly now: number; readonly open: OpenAddress },
  { status, limit = LIST_LIMIT_DEFAULT, next }: PageQuery & { readonly status?: CashoutStatus | undefined },
): Promise<Page<ReviewCashout>> {
  const isQueue = status === "pending";
  const place = next === undefined && isQueue ? 0 : placeOf(next);
  const rows = await models.ask<ReviewRow>(
    (table) => `select ${COLUMNS}, ${reviewFaces("c")} ${FROM(table)}
      where ($3::text is null or status = $3) and requested_position ${isQueue ? ">" : "<"} $1
      order by requested_position ${isQueue ? "asc" : "desc"} limit $2`,
    [place, limit + 1, status ?? null],
  );
  return pageOf(rows, limit, {
    item: (row) => reviewOf(row, { now, open }),
    cursor: cursorBy("requested_position"),
  });
}

const reviewOf = (
  row: ReviewRow,
  { now, open }: { readonly now: number; readonly open: OpenAddress },
): ReviewCashout => ({ ...cashoutOf(row, open), ...reviewShown(row, now), trouble: row.trouble });
