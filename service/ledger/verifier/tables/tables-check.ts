import { MISPLACED_RUNS } from "#projections/kernel/events/entry-runs.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import { expectAt } from "../problem.ts";
import type { StoredSnapshot } from "../slices.ts";
import type { VerifiedLog } from "../verify-events.ts";

/** Rows in memory at a time. */
const ROWS_SLICE = 4_000;

interface Query {
  /** The name of the cursor. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number)[];
}

interface Place {
  readonly tx: Sql;
  readonly logId: number;
}

/** Rows of a query one by one, a few thousand in memory at a time. */
export async function* rowsOf<R extends Row>(tx: Sql, { name, text, values }: Query): AsyncGenerator<R> {
  await tx.query(`declare ${name} no scroll cursor for ${text}`, values);
  for (;;) {
    const rows = await tx.query<R>(`fetch ${ROWS_SLICE} from ${name}`);
    yield* rows;
    if (rows.length < ROWS_SLICE) break;
  }
  await tx.query(`close ${name}`);
}

/** Reads every snapshot of a log. */
export function readSnapshots(tx: Sql, logId: number): Promise<readonly StoredSnapshot[]> {
  return tx.query<StoredSnapshot & Row>(
    `select stream, version::float8 as version, position::float8 as position, fold_version as "foldVersion", state
     from snapshots where log_id = $1`,
    [logId],
  );
}

/** Checks that the head row, from which the next batch continues, is the end of the chain. */
export async function checkHead({ end }: VerifiedLog, { tx, logId }: Place): Promise<void> {
  const [head] = await tx.query<{ position: bigint; block: bigint; hash: Uint8Array; recorded_at: bigint }>(
    "select position, block, hash, recorded_at from log_heads where log_id = $1",
    [logId],
  );
  const found = head === undefined ? null : `block ${head.block}, position ${head.position}`;
  const due = `block ${end.block}, position ${end.position}`;
  // The first position beyond the shorter of log and head is wrong.
  const position = Math.min(end.position, Number(head?.position ?? 0n)) + 1;
  expectAt(position, found === due, () => {
    return `The head of the log says ${found ?? "nothing"}, where the chain ends at ${due}.`;
  });
  expectAt(end.position, head !== undefined && Buffer.from(head.hash).toString("hex") === end.hash, () => {
    return "The head of the log has another hash than its last block.";
  });
  expectAt(end.position, Number(head.recorded_at) === end.recordedAt, () => {
    return "The head of the log has another time than its last event.";
  });
}

/** Checks that runs of entries are stored where reads look for them; another check compares their contents. */
export async function checkRuns({ tx, logId }: Place): Promise<void> {
  const [run] = await tx.query<{ position: number; holding: bigint }>(
    `select position::float8 as position, holding from (${MISPLACED_RUNS}) m
      where log_id = $1 order by position limit 1`,
    [logId],
  );
  expectAt(run?.position ?? 0, run === undefined, () => {
    return `A run of entries of holding ${run?.holding} is not in its place: they would not be found.`;
  });
}

/** Rows of `event_streams` without an event that says so, and missing rows, whose events a fold would skip. */
const WRONG_STREAMS = `
  select s.position, s.stream from event_streams s where s.log_id = $1 and not exists (
    select from events e where e.log_id = $1 and e.position = s.position and s.stream = any(e.also_in))
  union all
  select e.position, a.stream from events e cross join unnest(e.also_in) as a(stream)
  where e.log_id = $1 and not exists (
    select from event_streams s where s.log_id = $1 and s.stream = a.stream and s.position = e.position)`;

/** Checks that `event_streams` has a row for each further stream of an event, and no other. */
export async function checkFurtherStreams({ tx, logId }: Place): Promise<void> {
  const [wrong] = await tx.query<{ position: number; stream: string }>(
    `select position::float8 as position, stream from (${WRONG_STREAMS}) w order by w.position limit 1`,
    [logId],
  );
  expectAt(wrong?.position ?? 0, wrong === undefined, () => {
    return `The stream "${wrong?.stream}" does not find the event as the event says: its row is missing, or one too many.`;
  });
}

/** Checks that every holding equals the sum of its postings, and that none is missing. */
export async function checkHoldings({ books, end }: VerifiedLog, { tx, logId }: Place): Promise<void> {
  const text =
    "select account, asset, number, amount from holdings where log_id = $1 order by account, asset";
  const rows = rowsOf<{ account: string; asset: string; number: bigint; amount: bigint | null }>(tx, {
    name: "verified_holdings",
    text,
    values: [logId],
  });
  let found = 0;
  for await (const { account, asset, number, amount } of rows) {
    const due = books.amountOf(account, asset);
    const numberDue = books.numberOf(account, asset);
    found += 1;
    // Before the amount, which is looked up by the number.
    expectAt(end.position, numberDue === null || String(number) === numberDue, () => {
      return `The holding of ${account} in ${asset} has the number ${number}, where ${numberDue} is due.`;
    });
    expectAt(end.position, due === amount, () => {
      return `The holdings say that ${account} has ${amount ?? "nothing"} of ${asset}, where the events add up to ${due ?? "none"}.`;
    });
    // The next event on it would be entered under the number of this row.
    expectAt(end.position, numberDue !== null, () => {
      return `The holding of ${account} in ${asset} is of no event.`;
    });
  }
  const all = [...books.holdings()];
  if (found === all.length) return;
  const kept = await tx.query<{ account: string; asset: string }>(
    "select account, asset from holdings where log_id = $1",
    [logId],
  );
  const names = new Set(kept.map(({ account, asset }) => JSON.stringify([account, asset])));
  const missing = all.find(({ account, asset }) => !names.has(JSON.stringify([account, asset])));
  expectAt(end.position, missing === undefined, () => {
    return `The holding of ${missing?.account} in ${missing?.asset} is missing, where the events add up to ${missing?.amount}.`;
  });
}
