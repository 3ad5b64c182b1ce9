import { createHmac, timingSafeEqual } from "node:crypto";
import type { MailReturns } from "#service/config.ts";

/** One attempt to send a mail. */
export interface MailAttempt {
  readonly id: string;
  readonly attempts: number;
}

const TAG_HEX = 20;
const PATH = /\br-([0-9a-z]{24})-(\d{1,4})-([0-9a-f]{20})@([a-z0-9.-]{1,253})/gi;

/** Without the secret nobody can forge a mail's tag, and one attempt's tag reveals no other. */
const tagOf = ({ id, attempts }: MailAttempt, secret: string): string =>
  createHmac("sha256", secret).update(`florin-mail-return/${id}/${attempts}`).digest("hex").slice(0, TAG_HEX);

/**
 * The return address of an attempt: lower case only, which servers leave unchanged.
 * @example returnPathOf({ id: "m_01kahq3v5e7m2p9x4c0r8twd", attempts: 1 }, returns)
 */
export const returnPathOf = (mail: MailAttempt, { domain, secret }: MailReturns): string =>
  `r-${mail.id.slice(mail.id.indexOf("_") + 1)}-${mail.attempts}-${tagOf(mail, secret)}@${domain}`;

/** The attempt named by one of these headers, if its tag is right; null for none. */
export function attemptOf(
  recipients: readonly string[],
  { domain, secret }: MailReturns,
): MailAttempt | null {
  for (const recipient of recipients)
    for (const [, id = "", attempts = "", tag = "", host = ""] of recipient.toLowerCase().matchAll(PATH)) {
      const attempt = { id: `m_${id}`, attempts: Number(attempts) };
      const isOurs = timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(attempt, secret)));
      if (isOurs && host === domain) return attempt;
    }
  return null;
}
