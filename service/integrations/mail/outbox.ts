import { HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { arrayLiteral, type Database, type Row, type Sql } from "#projections/kernel/sql.ts";
import { timeOrderedId } from "#service/ids.ts";

/** Delay after each failed attempt; the last one repeats. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS] as const;
/** Age at which a mail is given up, in milliseconds. */
export const MAIL_AGE_MAX_MS = 24 * HOUR_MS;
/** Lease for sending a mail: longer than sending may take. */
const LEASE_MS = 120_000;
/** Retention of finished mails, for counting, and how many are deleted at once. */
const KEPT_MS = 30 * 24 * HOUR_MS;
const SWEEP_MAX = 1_000;

/** A mail without an event: its content is stored, sealed, until it is sent. */
export interface LooseMail {
  readonly kind: string;
  readonly playerId: string;
  readonly content: string;
  readonly addressKey?: Uint8Array;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A mail of an event. */
export interface MailOfEvent {
  readonly kind: string;
  readonly position: number;
  readonly playerId: string;
  readonly at: number;
}

/** A mail that this process is sending. */
export interface TakenMail {
  readonly id: string;
  readonly kind: string;
  readonly position: number | null;
  readonly playerId: string;
  readonly content: string | null;
  /** Number of this attempt. */
  readonly attempts: number;
  readonly createdAt: number;
}

/** Outcomes: sent, address refused, expired, or nothing left to say. */
export type MailEnd = "sent" | "bounced" | "given_up" | "dropped";

/** An outcome, with the codes of a refusing server; null without a refusal. */
export interface MailEnded {
  readonly end: MailEnd;
  readonly error: string | null;
}
/** Codes are short; longer texts are cut. */
const ERROR_CHARS_MAX = 100;

/** Puts a mail without an event into the outbox. */
export async function putLooseMail(
  sql: Sql,
  { kind, playerId, content, addressKey, at }: LooseMail,
): Promise<void> {
  await sql.query(
    `insert into mails (id, kind, player_id, content, address_key, created_at, due_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [timeOrderedId("m", at), kind, playerId, content, addressKey ?? null, at],
  );
}

/** Puts mails of events into the outbox, each once. Erased players get none. */
export async function putMailsOfEvents(sql: Sql, mails: readonly MailOfEvent[]): Promise<void> {
  if (mails.length === 0) return;
  const of = <K extends keyof MailOfEvent>(key: K) => arrayLiteral(mails.map((mail) => mail[key]));
  await sql.query(
    `insert into mails (id, kind, position, player_id, created_at, due_at)
      select m.id, m.kind, m.position, m.player_id, m.at, m.at
      from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[]) as m(id, kind, position, player_id, at)
        join identities i on i.player_id = m.player_id
      on conflict (position, kind, player_id) do nothing`,
    [
      arrayLiteral(mails.map(({ at }) => timeOrderedId("m", at))),
      of("kind"),
      of("position"),
      of("playerId"),
      of("at"),
    ],
  );
}

interface TakenRow extends Row {
  readonly id: string;
  readonly kind: string;
  readonly position: bigint | null;
  readonly player_id: string;
  readonly content: string | null;
  readonly attempts: number;
  readonly created_at: bigint;
}

/** Leases due mails, up to a maximum, so that no other process sends them. */
export async function takeMails(
  db: Database,
  { at, max }: { readonly at: number; readonly max: number },
): Promise<TakenMail[]> {
  const rows = await db.query<TakenRow>(
    `update mails set attempts = attempts + 1, leased_until = clock_timestamp() + $3::int * interval '1 millisecond'
      where id in (select id from mails where state = 'waiting' and due_at <= $1
          and (leased_until is null or leased_until < clock_timestamp())
        order by due_at limit $2 for update skip locked)
      returning id, kind, position, player_id, content, attempts, created_at`,
    [at, max, LEASE_MS],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    position: row.position === null ? null : Number(row.position),
    playerId: row.player_id,
    content: row.content,
    attempts: row.attempts,
    createdAt: Number(row.created_at),
  }));
}

/** Ends a mail and deletes its content. Does nothing if another process has taken over the lease. */
export async function endMail(
  sql: Sql,
  { id, attempts }: Pick<TakenMail, "id" | "attempts">,
  { end, error, at }: MailEnded & { readonly at: number },
): Promise<void> {
  await sql.query(
    `update mails set state = $3, ended_at = $4, content = null, leased_until = null, last_error = $5
      where id = $1 and attempts = $2 and state = 'waiting'`,
    [id, attempts, end, at, error?.slice(0, ERROR_CHARS_MAX) ?? null],
  );
}

/** When a mail is retried after a number of attempts; null for never. */
export function nextAttempt(
  { attempts, createdAt }: Pick<TakenMail, "attempts" | "createdAt">,
  at: number,
): number | null {
  const wait = RETRIES_MS[Math.min(attempts, RETRIES_MS.length) - 1] ?? RETRIES_MS[0];
  return at + wait > createdAt + MAIL_AGE_MAX_MS ? null : at + wait;
}

/** Puts a mail back after a failed attempt. @returns when it is retried; null when it was given up */
export async function retryMail(
  sql: Sql,
  mail: TakenMail,
  { at, error }: { readonly at: number; readonly error: string },
): Promise<number | null> {
  const next = nextAttempt(mail, at);
  if (next === null) await endMail(sql, mail, { end: "given_up", error, at });
  else
    await sql.query(
      `update mails set due_at = $3, leased_until = null, last_error = $4
        where id = $1 and attempts = $2 and state = 'waiting'`,
      [mail.id, mail.attempts, next, error.slice(0, ERROR_CHARS_MAX)],
    );
  return next;
}

/** Deletes some mails that ended long ago. */
export async function sweepMails(sql: Sql, at: number): Promise<void> {
  await sql.query(
    `delete from mails where id in (select id from mails where ended_at < $1 limit ${SWEEP_MAX})`,
    [at - KEPT_MS],
  );
}

/** How many mails wait, and how many of the retained ones ended in each way. */
export async function countMails(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<Row & { state: string; mails: bigint }>(
    "select state, count(*) as mails from mails group by state",
  );
  return new Map(rows.map(({ state, mails }) => [state, Number(mails)]));
}
