import { createPaymentSandbox } from "#service/integrations/payments/sandbox/app.ts";
import { listenHere } from "#service/integrations/stand-ins/listen-here.ts";
import { later } from "#service/later.ts";
import { DEMO_BTCPAY, DEMO_PAYPAL, DEMO_STRIPE } from "./settings.ts";

interface DemoPayments {
  readonly host: string;
  readonly port: number;
  /** Its address for browsers. */
  readonly origin: string;
  /** The demo's port, which receives webhooks. */
  readonly sitePort: number;
}

/** Starts the payment sandbox of the demo. @throws Error in production */
export async function startPaymentSandbox({
  host,
  port,
  origin,
  sitePort,
}: DemoPayments): Promise<{ close(): Promise<void> }> {
  const sandbox = createPaymentSandbox({
    origin,
    webhooks: `http://localhost:${sitePort}/api/webhooks`,
    stripe: DEMO_STRIPE,
    paypal: DEMO_PAYPAL,
    btcpay: DEMO_BTCPAY,
    scheduler: { after: later },
  });
  const listening = await listenHere(async (request) => sandbox.fetch(request), {
    host,
    port,
    setting: "PAYMENTS_PORT",
  });
  return {
    close: async () => {
      sandbox.stop();
      await listening.close();
    },
  };
}
