import type { Head } from "#domain/features/ledger/contract.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorBy, placeOf } from "../../kernel/cursor.ts";
import { type LogReader, type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";

/** A block, with the newest signature of its head where there is one. */
export interface HeadRow extends Row {
  readonly number: bigint;
  readonly from_position: bigint;
  readonly to_position: bigint;
  readonly previous: Uint8Array;
  readonly root: Uint8Array;
  readonly hash: Uint8Array;
  readonly signed_at: bigint | null;
  readonly signature: string | null;
  readonly key_id: string | null;
}

/**
 * The chain of blocks, newest first, each with its newest signature where it was signed.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function ledgerHeads(
  { sql, logId }: LogReader,
  { limit = LIST_LIMIT_DEFAULT, next }: PageQuery = {},
): Promise<Page<Head>> {
  const rows = await sql.run<HeadRow>({
    name: "ledger_heads",
    text: `select b.number, b.from_position, b.to_position, b.previous, b.root, b.hash,
        s.signed_at, translate(encode(s.signature, 'base64'), E'\\n', '') as signature, s.key_id
      from blocks b left join lateral (
        select * from signed_heads s where s.log_id = b.log_id and s.number = b.number
        order by s.signed_at desc, s.key_id collate "C" limit 1
      ) s on true
      where b.log_id = $1::int and b.number < $2::bigint order by b.number desc limit $3::int`,
    values: [logId, placeOf(next), limit + 1],
  });
  return pageOf(rows, limit, { item: headOf, cursor: cursorBy("number") });
}

/** The signed head in a row, in the form that the API returns. */
export function headOf(row: HeadRow): Head {
  const block = {
    number: Number(row.number),
    from: Number(row.from_position),
    to: Number(row.to_position),
    previous: toHex(row.previous),
    root: toHex(row.root),
    hash: toHex(row.hash),
  };
  if (row.signature === null || row.key_id === null) return block;
  const signed = { at: instantOf(row.signed_at), signature: row.signature, keyId: row.key_id };
  return { ...block, signed };
}
