import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import type { Posting } from "#domain/ledger/posting.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import { arrayLiteral, type Sql } from "#projections/kernel/sql.ts";
import { onEntries } from "#projections/testing/loose-entries.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { blockHashOf, leafOf, rootOf } from "#service/event-store/append/hashing.ts";
import { logModel } from "#service/features/log-model.ts";
import { type AmountOf, answerDue } from "#service/ledger/verifier/log-check.ts";

/** Every table that a verification reads. */
const TABLES = [
  "log_heads",
  "events",
  "event_streams",
  "blocks",
  "commands",
  "signed_heads",
  "entry_runs",
  "holding_numbers",
  "sealed_seeds",
  "snapshots",
] as const;

const IMMUTABLE = ["events", "event_streams", "blocks", "commands", "signed_heads"] as const;

/** Changes that an attacker with every right to a database can make to its log, and their reversal. */
export class TamperedLog {
  readonly #db: OpenDatabase;

  private constructor(db: OpenDatabase) {
    this.#db = db;
  }

  /**
   * Copies everything, and removes the guards: triggers, checks and all unique keys but the primary ones.
   */
  static async of(db: OpenDatabase): Promise<TamperedLog> {
    await db.transaction(async (tx) => {
      await tx.script("create schema untouched");
      for (const table of TABLES) await tx.script(`create table untouched.${table} as table ${table}`);
      for (const table of IMMUTABLE) await tx.script(`alter table ${table} disable trigger user`);
      await tx.script(`do $$ declare r record; begin
        for r in select conrelid::regclass as t, conname from pg_constraint
          where contype in ('c', 'u') and connamespace = 'public'::regnamespace loop
          execute format('alter table %s drop constraint %I cascade', r.t, r.conname);
        end loop; end $$`);
    });
    return new TamperedLog(db);
  }

  /** Runs statements as the attacker. */
  async run(...statements: readonly string[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
      for (const statement of statements) await tx.script(statement);
    });
  }

  /** Restores everything. */
  async restore(): Promise<void> {
    await this.run(
      ...TABLES.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} select * from untouched.${table}`,
      ]),
    );
  }

  /** Cuts off the newest block, without a trace in the database. */
  async cutNewestBlock(): Promise<void> {
    const [block] = await this.#db.query<{ first: bigint; number: bigint }>(
      "select from_position as first, number from blocks order by number desc limit 1",
    );
    const first = Number(block?.first);
    await this.run(
      ...["events", "event_streams", "commands"].map(
        (table) => `delete from ${table} where position >= ${first}`,
      ),
      ...onEntries(`delete from loose_entries where position >= ${first}`),
      `delete from blocks where number = ${block?.number}`,
      `delete from signed_heads where number >= ${block?.number}`,
      `delete from snapshots where position >= ${first}`,
      HOLDINGS_OF_ENTRIES,
      HEAD_OF_BLOCKS,
    );
  }

  /**
   * Changes one event and recomputes everything after it: entries, holdings, answers, leaves, blocks and head. In
   * itself the log is then as right as any; its signed heads in the database are gone.
   */
  async forge(position: number, change: (event: RecordedEvent) => Partial<RecordedEvent>): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const rows = await tx.query<EventRow>(`select ${EVENT_COLUMNS} from events order by position`);
      const events = rows.map(eventOf).map((e) => (e.position === position ? { ...e, ...change(e) } : e));
      const leaves = events.map((event) =>
        leafOf({ ...event, log: 1, payload: canonicalJson(event.payload) }),
      );
      await rewriteEvents(tx, events, leaves);
      await rewriteBooks(tx, events);
      await rewriteBlocks(tx, leaves);
      for (const statement of ["delete from signed_heads", HOLDINGS_OF_ENTRIES, HEAD_OF_BLOCKS])
        await tx.script(statement);
    });
  }
}

const HOLDINGS_OF_ENTRIES = `
  delete from holding_numbers h where not exists (select from holding_entries e where e.holding = h.number)`;

const HEAD_OF_BLOCKS = `update log_heads h set position = b.to_position, block = b.number, hash = b.hash,
  recorded_at = e.recorded_at from (select * from blocks order by number desc limit 1) b
  join events e on e.position = b.to_position where h.log_id = 1`;

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;

async function rewriteEvents(
  tx: Sql,
  events: readonly RecordedEvent[],
  leaves: readonly Uint8Array[],
): Promise<void> {
  for (const [i, event] of events.entries()) {
    const legs = (of: (leg: Posting) => string | bigint) => arrayLiteral(event.postings.map(of));
    await tx.query(
      `update events set payload = $2, actor = $3, accounts = $4::text[], assets = $5::text[],
        deltas = $6::bigint[], leaf = $7, recorded_at = $8 where position = $1`,
      [
        event.position,
        canonicalJson(event.payload),
        event.actor,
        legs((leg) => leg.account),
        legs((leg) => leg.asset),
        legs((leg) => leg.delta),
        leaves[i] ?? null,
        event.recordedAt,
      ],
    );
  }
}

async function rewriteBooks(tx: Sql, events: readonly RecordedEvent[]): Promise<void> {
  const held = new Map<string, bigint>();
  await tx.query("delete from entry_runs");
  await tx.query("delete from holding_numbers");
  for (const event of events) {
    for (const [leg, { account, asset, delta }] of event.postings.entries()) {
      const key = JSON.stringify([account, asset]);
      held.set(key, (held.get(key) ?? 0n) + delta);
      await tx.query(
        `with holding as (
           insert into holding_numbers (log_id, account, asset, number)
           values (1, $3::text, $4::text, $1::bigint * 65536 + $2::int)
           on conflict (log_id, account, asset) do update set asset = excluded.asset returning number
         ) insert into entry_runs (log_id, holding, first_entry, entries)
         select 1, number, e.first, array[array[0, $5::bigint, $6::bigint]]
         from holding, (select $1::bigint * 65536 + $2::int as first) e`,
        [event.position, leg, account, asset, delta, held.get(key) ?? 0n],
      );
    }
    const due = answerOf(event, (account, asset) => held.get(JSON.stringify([account, asset])) ?? 0n);
    const [row] = await tx.query<{ answer: string }>("select answer from commands where position = $1", [
      event.position,
    ]);
    const answer = { ...(JSON.parse(row?.answer ?? "{}") as JsonObject), ...due };
    await tx.query("update commands set answer = $2 where position = $1", [
      event.position,
      JSON.stringify(answer),
    ]);
  }
}

/** The answer due to an event; empty if a forged payload cannot be read. */
function answerOf(event: RecordedEvent, amountOf: AmountOf): JsonObject {
  try {
    return answerDue(logModel.checks, event, amountOf);
  } catch {
    return {};
  }
}

async function rewriteBlocks(tx: Sql, leaves: readonly Uint8Array[]): Promise<void> {
  const rows = await tx.query<{ number: bigint; first: bigint; last: bigint }>(
    "select number, from_position as first, to_position as last from blocks order by number",
  );
  let previous: Uint8Array = new Uint8Array(32);
  for (const row of rows) {
    const [number, from, to] = [row.number, row.first, row.last].map(Number) as [number, number, number];
    const root = rootOf(leaves.slice(from - 1, to));
    const hash = blockHashOf({ number, from, to, previous, root });
    await tx.query(
      "update blocks set previous = $2::bytea, root = $3::bytea, hash = $4::bytea where number = $1",
      [number, hex(previous), hex(root), hex(hash)],
    );
    previous = hash;
  }
}
