import { apiQuery } from "#web/lib/api/api-query.ts";

/** The player's payment methods. */
export const paymentMethodsQuery = apiQuery("GET /shop/payment-methods");
