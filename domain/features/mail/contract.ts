import { z } from "zod";
import { endpoint } from "../../kernel/contract.ts";

/** The longest address that mail servers take (RFC 5321). */
const ADDRESS_CHARS_MAX = 254;

/** Mails are asked for seldom: each goes to an address that is not known to be the player's. */
const rate = { name: "email", perSecond: 0.1, burst: 10 } as const;

export const emailSchema = z.strictObject({
  /** The address that the player gave last; null for none. */
  email: z.string().nullable(),
  isVerified: z.boolean(),
  /** Where mails go: another address than `email` until that is confirmed; null for nowhere. */
  deliversTo: z.string().nullable(),
});
export type Email = z.infer<typeof emailSchema>;

export const mailEndpoints = {
  email: endpoint({
    method: "GET",
    path: "/me/email",
    summary: "The player's e-mail address",
    access: "player",
    answers: { 200: emailSchema },
  }),
  setEmail: endpoint({
    method: "PUT",
    path: "/me/email",
    summary: "Give an e-mail address, which gets a link that confirms it",
    access: "player",
    asksFactor: true,
    rate,
    body: z.strictObject({
      email: z
        .string()
        .trim()
        .max(ADDRESS_CHARS_MAX, "Email address too long")
        .pipe(z.email("Must be an e-mail address")),
    }),
    answers: { 200: emailSchema },
  }),
  verifyEmail: endpoint({
    method: "POST",
    path: "/me/email/verify",
    summary: "Confirm an e-mail address by the token that was sent to it",
    access: "player",
    rate,
    body: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "Must be the token of a mail") }),
    answers: { 200: emailSchema },
  }),
} as const;
