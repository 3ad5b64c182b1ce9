import { entryNumberSql } from "#domain/ledger/entry-number.ts";
import type { LedgerKeys } from "#domain/ledger/proof.ts";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { insertRunsSql } from "#projections/kernel/events/entry-runs.ts";
import type { Database, Sql } from "#projections/kernel/sql.ts";
import type { ChainEnd } from "../verifier/chain-check.ts";
import type { LogModel } from "../verifier/log-model.ts";
import { BadLog } from "../verifier/problem.ts";
import type { LogSlice } from "../verifier/slices.ts";
import type { VerifyReport } from "../verify.ts";
import { exportedHeads, readHeading } from "./read-export.ts";
import { verifiedExport } from "./verify-export.ts";

/** Signed heads written at a time. */
const HEADS_SLICE = 1_000;

/** The database cannot take the log. */
export class NotEmptyError extends Error {
  override readonly name = "NotEmptyError";
}

export interface ImportOptions {
  /** The event types and checks of the log. */
  readonly model: LogModel;
  /** The public keys whose signatures count; by default those named in the file. */
  readonly keys?: LedgerKeys["keys"];
}

/**
 * Imports an exported log into a database with an empty log, whole or not at all: a log that does not verify is not
 * imported. Events, blocks, answers and signed heads are written unchanged; entries and holdings follow from the
 * postings. Tables beside the log are not exported, so the database shows and proves everything up to here, but cannot
 * be continued.
 * @throws NotEmptyError when the database holds a log already, ExportedLogError when the file cannot be read
 */
export async function importLog(db: Database, path: string, options: ImportOptions): Promise<VerifyReport> {
  const { logId } = await readHeading(path);
  try {
    return await db.transaction(async (tx) => {
      await tx.query("set local statement_timeout = 0");
      await expectEmpty(tx, logId);
      const onSlice = (slice: LogSlice): Promise<void> => insertSlice(tx, logId, slice);
      const { log, summary } = await verifiedExport(path, { ...options, onSlice });
      await tx.query(INSERT_STREAMS, [logId]);
      await insertHeads(tx, logId, exportedHeads(path));
      await insertBooks(tx, logId);
      await moveHead(tx, logId, log.end);
      return { ok: true, summary };
    });
  } catch (error) {
    if (error instanceof BadLog) return { ok: false, problem: error.problem };
    throw error;
  }
}

async function expectEmpty(tx: Sql, logId: number): Promise<void> {
  const [row] = await tx.query<{ log_id: number; position: bigint }>(
    "select log_id, position from log_heads for update",
  );
  if (row?.log_id !== logId)
    throw new NotEmptyError(`The log in the file is number ${logId}; this holds ${row?.log_id ?? "none"}.`);
  const position = Number(row.position);
  if (position !== 0)
    throw new NotEmptyError(`The database holds a log already, up to position ${position}.`);
}

async function insertSlice(tx: Sql, logId: number, { events, blocks, commands }: LogSlice): Promise<void> {
  if (events.length === 0) return;
  await tx.query(INSERT_EVENTS, [logId, JSON.stringify(events, asText)]);
  await tx.query(INSERT_BLOCKS, [logId, JSON.stringify(blocks, asText)]);
  await tx.query(INSERT_COMMANDS, [JSON.stringify(commands, asText)]);
}

/** Bytes as hex and bigints as text; `JSON.stringify` would write bytes as an object of numbers. */
function asText(this: { readonly [key: string]: unknown }, key: string, value: unknown): unknown {
  const own = this[key];
  if (own instanceof Uint8Array) return Buffer.from(own).toString("hex");
  return typeof value === "bigint" ? String(value) : value;
}

const INSERT_EVENTS = `insert into events (log_id, position, stream, version, type, schema_version, event_id, command_id,
    actor, recorded_at, payload, accounts, assets, deltas, also_in, leaf)
  select $1::int, position, stream, version, type, "schemaVersion", "eventId", "commandId", actor, "recordedAt", payload,
    accounts, assets, deltas, "alsoIn", decode(leaf, 'hex')
  from jsonb_to_recordset($2::jsonb) as t(position bigint, stream text, version bigint, type text,
    "schemaVersion" int, "eventId" text, "commandId" text, actor text, "recordedAt" bigint, payload text,
    accounts text[], assets text[], deltas bigint[], "alsoIn" text[], leaf text)`;

/** The rows of `event_streams` that appends would have written. Runs after the verification of the lists. */
const INSERT_STREAMS = `insert into event_streams (log_id, stream, position)
  select log_id, unnest(also_in), position from events where log_id = $1 and also_in is not null`;

const INSERT_BLOCKS = `insert into blocks (log_id, number, from_position, to_position, previous, root, hash)
  select $1::int, number, "from", "to", decode(previous, 'hex'), decode(root, 'hex'), decode(hash, 'hex')
  from jsonb_to_recordset($2::jsonb) as t(number bigint, "from" bigint, "to" bigint, previous text, root text, hash text)`;

const INSERT_COMMANDS = `insert into commands (command_id, request_hash, position, answer)
  select "commandId", decode("requestHash", 'hex'), position, answer
  from jsonb_to_recordset($1::jsonb) as t("commandId" text, "requestHash" text, position bigint, answer text)`;

async function insertHeads(tx: Sql, logId: number, heads: AsyncIterable<SignedHead>): Promise<void> {
  let some: object[] = [];
  const write = async (): Promise<void> => {
    await tx.query(INSERT_HEADS, [logId, JSON.stringify(some)]);
    some = [];
  };
  for await (const { number, to, hash, at, signature, keyId } of heads) {
    some.push({ number, to, hash, at: Date.parse(at), signature, keyId });
    if (some.length >= HEADS_SLICE) await write();
  }
  await write();
}

const INSERT_HEADS = `insert into signed_heads (log_id, number, to_position, hash, signed_at, signature, key_id)
  select $1::int, number, "to", decode(hash, 'hex'), at, decode(signature, 'base64'), "keyId"
  from jsonb_to_recordset($2::jsonb) as t(number bigint, "to" bigint, hash text, at bigint, signature text, "keyId" text)`;

const LEGS = `events e, unnest(e.accounts, e.assets, e.deltas) with ordinality as t(account, asset, delta, place)
  where e.log_id = $1`;

/** The holdings and entries that appends would have written. */
async function insertBooks(tx: Sql, logId: number): Promise<void> {
  await tx.query(
    `insert into holding_numbers (log_id, account, asset, number)
      select $1, t.account, t.asset, min(${entryNumberSql("e.position", "t.place - 1")})
      from ${LEGS} group by t.account, t.asset`,
    [logId],
  );
  await tx.query(
    insertRunsSql(`
      select h.log_id, h.number as holding, l.position, l.leg, l.delta,
        sum(l.delta) over (partition by h.number order by l.position, l.leg) as balance_after
      from (select e.position, t.place - 1 as leg, t.account, t.asset, t.delta from ${LEGS}) l
        join holding_numbers h on h.log_id = $1 and h.account = l.account and h.asset = l.asset`),
    [logId],
  );
}

async function moveHead(
  tx: Sql,
  logId: number,
  { position, block, hash, recordedAt }: ChainEnd,
): Promise<void> {
  await tx.query(
    `update log_heads set position = $2, block = $3, hash = decode($4, 'hex'), recorded_at = $5 where log_id = $1`,
    [logId, position, block, hash, recordedAt],
  );
}
