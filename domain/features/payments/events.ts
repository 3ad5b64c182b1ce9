import { z } from "zod";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";

/** Informative only: no decision reads it. */
export const paymentChecksStream: StreamName = "log:payment-checks";

/** Our books and the providers' lists differ: somebody has to look. It posts nothing. */
export const paymentsDiffered = defineEvent({
  type: "PaymentsDiffered",
  payload: z.strictObject({
    /** The night that found it, as the date in UTC on which it began. */
    night: z.string(),
    found: whole,
  }),
  record: (payload) => ({ streams: [paymentChecksStream], payload }),
  live: {},
  notify: {
    to: "admins",
    type: "system",
    link: "/admin/payments",
    title: "Payments differ from the providers' lists",
    message: ({ night, found }) => `The night of ${night} found ${found}. Nothing was posted; look at each.`,
  },
  example: [{ night: "2026-11-01", found: 2 }],
});
