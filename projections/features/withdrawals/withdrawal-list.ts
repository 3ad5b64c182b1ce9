import type { Copy } from "#domain/accounts/item.ts";
import type { ReviewWithdrawal, WithdrawalShown } from "#domain/features/withdrawals/contract.ts";
import type { Proof, WithdrawalStatus } from "#domain/features/withdrawals/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { tradeUrlAt } from "#domain/platform/trade-url.ts";
import { cursorBy, placeOf } from "../../kernel/cursor.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { LIMITED_COLUMNS, type LimitedRow, limitedOf } from "../limiteds/limiteds.ts";
import { faceReader } from "../players/faces.ts";
import { type ReviewedRow, reviewFaces, reviewShown } from "../roles/reviews.ts";

interface WithdrawalRow extends LimitedRow {
  readonly withdrawal_id: string;
  readonly player_id: string;
  readonly copy: Copy;
  readonly deposit_id: string;
  readonly requested_position: bigint;
  readonly requested_at: bigint;
  readonly status: WithdrawalStatus;
  readonly serial: number | null;
  readonly sent_at: bigint | null;
  readonly proof: Proof | null;
  readonly note: string | null;
  readonly ended_at: bigint | null;
}

const FROM = (table: TableNames): string => `from ${table("withdrawals")} w
  join ${table("limiteds")} l on l.asset_id = split_part(w.copy, ':', 2)::bigint
  join ${table("limited_values")} v on v.asset_id = l.asset_id
  left join ${table("copy_sightings")} s on s.asset = w.copy`;
const COLUMNS = `w.*, s.serial, ${LIMITED_COLUMNS}`;

/** A player's withdrawals, newest first. */
export async function withdrawalsOf(
  models: ReadModels,
  playerId: string,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<WithdrawalShown[]> {
  const rows = await models.ask<WithdrawalRow>(
    (table) => `select ${COLUMNS} ${FROM(table)} where w.player_id = $1 and requested_position < $2
      order by requested_position desc limit $3`,
    [playerId, before, limit],
  );
  return rows.map(shownOf);
}

/** A player's withdrawal by its id; null while the read model has none. */
export async function withdrawalById(
  models: ReadModels,
  playerId: string,
  withdrawalId: string,
): Promise<WithdrawalShown | null> {
  const [row] = await models.ask<WithdrawalRow>(
    (table) => `select ${COLUMNS} ${FROM(table)} where w.withdrawal_id = $1 and w.player_id = $2`,
    [withdrawalId, playerId],
  );
  return row === undefined ? null : shownOf(row);
}

/** The copy of a withdrawal; null while the read model has none. */
export async function copyOfWithdrawal(models: ReadModels, withdrawalId: string): Promise<Copy | null> {
  const [row] = await models.ask<Row & { readonly copy: Copy }>(
    (table) => `select copy from ${table("withdrawals")} where withdrawal_id = $1`,
    [withdrawalId],
  );
  return row?.copy ?? null;
}

/** A withdrawal whose copy may be on its way. */
export interface OnItsWay extends Row {
  readonly withdrawal_id: string;
  readonly copy: Copy;
}

/** Withdrawals that may be on their way: all of some copies. */
export const withdrawalsOnTheWay = (
  models: ReadModels,
  copies: readonly Copy[],
): Promise<readonly OnItsWay[]> =>
  models.ask<OnItsWay>(
    (table) => `select withdrawal_id, copy from ${table("withdrawals")}
      where copy = any ($1::text[]) and ended_at is null and status in ('approved', 'sending')`,
    [arrayLiteral(copies)],
  );

function shownOf(row: WithdrawalRow): WithdrawalShown {
  const limited = limitedOf(row);
  return {
    id: row.withdrawal_id,
    position: Number(row.requested_position),
    userId: row.player_id,
    status: row.status,
    assetId: limited.robloxAssetId,
    itemName: limited.name,
    imageUrl: limited.imageUrl,
    itemValue: limited.estimatedValue,
    serialNumber: row.serial,
    proof: row.proof,
    adminNotes: row.note,
    createdAt: instantOf(row.requested_at),
    sentAt: row.sent_at === null ? null : instantOf(row.sent_at),
    endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
  };
}

interface ReviewRow extends WithdrawalRow, ReviewedRow {
  readonly status: WithdrawalStatus;
  readonly player_id: string;
  readonly sent_by: string | null;
  readonly sent_until: bigint | null;
  readonly seen_at: string | null;
  readonly platform_id: string | null;
}

/** Statuses that an admin or the player still has to act on. */
const UNDER_WAY: readonly (WithdrawalStatus | undefined)[] = ["pending", "approved", "sending"];

/**
 * Withdrawals as reviewers see them: those under way the oldest first, all others the newest first.
 * @param now milliseconds, by which claims are over or not
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function withdrawalsForReview(
  models: ReadModels,
  now: number,
  {
    status,
    limit = LIST_LIMIT_DEFAULT,
    next,
  }: PageQuery & { readonly status?: WithdrawalStatus | undefined },
): Promise<Page<ReviewWithdrawal>> {
  const isQueue = UNDER_WAY.includes(status);
  const place = next === undefined && isQueue ? 0 : placeOf(next);
  const rows = await models.ask<ReviewRow>(
    (table) => `select ${COLUMNS}, i.platform_id, ${reviewFaces("w", ["sent_by", "seen_at"])} ${FROM(table)}
        left join identities i on i.player_id = w.player_id
      where ($3::text is null or status = $3) and requested_position ${isQueue ? ">" : "<"} $1
      order by requested_position ${isQueue ? "asc" : "desc"} limit $2`,
    [place, limit + 1, status ?? null],
  );
  return pageOf(rows, limit, { item: (row) => reviewOf(row, now), cursor: cursorBy("requested_position") });
}

function reviewOf(row: ReviewRow, now: number): ReviewWithdrawal {
  const face = faceReader(row.faces);
  const { sent_by: sentBy, seen_at: seenAt, platform_id: platformId } = row;
  const isSending = row.status === "sending";
  return {
    ...shownOf(row),
    ...reviewShown(row, now),
    instance: row.copy.slice(row.copy.lastIndexOf(":") + 1),
    depositId: row.deposit_id,
    trade: isSending && sentBy !== null ? { by: face(sentBy), until: instantOf(row.sent_until ?? 0n) } : null,
    tradeUrl: isSending && platformId !== null ? tradeUrlAt(platformId) : null,
    seenAt: seenAt === null ? null : face(seenAt),
  };
}
