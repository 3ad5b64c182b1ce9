import type { z } from "zod";
import type { contactsSchema } from "#domain/features/contacts/contract.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** The support contact, and the account that receives trades. */
export type Contacts = z.infer<typeof contactsSchema>;

/** Server settings: they change only with a restart. */
export const contactsQuery = apiQuery("GET /contacts");

/** Where a link to the support contact leads. @example contactAddress("a@b.example") // "mailto:a@b.example" */
export const contactAddress = (contact: string): string =>
  contact.startsWith("https://") ? contact : `mailto:${contact}`;
