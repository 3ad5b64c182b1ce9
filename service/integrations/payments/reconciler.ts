import { DAY_MS, HOUR_MS, nightOf } from "#domain/kernel/time.ts";
import type { Database } from "#projections/kernel/sql.ts";
import { asError } from "#service/db/errors.ts";
import { checkoutsAmong } from "./checkouts.ts";
import { type Difference, differencesBetween, movesDiffering } from "./differences.ts";
import { claimNight, finishNight, keepDifferences } from "./payment-checks.ts";
import type { PaymentDesk } from "./payment-desk.ts";
import type { PayoutDesk } from "./payout-desk.ts";
import type { PaymentProvider, ProviderName } from "./provider.ts";

/** How far back lists are compared, and how late a provider's list may be, in milliseconds. */
const COMPARED_MS = 3 * DAY_MS;
const LIST_LATE_MS = 6 * HOUR_MS;

export interface ReconcilerOptions {
  readonly db: Database;
  readonly desk: PaymentDesk;
  readonly payouts: PayoutDesk;
  readonly now: () => number;
  /** The UTC hour at which nights begin. */
  readonly hour: number;
  readonly onTrouble: (what: string, error: Error) => void;
  /** Notifies the admins, once per night. */
  readonly alarm: (night: string, found: number) => Promise<void>;
}

/** What to compare with one provider. */
interface Comparison {
  readonly provider: ProviderName;
  readonly name: string;
  differences(): Promise<readonly Difference[]>;
  readAgain(ids: readonly string[]): Promise<void>;
}

/** Compares the ledger with the providers once a night. Differences are stored and reported, never booked. */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  #lastDone: string | null = null;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  /** Compares the present night, unless that is done. */
  async look(): Promise<void> {
    const { db, now, hour, alarm } = this.#options;
    const night = nightOf(now(), hour);
    const comparisons = this.#comparisons();
    if (night === this.#lastDone || comparisons.length === 0) return;
    const claim = await claimNight(db, night);
    // Another process has the lease and may never finish: checked again later.
    if (claim === "taken") return;
    if (claim === "claimed") {
      const results: (number | null)[] = [];
      for (const one of comparisons) results.push(await this.#compared(night, one));
      const found = results.reduce<number>((all, one) => all + (one ?? 0), 0);
      const away = comparisons.filter((_, index) => results[index] === null).map(({ name }) => name);
      if (found > 0) await alarm(night, found);
      const trouble = away.length === 0 ? null : away.join(", ");
      await finishNight(db, night, { found, trouble, at: now() });
    }
    this.#lastDone = night;
  }

  #comparisons(): readonly Comparison[] {
    const { desk, payouts, now } = this.#options;
    const taking = desk.providers().map((provider) => ({
      ...{ provider: provider.name, name: provider.name },
      differences: () => this.#differences(provider),
      readAgain: (ids: readonly string[]) => desk.readAgain(ids),
    }));
    const paying = payouts.providerName();
    if (paying === null) return taking;
    const paidOut: Comparison = {
      ...{ provider: paying, name: `payouts by ${paying}` },
      differences: () => payouts.differences(now() - COMPARED_MS),
      readAgain: (ids) => payouts.readAgain(ids),
    };
    return [...taking, paidOut];
  }

  /** @returns the number of differences; null if the provider could not be asked */
  async #compared(night: string, { provider, name, ...compare }: Comparison): Promise<number | null> {
    const { db, onTrouble } = this.#options;
    try {
      let differences = await compare.differences();
      // Unreported payments are read first, as after any webhook.
      if (differences.length > 0) {
        await compare.readAgain(
          differences.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId])),
        );
        differences = await compare.differences();
      }
      await keepDifferences(db, { night, provider }, differences);
      return differences.length;
    } catch (error) {
      onTrouble(`our books could not be compared with ${name}`, asError(error));
      return null;
    }
  }

  async #differences(provider: PaymentProvider): Promise<readonly Difference[]> {
    const { db, desk, now } = this.#options;
    const at = now();
    const since = at - COMPARED_MS;
    const listed = await provider.list(since);
    const begun = await checkoutsAmong(db, { provider: provider.name, listed, since });
    const known = [];
    const moved: Difference[] = [];
    for (const payment of begun) {
      const booked = await desk.booked(payment);
      known.push({ ...payment, received: booked.received });
      // A list shows the amount received; everything else is read from the payment itself.
      if (booked.received > 0n) moved.push(...movesDiffering(payment, booked, await desk.reading(payment)));
    }
    const due = begun.filter(({ createdAt }) => createdAt >= since && createdAt < at - LIST_LATE_MS);
    const came = differencesBetween(listed, { known, due: new Set(due.map(({ paymentId }) => paymentId)) });
    return [...came, ...moved];
  }
}
