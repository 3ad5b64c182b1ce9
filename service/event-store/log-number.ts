import type { Database, Row } from "#projections/kernel/sql.ts";

/** The database holds another log than the settings name: its seals, heads and receipts would say the wrong number. */
export class LogNumberError extends Error {
  override readonly name = "LogNumberError";
}

interface NumberRow extends Row {
  readonly log_id: number;
  readonly position: bigint;
}

const NUMBERS = "select log_id, position from log_heads";

/**
 * Makes an empty database that of the log of this number; one that holds this log stays as it is.
 * @throws LogNumberError when it holds another log, which has begun
 */
export async function takeLog(db: Database, logId: number): Promise<void> {
  // Of two processes that begin an empty database with different numbers, the second is refused below.
  await db.query("update log_heads set log_id = $1 where position = 0 and log_id <> $1", [logId]);
  await expectLog(db, logId);
}

/**
 * Makes sure that a database holds the log of this number.
 * @throws LogNumberError when it does not
 */
export async function expectLog(db: Database, logId: number): Promise<void> {
  const rows = await db.query<NumberRow>(NUMBERS);
  if (rows.length === 1 && rows[0]?.log_id === logId) return;
  const held = rows.map(({ log_id }) => log_id).join(", ");
  throw new LogNumberError(`The database holds log ${held || "none"}, and LOG_ID says ${logId}.`);
}
