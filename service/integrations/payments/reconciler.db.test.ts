import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/kernel/time.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { keepCheckout } from "./checkouts.ts";
import type { Difference } from "./differences.ts";
import type { PaymentDesk } from "./payment-desk.ts";
import type { PayoutDesk } from "./payout-desk.ts";
import type { ListedPayment, PaymentProvider } from "./provider.ts";
import { Reconciler } from "./reconciler.ts";

const NOON = Date.UTC(2026, 0, 5, 12);
const [STRIPE, NIGHT] = ["stripe", "2026-01-05"] as const;
const listing = (listed: readonly ListedPayment[]) => ({ name: STRIPE, list: vi.fn(async () => listed) });
const paid = (reference: string, received = 100n): ListedPayment => ({
  reference,
  paymentId: null,
  received,
});

/** What the books and the provider say of each payment: 1.00 came in, unless told otherwise. */
interface Said {
  readonly booked?: object;
  readonly read?: object;
  readonly payouts?: Pick<PayoutDesk, "providerName" | "differences" | "readAgain">;
  readonly providers?: readonly ReturnType<typeof listing>[];
}

describeEachEngine("a nightly comparison with payment providers", (engine) => {
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await engine.fresh();
  });
  afterEach(() => emptied());
  const emptied = async () => {
    for (const table of ["payment_checks", "payment_differences", "payment_checkouts", "payment_hints"])
      await db.query(`delete from ${table}`);
  };

  function begun({ booked, read, payouts, providers = [listing([])] }: Said = {}) {
    const all = { received: 100n, refunded: 0n, taken: 0n, payout: 0n, fee: 3n };
    const desk = {
      providers: () => providers as unknown as readonly PaymentProvider[],
      booked: async () => ({ ...all, ...booked }),
      reading: vi.fn(async () => ({ ...all, ...read })),
      readAgain: vi.fn(async () => undefined),
    };
    const [alarm, onTrouble] = [vi.fn(async () => undefined), vi.fn()];
    const reconciler = new Reconciler({
      ...{ db, alarm, onTrouble, hour: 4, now: () => NOON },
      desk: desk as unknown as PaymentDesk,
      payouts: (payouts ?? { providerName: () => null }) as unknown as PayoutDesk,
    });
    return { desk, alarm, onTrouble, reconciler };
  }

  const checkout = (paymentId: string, at: number) =>
    keepCheckout(db, {
      order: { paymentId, expiresAt: at + HOUR_MS },
      ...{ purpose: "test", provider: STRIPE, checkout: { reference: `of_${paymentId}`, url: "/" }, at },
    });
  const found = () => db.query("select reference, what from payment_differences order by reference, what");
  const nights = () => db.query("select night, found, trouble from payment_checks");

  it("expects a payment in the list once that is six hours old, and for three days", async () => {
    const { reconciler, alarm } = begun();
    await checkout("late", NOON - 6 * HOUR_MS - 1);
    await checkout("young", NOON - 6 * HOUR_MS);
    await checkout("first", NOON - 3 * DAY_MS);
    await checkout("old", NOON - 3 * DAY_MS - 1);
    // A webhook of the older one makes it known again.
    await db.query(
      "insert into payment_hints (provider, event_id, type, reference, raw, received_at) values ('stripe', 'e', 't', 'of_old', '', $1)",
      [NOON],
    );
    await reconciler.look();
    expect(await found()).toEqual([
      { reference: "of_first", what: "missing" },
      { reference: "of_late", what: "missing" },
    ]);
    expect(alarm.mock.calls).toEqual([[NIGHT, 2]]);
    expect(await nights()).toEqual([{ night: NIGHT, found: 2, trouble: null }]);
  });

  it("finds amounts that moved otherwise, of payments that received something", async () => {
    const one = begun({ read: { fee: 4n, refunded: 50n }, providers: [listing([paid("of_a")])] });
    await checkout("a", NOON - DAY_MS);
    await one.reconciler.look();
    expect((await found()).map(({ what }) => what)).toEqual(["fee", "refunded"]);
    await emptied();
    const none = begun({ booked: { received: 0n }, read: { fee: 4n } });
    await checkout("a", NOON - DAY_MS);
    await none.reconciler.look();
    expect(none.desk.reading).not.toHaveBeenCalled();
    expect(none.alarm).not.toHaveBeenCalled();
  });

  it("reads what differs again first, and reports only what then still does", async () => {
    const listed: ListedPayment[] = [];
    const { desk, reconciler, alarm } = begun({ providers: [listing(listed)] });
    await checkout("a", NOON - DAY_MS);
    desk.readAgain.mockImplementation(async () => void listed.push(paid("of_a")));
    await reconciler.look();
    expect(desk.readAgain.mock.calls).toEqual([[["a"]]]);
    expect([await found(), alarm.mock.calls]).toEqual([[], []]);
  });

  it("names a provider that could not be asked, and compares the others and payouts", async () => {
    const away = { name: STRIPE, list: vi.fn(async () => Promise.reject(new Error("away"))) };
    const difference: Difference = { reference: "po", paymentId: null, what: "payout", ours: 1n, theirs: 2n };
    const payouts = {
      providerName: () => "paypal" as const,
      differences: vi.fn(async () => [difference]),
      readAgain: vi.fn(async () => undefined),
    };
    const { reconciler, alarm, onTrouble } = begun({ providers: [away], payouts });
    await reconciler.look();
    expect(onTrouble).toHaveBeenCalledOnce();
    expect(await nights()).toEqual([{ night: NIGHT, found: 1, trouble: STRIPE }]);
    expect(await found()).toEqual([{ reference: "po", what: "payout" }]);
    expect(alarm.mock.calls).toEqual([[NIGHT, 1]]);
    expect(payouts.differences).toHaveBeenCalledWith(NOON - 3 * DAY_MS);
  });

  it("is made once a night, and never without a provider", async () => {
    const provider = listing([]);
    const { reconciler } = begun({ providers: [provider] });
    await reconciler.look();
    const asked = vi.spyOn(db, "query");
    await reconciler.look();
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    expect(provider.list).toHaveBeenCalledOnce();
    await emptied();
    const none = begun({ providers: [] });
    await none.reconciler.look();
    expect(await nights()).toEqual([]);
  });
});
