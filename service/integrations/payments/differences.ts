import type { Minor } from "#domain/kernel/money.ts";
import type { ListedPayment } from "./provider.ts";

/** A payment of ours, with its amount in our books. */
export interface OwnPayment {
  readonly paymentId: string;
  readonly reference: string;
  /** Cents. */
  readonly received: Minor;
}

/** The other amounts of a payment or payout. */
const MOVED = ["refunded", "taken", "payout", "fee"] as const;
type Moved = (typeof MOVED)[number];
/** Totals in cents; a missing one is zero. */
export type Moves = { readonly [M in Moved]?: Minor };

/** Differences between our books and a provider's list, in cents. */
export interface Difference {
  readonly reference: string;
  readonly paymentId: string | null;
  /**
   * `unknown`: the payment is not ours. `missing`: the provider does not list it. `amount`: another amount came in.
   * The others: another amount was refunded, taken by disputes, paid out, or kept as a fee.
   */
  readonly what: "unknown" | "missing" | "amount" | Moved;
  readonly ours: Minor;
  readonly theirs: Minor;
}

/**
 * Compares the amounts received, payment by payment. A list may name a payment by the provider's id or by ours.
 * @param due our payments that the list must contain, by the time that it covers
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

/** Compares the other amounts of one payment or payout. */
export const movesDiffering = (
  about: Pick<Difference, "reference" | "paymentId">,
  ours: Moves,
  theirs: Moves,
): readonly Difference[] =>
  MOVED.map((what) => ({ ...about, what, ours: ours[what] ?? 0n, theirs: theirs[what] ?? 0n })).filter(
    (one) => one.ours !== one.theirs,
  );
