import { apiQuery } from "#web/lib/api-query.ts";

/** Payments that are read, webhooks that came, and what differs. */
export const paymentsQuery = () => apiQuery("GET /admin/payments");
