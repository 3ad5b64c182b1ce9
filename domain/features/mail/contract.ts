import { z } from "zod";
import { emailText, endpoint, instantText } from "../../kernel/contract.ts";
import { adminPlayerSchema, bareAct } from "../roles/contract.ts";

/** A low rate: each mail goes to an address not known to be the player's. */
const rate = { name: "email", perSecond: 0.1, burst: 10 } as const;

export const emailSchema = z.strictObject({
  /** The address that the player gave last; null for none. */
  email: z.string().nullable(),
  isVerified: z.boolean(),
  /** Whether mails to it came back, so that none go there until it is confirmed again. */
  isRefused: z.boolean(),
  /** Where mail goes: not to `email` until that is confirmed; null for nowhere. */
  deliversTo: z.string().nullable(),
});
export type Email = z.infer<typeof emailSchema>;

/** Maximum unaccepted mails shown, newest first. */
export const UNTAKEN_MAX = 100;

/** A mail that its server has not taken. */
const untakenMailSchema = z.strictObject({
  id: z.string(),
  player: adminPlayerSchema,
  /** The first letter and the host of the address it goes to; null once it is removed. */
  address: z.string().nullable(),
  /** The kind of mail. */
  template: z.string(),
  /** `waiting` is tried again by itself; the address of a `bounced` one was refused, a `returned` one came back. */
  state: z.enum(["waiting", "bounced", "returned", "given_up"]),
  /** The codes of the newest attempt. */
  error: z.string(),
  attempts: z.number().int(),
  createdAt: instantText,
  /** When it is tried next; null where it is not. */
  nextAt: instantText.nullable(),
  endedAt: instantText.nullable(),
  /** Whether it can be resent: mails without an event are not stored. */
  isKept: z.boolean(),
  /** The admin who last retried it. */
  retriedBy: adminPlayerSchema.nullable(),
});
export type UntakenMail = z.infer<typeof untakenMailSchema>;

export const mailEndpoints = {
  email: endpoint("GET /me/email", "player", {
    summary: "The player's email address",
    answers: { 200: emailSchema },
  }),
  setEmail: endpoint("PUT /me/email", "player", {
    summary: "Set an email address; a confirmation link is sent to it",
    asksFactor: true,
    rate,
    body: z.strictObject({
      email: emailText(),
    }),
    answers: { 200: emailSchema },
  }),
  verifyEmail: endpoint("POST /me/email/verify", "player", {
    summary: "Confirm an email address by the token that was sent to it",
    rate,
    body: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "Must be the token of a mail") }),
    answers: { 200: emailSchema },
  }),
  untakenMails: endpoint("GET /admin/mails", "admin", {
    summary: `The newest ${UNTAKEN_MAX} mails that recipients' servers have not accepted, with masked addresses`,
    answers: { 200: z.array(untakenMailSchema).max(UNTAKEN_MAX) },
  }),
  retryMail: endpoint("POST /admin/mails/{id}/retry", "admin", {
    ...bareAct(z.strictObject({ id: z.string() })),
    summary:
      "Retry a mail that was bounced, returned or given up; a refused address is tried again until it refuses",
  }),
} as const;
