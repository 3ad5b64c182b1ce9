import type { Hono } from "hono";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem, orNotFound, unavailableProblem } from "#service/http/problem.ts";
import { type ProviderName, ProviderTrouble } from "#service/integrations/payments/provider.ts";
import type { PaymentServices } from "./services.ts";

const PROVIDERS: readonly ProviderName[] = ["stripe", "paypal", "btcpay"];
const RETRY_SECONDS = 60;

/** Where a provider's page returns the buyer to. */
export const returnPath = (paymentId: string): string => `/api/payments/${paymentId}/return`;

/**
 * Where providers report changes. A report is accepted by its signature alone, over the bytes as received. A repeated,
 * late or unknown one is accepted and changes nothing: the true state is read from the provider.
 */
export function webhookRoutes(app: Hono<Env>, { desk }: Deps & PaymentServices): void {
  app.post("/webhooks/:provider", async (context, next) => {
    const name = PROVIDERS.find((provider) => provider === context.req.param("provider"));
    // Other features have webhooks too, some registered after this one.
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

  // Reads the payment before any webhook arrives. Needs no sign-in, and only redirects.
  app.get("/payments/:id/return", async (context) => {
    const page = orNotFound(await desk.returned(context.req.param("id")));
    return context.redirect(page, 303);
  });
}
