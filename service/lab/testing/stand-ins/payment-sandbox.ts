import { MINUTE_MS } from "#domain/kernel/time.ts";
import type { ProviderWire } from "#service/integrations/payments/ask-provider.ts";
import type { PaymentOrder, PaymentProvider, WebhookHint } from "#service/integrations/payments/provider.ts";
import { createPaymentSandbox, type PaymentSandbox } from "#service/integrations/payments/sandbox/app.ts";
import type { BookedPayment } from "#service/integrations/payments/sandbox/book.ts";
import type { PaymentSettings } from "#service/integrations/payments/settings.ts";

export const PAYMENTS_ORIGIN = "http://localhost:3002";
export const STRIPE_ACCOUNT = { secretKey: "sk_test_florin", webhookSecret: "whsec_florin" };
export const PAYPAL_ACCOUNT = {
  clientId: "florin-paypal",
  clientSecret: "florin-paypal-secret",
  webhookId: "florin-webhook",
};
export const BTCPAY_ACCOUNT = {
  apiKey: "florin-btcpay-key",
  storeId: "FlorinStore",
  webhookSecret: "florin-btcpay-secret",
};
/** The settings of a shop that uses the sandbox. */
export const SANDBOX_PAYMENTS = {
  stripe: { origin: `${PAYMENTS_ORIGIN}/stripe`, ...STRIPE_ACCOUNT },
  paypal: { origin: `${PAYMENTS_ORIGIN}/paypal`, ...PAYPAL_ACCOUNT },
  btcpay: { origin: `${PAYMENTS_ORIGIN}/btcpay`, ...BTCPAY_ACCOUNT },
} satisfies PaymentSettings;

/** A payment sandbox in memory, whose webhooks wait until released. */
export interface DrivenPayments {
  readonly sandbox: PaymentSandbox;
  readonly clock: { now: number };
  /** `fetch` that reaches only the sandbox; a lost answer rejects. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The same for provider clients, without waiting. */
  readonly wire: ProviderWire;
  /** A payment by our id, by default the first of all. @throws Error without one */
  payment(paymentId?: string): BookedPayment;
  /** Webhooks posted so far. */
  readonly posted: { readonly url: string; readonly headers: Headers; readonly body: string }[];
  /** Does a person's action on the page of a checkout. @returns the answer, which leads on or back */
  choose(checkout: string, action: string): Promise<Response>;
}

/** An order to a provider. */
export const sandboxOrder = (now: number, change: Partial<PaymentOrder> = {}): PaymentOrder => ({
  paymentId: "pay_1",
  method: "stripe",
  amount: 1_999n,
  title: "Valkyrie Helm",
  expiresAt: now + 31 * MINUTE_MS,
  returnUrl: "http://localhost:3000/shop/purchases/1",
  cancelUrl: "http://localhost:3000/shop/purchases/1",
  ...change,
});

/** Reaches a sandbox whose dollars are euros. */
export const inEuros = ({ wire }: DrivenPayments): ProviderWire => ({
  ...wire,
  fetch: async (url, init) => {
    const answer = await wire.fetch(url, init);
    return new Response((await answer.text()).replaceAll('"USD"', '"EUR"'), { status: answer.status });
  },
});

/** The buyers' actions on a checkout's page, and the state of a payment of 19.99 right after each, at any provider. */
export const AT_FIRST = [
  ["slowly", "processing", 0n],
  ["late", "expired", 0n],
  ["too-much", "paid", 2_099n],
  ["twice", "paid", 3_998n],
  ["decline", "open", 0n],
  ["cancel", "open", 0n],
] as const;

/** The contents of posted webhooks as a provider reads them. */
export async function hintsOf(
  { sandbox, posted }: DrivenPayments,
  provider: PaymentProvider,
): Promise<(WebhookHint | null)[]> {
  await sandbox.sender.flush();
  return Promise.all(posted.map(({ headers, body }) => provider.hint({ headers, raw: Buffer.from(body) })));
}

/** @param post receives webhooks, which are otherwise only recorded */
export function drivePayments(
  clock: { now: number },
  post: (url: string, init: RequestInit) => Promise<Response> = async () =>
    new Response(null, { status: 200 }),
): DrivenPayments {
  const posted: { url: string; headers: Headers; body: string }[] = [];
  const sandbox = createPaymentSandbox({
    origin: PAYMENTS_ORIGIN,
    webhooks: "http://localhost:3000/api/webhooks",
    stripe: STRIPE_ACCOUNT,
    paypal: PAYPAL_ACCOUNT,
    btcpay: BTCPAY_ACCOUNT,
    now: () => clock.now,
    scheduler: { after: () => () => undefined },
    post: (url, init) => {
      posted.push({ url, headers: new Headers(init.headers), body: String(init.body) });
      return post(url, init);
    },
  });
  const reach = (url: string, init: RequestInit) => sandbox.fetch(new Request(url, init));
  return {
    ...{ sandbox, clock, posted },
    fetch: reach,
    wire: { fetch: reach, sleep: async () => {}, now: () => clock.now },
    payment: (paymentId) => {
      const found = sandbox.book.all().find((one) => paymentId === undefined || one.paymentId === paymentId);
      if (found === undefined) throw new Error("There is no such payment");
      return found;
    },
    choose: (checkout, action) => reach(checkout, { method: "POST", body: new URLSearchParams({ action }) }),
  };
}
