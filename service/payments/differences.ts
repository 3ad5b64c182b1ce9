import type { Minor } from "#domain/kernel/money.ts";
import type { ListedPayment } from "./provider.ts";

/** A payment of ours, with what our books say came of it. */
export interface OwnPayment {
  readonly paymentId: string;
  readonly reference: string;
  /** Cents. */
  readonly received: Minor;
}

/** Where our books and a provider's list differ, in cents. */
export interface Difference {
  readonly reference: string;
  readonly paymentId: string | null;
  /** Money of a payment that is not ours, one of ours that is not there, or another amount. */
  readonly what: "unknown" | "missing" | "amount";
  readonly ours: Minor;
  readonly theirs: Minor;
}

/**
 * Compares what came, payment by payment. A provider's list may call a payment by its own name or by ours.
 * @param due payments of ours that have to be in the list, as the list covers their time
 */
export function differencesBetween(
  listed: readonly ListedPayment[],
  { known, due }: { readonly known: readonly OwnPayment[]; readonly due: ReadonlySet<string> },
): readonly Difference[] {
  const byReference = new Map(known.map((one) => [one.reference, one]));
  const byId = new Map(known.map((one) => [one.paymentId, one]));
  const theirs = new Map<string, Minor>();
  const unknown: Difference[] = [];
  for (const { reference, paymentId, received } of listed) {
    const ours = byReference.get(reference) ?? (paymentId === null ? undefined : byId.get(paymentId));
    if (ours !== undefined) theirs.set(ours.paymentId, received + (theirs.get(ours.paymentId) ?? 0n));
    else if (received > 0n)
      unknown.push({ reference, paymentId, what: "unknown", ours: 0n, theirs: received });
  }
  const own = known.flatMap(({ paymentId, reference, received }): Difference[] => {
    const there = theirs.get(paymentId);
    const about = { reference, paymentId, ours: received };
    if (there === undefined)
      return received > 0n && due.has(paymentId) ? [{ ...about, what: "missing", theirs: 0n }] : [];
    return there === received ? [] : [{ ...about, what: "amount", theirs: there }];
  });
  return [...unknown, ...own];
}
