// Loaded when a receipt is checked: the schemas that read one are too large to come with a page.

import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { type LedgerKeys, type Receipt, receiptSchema } from "#domain/ledger/proof.ts";
import { verifyReceipt } from "#domain/ledger/receipt.ts";
import { webCrypto } from "#web/lib/web-crypto.ts";

/** What checking a receipt found. */
export type CheckedReceipt =
  | { readonly ok: true; readonly event: RecordedEvent; readonly receipt: Receipt }
  | { readonly ok: false; readonly problem: string };

const NOT_A_RECEIPT = "This is not a receipt of the ledger: parts are missing or unexpected.";

/**
 * Checks what may be a receipt, from anywhere, against known keys.
 * @throws CannotCheckError where the browser lacks what it takes
 */
export async function checkReceipt(candidate: unknown, keys: LedgerKeys["keys"]): Promise<CheckedReceipt> {
  const read = receiptSchema.safeParse(candidate);
  if (!read.success) return { ok: false, problem: NOT_A_RECEIPT };
  const check = await verifyReceipt(read.data, { ...webCrypto, keys });
  return check.ok ? { ...check, receipt: read.data } : check;
}
