import { DAY_MS, HOUR_MS, nightOf } from "#domain/kernel/time.ts";
import type { Database } from "#projections/kernel/sql.ts";
import { asError } from "#service/db/errors.ts";
import { checkoutsAmong } from "./checkouts.ts";
import { type Difference, differencesBetween } from "./differences.ts";
import { claimNight, finishNight, keepDifferences } from "./payment-checks.ts";
import type { PaymentDesk } from "./payment-desk.ts";
import type { PaymentProvider } from "./provider.ts";

/** How far back lists are compared, and how late a provider's list may be, in milliseconds. */
const COMPARED_MS = 3 * DAY_MS;
const LIST_LATE_MS = 6 * HOUR_MS;

export interface ReconcilerOptions {
  readonly db: Database;
  readonly desk: PaymentDesk;
  readonly now: () => number;
  /** At which hour nights begin, in UTC. */
  readonly hour: number;
  readonly onTrouble: (what: string, error: Error) => void;
  /** Tells the admins, once for each night. */
  readonly alarm: (night: string, found: number) => Promise<void>;
}

/**
 * Compares our books with the providers' own lists once a night, in whichever process comes first. What differs is
 * kept and told; nothing is ever posted for it.
 */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  #lastDone: string | null = null;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  /** Compares the present night, if that is to be done. */
  async look(): Promise<void> {
    const { db, desk, now, hour, alarm } = this.#options;
    const night = nightOf(now(), hour);
    const providers = desk.providers();
    if (night === this.#lastDone || providers.length === 0) return;
    if (await claimNight(db, night)) {
      const results: (number | null)[] = [];
      for (const provider of providers) results.push(await this.#compared(night, provider));
      const found = results.reduce<number>((all, one) => all + (one ?? 0), 0);
      const away = providers.filter((_, index) => results[index] === null).map(({ name }) => name);
      if (found > 0) await alarm(night, found);
      const trouble = away.length === 0 ? null : away.join(", ");
      await finishNight(db, night, { found, trouble, at: now() });
    }
    this.#lastDone = night;
  }

  /** @returns how many differ; null where the provider could not be asked */
  async #compared(night: string, provider: PaymentProvider): Promise<number | null> {
    const { db, desk, onTrouble } = this.#options;
    try {
      let differences = await this.#differences(provider);
      // What nobody has told of yet is read first, as after any webhook.
      if (differences.length > 0) {
        for (const { paymentId } of differences) if (paymentId !== null) await desk.hurry(paymentId);
        await desk.look();
        differences = await this.#differences(provider);
      }
      await keepDifferences(db, { night, provider: provider.name }, differences);
      return differences.length;
    } catch (error) {
      onTrouble(`the list of ${provider.name} could not be compared`, asError(error));
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
    for (const { paymentId, reference, purpose } of begun)
      known.push({ paymentId, reference, received: await desk.booked(purpose, paymentId) });
    const due = begun.filter(({ createdAt }) => createdAt >= since && createdAt < at - LIST_LATE_MS);
    return differencesBetween(listed, { known, due: new Set(due.map(({ paymentId }) => paymentId)) });
  }
}
