import { createPaymentSandbox, type PaymentSandbox } from "#service/payments/sandbox/app.ts";

export const PAYMENTS_ORIGIN = "http://localhost:3002";
export const STRIPE_ACCOUNT = { secretKey: "sk_test_florin", webhookSecret: "whsec_florin" };

/** A payment sandbox in memory, whose webhooks wait until they are told to go. */
export interface DrivenPayments {
  readonly sandbox: PaymentSandbox;
  readonly clock: { now: number };
  /** `fetch` that reaches the sandbox and nothing else; an answer that is lost rejects. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** What was posted as a webhook so far. */
  readonly posted: { readonly url: string; readonly headers: Headers; readonly body: string }[];
  /** Does on the page of a checkout what a person may. @returns the answer, which leads on or back */
  choose(checkout: string, action: string): Promise<Response>;
}

/** @param post takes webhooks, which are otherwise only noted */
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
    choose: (checkout, action) => reach(checkout, { method: "POST", body: new URLSearchParams({ action }) }),
  };
}
