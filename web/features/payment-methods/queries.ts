import { apiQuery } from "#web/lib/api/api-query.ts";

/** How the player likes to pay and to be paid. */
export const paymentMethodsQuery = apiQuery("GET /shop/payment-methods");
