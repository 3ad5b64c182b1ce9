import type { Core } from "#service/http/deps.ts";
import { LookingJob } from "#service/looking-job.ts";
import { Btcpay } from "#service/payments/btcpay/btcpay.ts";
import { PaymentDesk, type Providers } from "#service/payments/payment-desk.ts";
import { PayoutDesk } from "#service/payments/payout-desk.ts";
import { Paypal } from "#service/payments/paypal/paypal.ts";
import { PaypalPayouts } from "#service/payments/paypal/paypal-payouts.ts";
import { Stripe } from "#service/payments/stripe/stripe.ts";

/** How often it is looked whether a payment is due to be read, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

export interface PaymentServices {
  readonly desk: PaymentDesk;
  readonly payouts: PayoutDesk;
  readonly looking: LookingJob;
}

/** Makes the desks, with the providers that the settings name. */
export function createPayments(core: Core): PaymentServices {
  const { db, now, scheduler, onTrouble } = core;
  const desk = new PaymentDesk({
    ...{ db, now, onTrouble },
    providers: providersOf(core),
    wake: () => looking.wake(),
  });
  const looking = new LookingJob({
    ...{ scheduler, onTrouble, everyMs: LOOK_EVERY_MS, trouble: "payments could not be looked at" },
    look: () => desk.look(),
  });
  const payouts = new PayoutDesk({ ...{ db, now, onTrouble }, provider: payoutsOf(core) });
  return { desk, payouts, looking };
}

/** Payouts go through PayPal, where it is set up. */
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
