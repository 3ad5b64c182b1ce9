import { eventTypes } from "#domain/features/registry.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { readEvent } from "#domain/kernel/events/stream-kind.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import { arrayLiteral, type Database, type Row, type Sql } from "#projections/kernel/sql.ts";
import type { EventMail } from "./event-mail.ts";
import { MAIL_AGE_MAX_MS, type MailOfEvent, putMailsOfEvents } from "./outbox.ts";

/** Positions covered by one transaction. */
const WINDOW = 20_000;

export interface MailFollowerOptions {
  readonly db: Database;
  readonly logId: number;
  readonly mails: () => readonly EventMail[];
  readonly now: () => number;
}

/** Turns events into mails, once each. No projection: a rebuild or an import sends nothing. */
export class MailFollower {
  readonly #options: MailFollowerOptions;
  /** Called when every feature has begun. */
  #known: ReadonlySet<string> | null = null;

  constructor(options: MailFollowerOptions) {
    this.#options = options;
  }

  /** Begins at the head unless a process has begun before. */
  async begin(): Promise<void> {
    await this.#options.db.query(
      `insert into mail_checkpoints (log_id, position) select log_id, position from log_heads where log_id = $1
        on conflict do nothing`,
      [this.#options.logId],
    );
  }

  /** Whether any event makes mails. */
  concerns(events: readonly RecordedEvent[]): boolean {
    const types = this.#types();
    return events.some(({ type }) => types.has(type));
  }

  /** Makes the mails of all events up to the head. @returns how many */
  async catchUp(): Promise<number> {
    for (let made = 0; ; ) {
      const step = await this.#options.db.transaction((tx) => this.#step(tx));
      if (step === null) return made;
      made += step;
    }
  }

  /** The event at a position, at its present schema version. */
  async event(position: number): Promise<RecordedEvent | null> {
    const { db, logId } = this.#options;
    const [row] = await db.query<EventRow>(
      `select ${EVENT_COLUMNS} from events where log_id = $1 and position = $2`,
      [logId, position],
    );
    return row === undefined ? null : readEvent(eventOf(row), eventTypes);
  }

  #types(): ReadonlySet<string> {
    this.#known ??= new Set(this.#options.mails().map(({ type }) => type));
    return this.#known;
  }

  /** Locks the checkpoint's row, so that one process at a time makes mails. Null when nothing is left. */
  async #step(tx: Sql): Promise<number | null> {
    const { logId, now } = this.#options;
    const [from] = await tx.query<Row & { position: bigint }>(
      "select position from mail_checkpoints where log_id = $1 for update",
      [logId],
    );
    if (from === undefined) return null;
    const [until] = await tx.query<Row & { position: bigint }>(
      "select least(position, $2::bigint) as position from log_heads where log_id = $1",
      [logId, from.position + BigInt(WINDOW)],
    );
    if (until === undefined || until.position <= from.position) return null;
    const rows = await tx.query<EventRow>(
      `select ${EVENT_COLUMNS} from events where log_id = $1 and position > $2 and position <= $3
        and type = any ($4::text[]) order by position`,
      [logId, from.position, until.position, arrayLiteral([...this.#types()])],
    );
    const mails = rows
      .map((row) => readEvent(eventOf(row), eventTypes))
      .filter(({ recordedAt }) => recordedAt > now() - MAIL_AGE_MAX_MS)
      .flatMap((event) => this.#mailsOf(event));
    await putMailsOfEvents(tx, mails);
    await tx.query("update mail_checkpoints set position = $2 where log_id = $1", [logId, until.position]);
    return mails.length;
  }

  #mailsOf(event: RecordedEvent): MailOfEvent[] {
    const { position, recordedAt: at } = event;
    return this.#options
      .mails()
      .filter(({ type }) => type === event.type)
      .flatMap((mail) =>
        [...new Set(mail.to(event))].map((playerId) => ({ kind: mail.kind, position, playerId, at })),
      );
  }
}
