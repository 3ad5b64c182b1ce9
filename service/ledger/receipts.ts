import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { leafText } from "#domain/ledger/leaf.ts";
import { inclusionPath } from "#domain/ledger/merkle.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import { leafOf, sha256 } from "#service/event-store/append/hashing.ts";
import { type SigningContext, signedHead } from "./heads/signed-heads.ts";

interface BlockRow extends Row {
  readonly number: bigint;
  readonly from_position: bigint;
  readonly to_position: bigint;
  readonly previous: Uint8Array;
  readonly root: Uint8Array;
  readonly hash: Uint8Array;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** The receipt of an event for a reader with access to it; null without access, and without such an event. */
export async function receiptIf(
  mayBeSeen: (event: RecordedEvent) => boolean,
  position: number,
  context: SigningContext,
): Promise<Receipt | null> {
  const row = await eventRow(position, context);
  if (row === null || !mayBeSeen(eventOf(row))) return null;
  return receiptOfRow(row, context);
}

/**
 * The receipt of the event at a position: its exact bytes, the path to the root of its block, and the block's head,
 * signed on demand. Null without such an event.
 */
export async function receiptOf(position: number, context: SigningContext): Promise<Receipt | null> {
  const row = await eventRow(position, context);
  return row === null ? null : receiptOfRow(row, context);
}

async function eventRow(
  position: number,
  { sql, logId }: Pick<SigningContext, "sql" | "logId">,
): Promise<EventRow | null> {
  const [row] = await sql.run<EventRow>({
    name: "find_event",
    text: `select ${EVENT_COLUMNS} from events where log_id = $1 and position = $2`,
    values: [logId, position],
  });
  return row ?? null;
}

async function receiptOfRow(row: EventRow, context: SigningContext): Promise<Receipt> {
  const { logId } = context;
  const columns = { ...eventOf(row), log: logId, payload: row.payload };
  const leaf = leafOf(columns);
  const position = Number(row.position);
  const block = await blockOf(position, context);
  const leaves = await leavesOf(block, context);
  const index = position - Number(block.from_position);
  const stored = leaves[index];
  // A receipt that does not verify would suggest a wrong log: better none at all.
  invariant(
    stored !== undefined && leaf.equals(stored),
    `the event at position ${position} has the leaf of its columns`,
  );
  const number = Number(block.number);
  const to = Number(block.to_position);
  return {
    event: Buffer.from(leafText(columns), "utf8").toString("base64"),
    leaf: hex(leaf),
    index,
    path: inclusionPath(leaves, index, sha256).map(hex),
    block: {
      number,
      from: Number(block.from_position),
      to,
      previous: hex(block.previous),
      root: hex(block.root),
      hash: hex(block.hash),
    },
    head: await signedHead({ number, to, hash: block.hash }, context),
  };
}

async function blockOf(position: number, { sql, logId }: { sql: Sql; logId: number }): Promise<BlockRow> {
  const [block] = await sql.run<BlockRow>({
    name: "block_of_position",
    text: `select number, from_position, to_position, previous, root, hash from blocks
      where log_id = $1 and to_position >= $2 order by to_position limit 1`,
    values: [logId, position],
  });
  invariant(block !== undefined, `position ${position} is in a block`);
  return block;
}

async function leavesOf(block: BlockRow, { sql, logId }: { sql: Sql; logId: number }): Promise<Uint8Array[]> {
  const rows = await sql.run<{ leaf: Uint8Array }>({
    name: "leaves_of_block",
    text: `select leaf from events where log_id = $1 and position between $2 and $3 order by position`,
    values: [logId, block.from_position, block.to_position],
  });
  return rows.map(({ leaf }) => leaf);
}
