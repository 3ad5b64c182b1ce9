import type { Database, Row } from "#projections/kernel/sql.ts";

/** The database holds another log than LOG_ID names: seals, heads and receipts would carry the wrong number. */
export class LogNumberError extends Error {
  override readonly name = "LogNumberError";
}

interface NumberRow extends Row {
  readonly log_id: number;
  readonly position: bigint;
}

const NUMBERS = "select log_id, position from log_heads";

/**
 * Makes an empty database that of the log with this number; one that holds this log stays as it is.
 * @throws LogNumberError when it holds another log with events
 */
export async function takeLog(db: Database, logId: number): Promise<void> {
  // When two processes claim an empty database for different logs, the second fails below.
  await db.query("update log_heads set log_id = $1 where position = 0 and log_id <> $1", [logId]);
  await expectLog(db, logId);
}

/**
 * Asserts that a database holds the log with this number.
 * @throws LogNumberError when it does not
 */
export async function expectLog(db: Database, logId: number): Promise<void> {
  const rows = await db.query<NumberRow>(NUMBERS);
  if (rows.length === 1 && rows[0]?.log_id === logId) return;
  const held = rows.map(({ log_id }) => log_id).join(", ");
  throw new LogNumberError(`The database holds log ${held || "none"}, and LOG_ID says ${logId}.`);
}
