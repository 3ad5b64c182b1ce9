import { paymentChecksStream, paymentsDiffered } from "#domain/features/payments/events.ts";
import { accept } from "#domain/kernel/decision.ts";
import { logStreamKind } from "#domain/ledger/recovery.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { submitted } from "#service/event-store/commands/submitted.ts";
import type { Core } from "#service/http/deps.ts";
import { Btcpay } from "#service/integrations/payments/btcpay/btcpay.ts";
import { PaymentDesk, type Providers } from "#service/integrations/payments/payment-desk.ts";
import { PayoutDesk } from "#service/integrations/payments/payout-desk.ts";
import { Paypal } from "#service/integrations/payments/paypal/paypal.ts";
import { PaypalPayouts } from "#service/integrations/payments/paypal/paypal-payouts.ts";
import { Reconciler } from "#service/integrations/payments/reconciler.ts";
import { Stripe } from "#service/integrations/payments/stripe/stripe.ts";
import { LookingJob } from "#service/looking-job.ts";

/** Interval at which due payments are read, in milliseconds. */
const LOOK_EVERY_MS = 5_000;
/** Interval of checks for a night to compare, in milliseconds. */
const RECONCILE_EVERY_MS = 60_000;

export interface PaymentServices {
  readonly desk: PaymentDesk;
  readonly payouts: PayoutDesk;
  readonly looking: LookingJob;
  /** Compares the books with the providers' lists each night. */
  readonly reconciling: LookingJob;
}

/** Makes the payment desks, with the configured providers. */
export function createPayments(core: Core): PaymentServices {
  const { db, now, sleep, scheduler, onTrouble } = core;
  const desk = new PaymentDesk({
    ...{ db, now, sleep, onTrouble },
    providers: providersOf(core),
    wake: () => looking.wake(),
  });
  const looking = new LookingJob({
    ...{ scheduler, onTrouble, everyMs: LOOK_EVERY_MS, trouble: "payments could not be read" },
    look: () => desk.look(),
  });
  const payouts = new PayoutDesk({ ...{ db, now, onTrouble }, provider: payoutsOf(core) });
  const reconciler = new Reconciler({
    ...{ db, now, desk, payouts, onTrouble, hour: core.config.nightlyHour },
    alarm: async (night, found) => {
      await submitted(core.writer, differedCommand({ night, found }, now()));
    },
  });
  const reconciling = new LookingJob({
    ...{ scheduler, onTrouble, everyMs: RECONCILE_EVERY_MS, trouble: "payments could not be compared" },
    look: () => reconciler.look(),
  });
  return { desk, payouts, looking, reconciling };
}

/** Notifies the admins of a night's findings, once. */
const differedCommand = (
  { night, found }: { readonly night: string; readonly found: number },
  at: number,
): Submission<{ readonly found: number }> => ({
  ...systemOrigin(`payments_${night}`, at),
  reads: () => ({ streams: [{ kind: logStreamKind, name: paymentChecksStream }] }),
  decide: () => accept([paymentsDiffered({ night, found })], { found }),
});

/** Payouts through PayPal; null if it is not configured. */
function payoutsOf({ config, fetch, sleep, now }: Core): PaypalPayouts | null {
  const { paypal } = config.payments;
  return paypal === null ? null : new PaypalPayouts(paypal, { fetch, sleep, now });
}

function providersOf({ config, fetch, sleep, now }: Core): Providers {
  const wire = { fetch, sleep, now };
  const settings = config.payments;
  const stripe = settings.stripe === null ? null : new Stripe(settings.stripe, wire);
  const paypal = settings.paypal === null ? null : new Paypal(settings.paypal, wire);
  return {
    ...(stripe === null ? {} : { stripe, cashapp: stripe }),
    ...(paypal === null ? {} : { paypal }),
    ...(settings.btcpay === null ? {} : { crypto: new Btcpay(settings.btcpay, wire) }),
  };
}
