import type { Receipt } from "#domain/ledger/proof.ts";
import { isKept } from "#domain/ledger/transit/peer-receipt.ts";
import type { HeadSigningJob } from "#service/ledger/heads/head-signing-job.ts";
import type { SigningContext } from "#service/ledger/heads/signed-heads.ts";
import { receiptOf } from "#service/ledger/receipts.ts";

/**
 * The receipts of events for another log, in order. Null for an event that no kept head covers yet: this log could
 * still lose it, so no other log may learn of it.
 * @throws LogForkedError when this log lacks events that it has told already
 */
export async function keptReceipts(
  positions: readonly number[],
  context: SigningContext,
  heads: Pick<HeadSigningJob, "kept">,
): Promise<(Receipt | null)[]> {
  const kept = await heads.kept();
  const receipts: (Receipt | null)[] = [];
  for (const position of positions) {
    const receipt = await receiptOf(position, context);
    receipts.push(receipt !== null && isKept(receipt, kept) ? receipt : null);
  }
  return receipts;
}
