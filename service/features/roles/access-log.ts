import type { Context } from "hono";
import type { AdminRead } from "#domain/features/roles/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { playersById } from "#projections/features/roles/standings.ts";
import { BadCursorError } from "#projections/kernel/cursor.ts";
import type { Page, PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "#projections/kernel/sql.ts";
import { instantOf } from "#projections/kernel/values.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { timeOrderedId } from "#service/ids.ts";

/** A call by which an admin views players' data. */
export interface Look {
  readonly caller: Caller;
  readonly context: Context<Env>;
  /** The route's template. */
  readonly what: string;
}

/** Logs that an admin views players' data, before the data is sent. The admin's own data is not logged. */
export async function recordAccess(
  { caller, context, what }: Look,
  subjects: readonly string[],
  { db, now }: Pick<Deps, "db" | "now">,
): Promise<void> {
  const others = [...new Set(subjects)].filter((id) => id !== caller.playerId);
  if (others.length === 0) return;
  const at = now();
  const ids = others.map(() => timeOrderedId("look", at));
  await db.query(
    `insert into admin_reads (id, at, actor_id, subject_id, what, request_id)
      select seen.id, $3, $4, seen.subject, $5, $6 from unnest($1::text[], $2::text[]) as seen(id, subject)`,
    [arrayLiteral(ids), arrayLiteral(others), at, caller.playerId, what, context.get("requestId")],
  );
}

interface LookRow extends Row {
  readonly id: string;
  readonly at: bigint;
  readonly actor_id: string;
  readonly subject_id: string;
  readonly what: string;
  readonly request_id: string;
}

/** Admins' access to player data, newest first. @throws BadCursorError when `next` is not a cursor of this list */
export async function looks(
  { db }: Pick<Deps, "db">,
  { player, limit = LIST_LIMIT_DEFAULT, next }: PageQuery & { readonly player?: string | undefined },
): Promise<Page<AdminRead>> {
  if (next !== undefined && !/^look_[A-Za-z0-9_-]{1,64}$/.test(next)) throw new BadCursorError();
  const rows = await db.query<LookRow>(
    `select id, at, actor_id, subject_id, what, request_id from admin_reads
      where ($1::text is null or subject_id = $1) and ($2::text is null or id < $2)
      order by id desc limit $3`,
    [player ?? null, next ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const face = await playersById(
    db,
    shown.flatMap(({ actor_id, subject_id }) => [actor_id, subject_id]),
  );
  const items = shown.map((row) => ({
    id: row.id,
    at: instantOf(row.at),
    actor: face(row.actor_id),
    subject: face(row.subject_id),
    what: row.what,
    requestId: row.request_id,
  }));
  return { items, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
