import { z } from "zod";
import { endpoint } from "../../kernel/contract.ts";

/** Where players write to, and which account takes their trades. */
export const contactsSchema = z.strictObject({
  /** An email or web address; null where the support page is all there is. */
  support: z.string().nullable(),
  /** The platform's account that receives trades; null while deposits of items are closed. */
  deposits: z.strictObject({ name: z.string(), url: z.string().nullable() }).nullable(),
});

export const contactEndpoints = {
  contacts: endpoint("GET /contacts", "public", {
    summary: "The support contact, and the platform account that receives deposits",
    answers: { 200: contactsSchema },
  }),
} as const;
