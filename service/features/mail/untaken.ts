import { UNTAKEN_MAX, type UntakenMail } from "#domain/features/mail/contract.ts";
import { playersById } from "#projections/features/roles/standings.ts";
import type { Database, Row, Sql } from "#projections/kernel/sql.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { HttpProblem } from "#service/http/problem.ts";
import type { Addresses } from "./addresses.ts";

interface UntakenRow extends Row {
  readonly id: string;
  readonly kind: string;
  readonly player_id: string;
  readonly position: bigint | null;
  readonly state: UntakenMail["state"];
  readonly last_error: string;
  readonly attempts: number;
  readonly created_at: bigint;
  readonly due_at: bigint;
  readonly ended_at: bigint | null;
  readonly retried_by: string | null;
}

/** Its first letter and host: enough to recognise an address. */
export const maskedAddress = (address: string): string => {
  const at = address.lastIndexOf("@");
  const [first = ""] = address.slice(0, at);
  return `${first}…${address.slice(at)}`;
};

/** The newest mails that were not accepted. */
export async function untakenMails(db: Database, addresses: Addresses): Promise<UntakenMail[]> {
  const rows = await db.query<UntakenRow>(
    `select id, kind, player_id, position, state, last_error, attempts, created_at, due_at, ended_at, retried_by
      from mails where last_error is not null order by id desc limit $1`,
    [UNTAKEN_MAX],
  );
  const ids = [...new Set(rows.map((row) => row.player_id))];
  const person = await playersById(db, [...ids, ...rows.flatMap((row) => row.retried_by ?? [])]);
  const masked = new Map<string, string | null>();
  for (const id of ids) {
    const { email } = await addresses.shown(id);
    masked.set(id, email === null ? null : maskedAddress(email));
  }
  return rows.map((row) => {
    const { id, kind: template, state, last_error: error, attempts } = row;
    return {
      ...{ id, template, state, error, attempts },
      player: person(row.player_id),
      address: masked.get(row.player_id) ?? null,
      createdAt: instantOf(row.created_at),
      nextAt: state === "waiting" ? instantOf(row.due_at) : null,
      endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
      isKept: row.position !== null,
      retriedBy: row.retried_by === null ? null : person(row.retried_by),
    };
  });
}

/**
 * Retries a mail that ended without being accepted; once if it is older than a day.
 * @throws HttpProblem 404 for an unknown mail, 409 for one that cannot be sent again
 */
export async function tryMailAgain(
  tx: Sql,
  { id, by, at }: { readonly id: string; readonly by: string; readonly at: number },
  addresses: Addresses,
): Promise<{ readonly id: string }> {
  const [row] = await tx.query<Row & { player_id: string; is_kept: boolean }>(
    "select player_id, position is not null as is_kept from mails where id = $1 and last_error is not null",
    [id],
  );
  if (row === undefined)
    throw new HttpProblem(404, { code: "unknown_mail", detail: "There is no such unaccepted mail." });
  if (!row.is_kept) {
    const detail = "This mail's text is not kept: the player has to request a new one.";
    throw new HttpProblem(409, { code: "mail_not_kept", detail });
  }
  const again = await tx.query(
    `update mails set state = 'waiting', due_at = $2, ended_at = null, retried_by = $3
      where id = $1 and state in ('bounced', 'returned', 'given_up') returning id`,
    [id, at, by],
  );
  if (again.length === 0)
    throw new HttpProblem(409, { code: "mail_waits", detail: "This mail is already being retried." });
  await addresses.trust(tx, row.player_id);
  return { id };
}
