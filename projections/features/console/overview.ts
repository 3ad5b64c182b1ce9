import type { Counted } from "#domain/features/console/contract.ts";
import {
  PLAYERS_COUNTED_MAX,
  PROPOSALS_LOOKED_AT_MAX,
  WAITING_COUNTED_MAX,
} from "#domain/features/console/rules.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row, Sql } from "../../kernel/sql.ts";

interface WaitingRow extends Row {
  readonly deposits: bigint;
  readonly seconds: bigint;
}

const counted = (count: bigint, most: number): Counted => ({
  count: Math.min(Number(count), most),
  isMore: Number(count) > most,
});

/** How many deposits wait for a review, and how many of the oldest of these for a second approval. */
export async function waitingNow(
  models: ReadModels,
): Promise<{ readonly deposits: Counted; readonly secondApprovals: Counted }> {
  const most = WAITING_COUNTED_MAX;
  // Ordered like the index on both: by position alone it would scan every closed deposit.
  const [row] = await models.ask<WaitingRow>(
    (table) => `select count(*) as deposits, count(*) filter (where first_by is not null) as seconds
      from (
        select first_by from ${table("deposits")} where closed_as is null
        order by closed_as, requested_position limit ${most + 1}
      ) waiting`,
  );
  const deposits = counted(row?.deposits ?? 0n, most);
  // Deposits beyond the counted ones may need one too.
  const seconds = Number(row?.seconds ?? 0n);
  return {
    deposits,
    secondApprovals: { count: Math.min(seconds, most), isMore: deposits.isMore && seconds > 0 },
  };
}

interface RequestsRow extends Row {
  readonly cashouts: bigint;
  readonly withdrawals: bigint;
}

/** How many cash-outs and withdrawals wait for a review. */
export async function requestsWaiting(
  models: ReadModels,
): Promise<{ readonly cashouts: Counted; readonly withdrawals: Counted }> {
  const most = WAITING_COUNTED_MAX;
  const pending = (table: string) => `(select count(*) from (
        select from ${table} where status = 'pending' order by requested_position limit ${most + 1}
      ) waiting)`;
  const [row] = await models.ask<RequestsRow>(
    (table) =>
      `select ${pending(table("cashouts"))} as cashouts, ${pending(table("withdrawals"))} as withdrawals`,
  );
  return {
    cashouts: counted(row?.cashouts ?? 0n, most),
    withdrawals: counted(row?.withdrawals ?? 0n, most),
  };
}

/** How many proposals wait for a second admin, of the newest there are. @param at milliseconds */
export async function proposalsWaiting(models: ReadModels, at: number): Promise<Counted> {
  const [row] = await models.ask<Row & { readonly count: bigint }>(
    (table) => `select count(*) from (
        select status, expires_at from ${table("proposals")} order by position desc limit ${PROPOSALS_LOOKED_AT_MAX}
      ) newest where status = 'proposed' and expires_at > $1::bigint`,
    [at],
  );
  return counted(row?.count ?? 0n, WAITING_COUNTED_MAX);
}

/** How many players have ever signed in. */
export async function playersCounted(sql: Pick<Sql, "query">): Promise<Counted> {
  const [row] = await sql.query<Row & { readonly count: bigint }>(
    `select count(*) from (select from identities limit ${PLAYERS_COUNTED_MAX + 1}) counted`,
  );
  return counted(row?.count ?? 0n, PLAYERS_COUNTED_MAX);
}
