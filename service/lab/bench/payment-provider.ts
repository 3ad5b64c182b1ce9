import { constants, setPriority } from "node:os";
import { createPaymentSandbox, type PaymentSandbox } from "#service/integrations/payments/sandbox/app.ts";
import { type Listening, listenHere } from "#service/integrations/stand-ins/listen-here.ts";
import {
  BTCPAY_ACCOUNT,
  PAYPAL_ACCOUNT,
  STRIPE_ACCOUNT,
} from "#service/lab/testing/stand-ins/payment-sandbox.ts";
import { answerParent } from "./child.ts";

const HOST = "127.0.0.1";

interface Provider {
  readonly listening: Listening;
  readonly sandbox: PaymentSandbox;
}

let provider: Provider | null = null;
let shopPort = 0;
let taken = 0;

const handlers = {
  /** Starts a provider for a shop that will receive webhooks at its own port. @returns its address for the shop */
  open: async (_: null): Promise<string> => {
    // The sandbox refuses production, which this process inherits. It is not reachable from outside.
    process.env.NODE_ENV = "test";
    // A real provider runs elsewhere: its work must not take the cores of what is measured.
    setPriority(constants.priority.PRIORITY_LOW);
    let sandbox: PaymentSandbox | null = null;
    const listening = await listenHere(
      async (request) => sandbox?.fetch(request) ?? new Response(null, { status: 503 }),
      { port: 0, host: HOST },
    );
    const origin = `http://${HOST}:${listening.port}`;
    sandbox = createPaymentSandbox({
      ...{ origin, webhooks: "/api/webhooks" },
      ...{ stripe: STRIPE_ACCOUNT, paypal: PAYPAL_ACCOUNT, btcpay: BTCPAY_ACCOUNT },
      scheduler: { after: () => () => undefined },
      post: async (path, init) => {
        const answer = await fetch(`http://${HOST}:${shopPort}${path}`, init);
        if (answer.ok) taken += 1;
        return answer;
      },
    });
    provider = { listening, sandbox };
    return origin;
  },

  /** Makes everybody pay at once, and sends the shop several webhooks per payment. @returns how many it accepted */
  payAll: async ({ port, times }: { readonly port: number; readonly times: number }): Promise<number> => {
    if (provider === null) throw new Error("There is no provider");
    shopPort = port;
    taken = 0;
    const { book, sender, switches } = provider.sandbox;
    switches.set({ repeats: times - 1 });
    for (const payment of book.all()) book.act(payment, "pay");
    await sender.flush();
    return taken;
  },
};

export type PaymentProviderHandlers = typeof handlers;

answerParent(handlers);
