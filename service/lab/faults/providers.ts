import { type Minor, sumOf } from "#domain/kernel/money.ts";
import { scheduler } from "#projections/testing/runtime.ts";
import { DEMO_BTCPAY, DEMO_PAYPAL, DEMO_STRIPE } from "#service/demo/settings.ts";
import { createPaymentSandbox, type PaymentSandbox } from "#service/integrations/payments/sandbox/app.ts";
import { refundedOf } from "#service/integrations/payments/sandbox/book.ts";
import { listenHere } from "#service/integrations/stand-ins/listen-here.ts";
import type { ServiceProcess } from "./service-process.ts";
import type { Stage } from "./stage.ts";

/** Stands for the service in addresses: its port is known later. */
const SHOP = "http://shop";

/** Called with the next request of a kind, after it is carried out and before it is answered. */
interface Interruption {
  readonly path: RegExp;
  readonly work: () => Promise<void>;
}

/** Payment providers in a process that no scenario kills: their effects last. */
export class Providers {
  readonly sandbox: PaymentSandbox;
  readonly #origin: string;
  #service: ServiceProcess | null = null;
  #next: Interruption | null = null;

  private constructor(origin: string) {
    this.#origin = origin;
    this.sandbox = createPaymentSandbox({
      ...{ origin, webhooks: `${SHOP}/api/webhooks` },
      ...{ stripe: DEMO_STRIPE, paypal: DEMO_PAYPAL, btcpay: DEMO_BTCPAY },
      scheduler,
      post: (url, init) => fetch(url.replace(SHOP, this.#service?.url ?? SHOP), init),
    });
  }

  /** Starts them, until the scenario is over. */
  static async start(stage: Stage): Promise<Providers> {
    let providers: Providers | null = null;
    const answer = async (request: Request): Promise<Response> =>
      (await providers?.answer(request)) ?? new Response(null, { status: 503 });
    const listening = await listenHere(answer, { port: 0, host: "127.0.0.1" });
    const started = new Providers(`http://localhost:${listening.port}`);
    providers = started;
    stage.onClose(async () => {
      started.sandbox.stop();
      await listening.close();
    });
    return started;
  }

  /** The environment of a service that uses them. */
  get environment(): Readonly<Record<string, string>> {
    return {
      STRIPE_ORIGIN: `${this.#origin}/stripe`,
      PAYPAL_ORIGIN: `${this.#origin}/paypal`,
      BTCPAY_ORIGIN: `${this.#origin}/btcpay`,
    };
  }

  /** Registers the listener for payments. */
  tell(service: ServiceProcess): void {
    this.#service = service;
  }

  /** Runs something once when a request to a path is carried out, before it is answered. */
  interrupt(path: RegExp, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#next = { path, work: () => work().then(resolve, reject) };
    });
  }

  /** Answers a request, as the providers would. */
  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const answer = await this.sandbox.fetch(request);
    const next = this.#next;
    if (next === null || request.method !== "POST" || !next.path.test(pathname)) return answer;
    this.#next = null;
    await next.work();
    return answer;
  }

  /** The shop's balance at a provider, in cents. */
  has(provider: "stripe" | "paypal" | "btcpay"): Minor {
    const { book, payouts } = this.sandbox;
    const kept = book.all(provider).map((payment) => payment.received - payment.fee - refundedOf(payment));
    return sumOf(kept) - (provider === "paypal" ? payouts.gone() : 0n);
  }
}
