import type { Core } from "#service/http/deps.ts";
import { LookingJob } from "#service/looking-job.ts";
import { PaymentDesk, type Providers } from "#service/payments/payment-desk.ts";
import { Stripe } from "#service/payments/stripe/stripe.ts";

/** How often it is looked whether a payment is due to be read, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

export interface PaymentServices {
  readonly desk: PaymentDesk;
  readonly looking: LookingJob;
}

/** Makes the desk, with the providers that the settings name. */
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
  return { desk, looking };
}

function providersOf({ config, fetch, sleep, now }: Core): Providers {
  const { stripe } = config.payments;
  if (stripe === null) return {};
  const provider = new Stripe(stripe, { fetch, sleep, now });
  return { stripe: provider, cashapp: provider };
}
