import type { Minor } from "#domain/kernel/money.ts";
import type { ListedPayment } from "./provider.ts";

/** A payment of ours, with what our books say came of it. */
export interface OwnPayment {
  readonly paymentId: string;
  readonly reference: string;
  /** Cents. */
  readonly received: Minor;
}

/** What moves after money came, or without that. */
const MOVED = ["refunded", "taken", "payout", "fee"] as const;
type Moved = (typeof MOVED)[number];
/** Totals in cents; what is not named is nothing. */
export type Moves = { readonly [M in Moved]?: Minor };

/** Where our books and a provider's list differ, in cents. */
export interface Difference {
  readonly reference: string;
  readonly paymentId: string | null;
  /**
   * Money of a payment that is not ours, one of ours that is not there, or another amount that came; another amount
   * that went back, that a dispute took, that the provider kept, or that was paid out.
   */
  readonly what: "unknown" | "missing" | "amount" | Moved;
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

/** Compares what else moved for one payment or payout. */
export const movesDiffering = (
  about: Pick<Difference, "reference" | "paymentId">,
  ours: Moves,
  theirs: Moves,
): readonly Difference[] =>
  MOVED.map((what) => ({ ...about, what, ours: ours[what] ?? 0n, theirs: theirs[what] ?? 0n })).filter(
    (one) => one.ours !== one.theirs,
  );
