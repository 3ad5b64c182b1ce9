import type { Hono } from "hono";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem, notFound, unavailableProblem } from "#service/http/problem.ts";
import { type ProviderName, ProviderTrouble } from "#service/integrations/payments/provider.ts";
import type { PaymentServices } from "./services.ts";

const PROVIDERS: readonly ProviderName[] = ["stripe", "paypal", "btcpay"];
const RETRY_SECONDS = 60;

/** Where a buyer comes back from a provider's page. */
export const returnPath = (paymentId: string): string => `/api/payments/${paymentId}/return`;

/**
 * Where providers say that something has changed. The signature alone lets in, and is of the bytes as they came. What
 * is said again, late or of nobody we know is taken and changes nothing: what is so is read from the provider.
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
