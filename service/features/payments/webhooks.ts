import type { Hono } from "hono";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem, notFound, unavailableProblem } from "#service/http/problem.ts";
import { type ProviderName, ProviderTrouble } from "#service/integrations/payments/provider.ts";
import type { PaymentServices } from "./services.ts";

const PROVIDERS: readonly ProviderName[] = ["stripe", "paypal", "btcpay"];
const RETRY_SECONDS = 60;

/** A buyer's return from a provider's page. */
export const returnPath = (paymentId: string): string => `/api/payments/${paymentId}/return`;

/**
 * The endpoint for providers to report changes. Only the signature lets a report in, and it covers the bytes as they
 * came. A report that is repeated, late or about nobody we know is accepted and changes nothing: the true state is read
 * from the provider.
 */
export function webhookRoutes(app: Hono<Env>, { desk }: Deps & PaymentServices): void {
  app.post("/webhooks/:provider", async (context, next) => {
    const name = PROVIDERS.find((provider) => provider === context.req.param("provider"));
    // Other features take webhooks too, some of them after this one.
    if (name === undefined) return next();
    const raw = new Uint8Array(await context.req.arrayBuffer());
    const isTheirs = await desk
      .take(name, { headers: context.req.raw.headers, raw })
      .catch((error: unknown) => {
        if (error instanceof ProviderTrouble)
          throw unavailableProblem("The provider cannot be reached now.", RETRY_SECONDS);
        throw error;
      });
    if (!isTheirs)
      throw new HttpProblem(400, { code: "bad_signature", detail: "This was not signed by the provider." });
    return context.json({ received: true });
  });

  // The payment is read before any webhook comes. That needs no sign-in, and answers nothing.
  app.get("/payments/:id/return", async (context) => {
    const page = await desk.returned(context.req.param("id"));
    if (page === null) throw notFound();
    return context.redirect(page, 303);
  });
}
