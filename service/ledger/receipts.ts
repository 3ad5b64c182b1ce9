import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { HASH_BYTES } from "#domain/ledger/block.ts";
import { leafText } from "#domain/ledger/leaf.ts";
import { inclusionPath } from "#domain/ledger/merkle.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import { arrayLiteral } from "#projections/kernel/sql.ts";
import { leafOf, sha256 } from "#service/event-store/append/hashing.ts";
import { type SigningContext, signedHeads } from "./heads/signed-heads.ts";

/** An event's row with its block, and the block's leaves in one. */
interface ReceiptRow extends EventRow {
  readonly number: bigint;
  readonly from_position: bigint;
  readonly to_position: bigint;
  readonly previous: Uint8Array;
  readonly root: Uint8Array;
  readonly hash: Uint8Array;
  readonly leaves: Uint8Array;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** The receipt of an event for a reader with access to it; null without access, and without such an event. */
export async function receiptIf(
  mayBeSeen: (event: RecordedEvent) => boolean,
  position: number,
  context: SigningContext,
): Promise<Receipt | null> {
  const rows = await receiptRows([position], context);
  const [receipt] = await receiptsOfRows(
    rows.filter((row) => mayBeSeen(eventOf(row))),
    context,
  );
  return receipt?.[1] ?? null;
}

/**
 * The receipt of the event at a position: its exact bytes, the path to the root of its block, and the block's head,
 * signed on demand. Null without such an event.
 */
export async function receiptOf(position: number, context: SigningContext): Promise<Receipt | null> {
  return (await receiptsOf([position], context)).get(position) ?? null;
}

/** The receipts of events, by position, read together. */
export async function receiptsOf(
  positions: readonly number[],
  context: SigningContext,
): Promise<ReadonlyMap<number, Receipt>> {
  return new Map(await receiptsOfRows(await receiptRows(positions, context), context));
}

async function receiptRows(
  positions: readonly number[],
  { sql, logId }: Pick<SigningContext, "sql" | "logId">,
): Promise<readonly ReceiptRow[]> {
  const rows = await sql.run<ReceiptRow>({
    name: "events_with_blocks",
    text: `select e.*, b.*,
        (select string_agg(leaf, ''::bytea order by position) from events
          where log_id = $1 and position between b.from_position and b.to_position) as leaves
      from (select ${EVENT_COLUMNS} from events where log_id = $1 and position = any($2::bigint[])) e
      left join lateral (select number, from_position, to_position, previous, root, hash from blocks
        where log_id = $1 and to_position >= e.position order by to_position limit 1) b on true`,
    values: [logId, arrayLiteral(positions)],
  });
  for (const { position, number } of rows) invariant(number !== null, `position ${position} is in a block`);
  return rows;
}

async function receiptsOfRows(
  rows: readonly ReceiptRow[],
  context: SigningContext,
): Promise<readonly (readonly [position: number, receipt: Receipt])[]> {
  if (rows.length === 0) return [];
  const blocks = rows.map(({ number, to_position, hash }) => ({
    number: Number(number),
    to: Number(to_position),
    hash,
  }));
  const heads = await signedHeads(blocks, context);
  return rows.map((row) => [Number(row.position), receiptOfRow(row, heads, context)]);
}

function receiptOfRow(
  row: ReceiptRow,
  heads: ReadonlyMap<number, SignedHead>,
  { logId }: Pick<SigningContext, "logId">,
): Receipt {
  const columns = { ...eventOf(row), log: logId, payload: row.payload };
  const leaf = leafOf(columns);
  const [position, from] = [Number(row.position), Number(row.from_position)];
  const leaves = leavesIn(row.leaves);
  const index = position - from;
  const stored = leaves[index];
  // A receipt that does not verify would suggest a wrong log: better none at all.
  invariant(
    stored !== undefined && leaf.equals(stored),
    `the event at position ${position} has the leaf of its columns`,
  );
  const number = Number(row.number);
  const head = heads.get(number);
  invariant(head !== undefined, `the head of block ${number} is signed`);
  return {
    event: Buffer.from(leafText(columns), "utf8").toString("base64"),
    leaf: hex(leaf),
    index,
    path: inclusionPath(leaves, index, sha256).map(hex),
    block: {
      number,
      from,
      to: Number(row.to_position),
      previous: hex(row.previous),
      root: hex(row.root),
      hash: hex(row.hash),
    },
    head,
  };
}

const leavesIn = (leaves: Uint8Array): Uint8Array[] =>
  Array.from({ length: leaves.length / HASH_BYTES }, (_, n) =>
    leaves.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  );
