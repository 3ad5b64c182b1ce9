import { dollars } from "#domain/accounts/dollars.ts";
import {
  cashoutFailed,
  cashoutPaid,
  cashoutRejected,
  cashoutRequested,
  cashoutReversed,
  FAILED_WORDS,
} from "#domain/features/cashouts/events.ts";
import { eventMail } from "#service/integrations/mail/event-mail.ts";
import type { MailLink } from "#service/integrations/mail/mail-text.ts";

const link: MailLink = { label: "See your cash-outs", path: "/cashouts" };
const to = ({ playerId }: { readonly playerId: string }) => [playerId];
const backWords = ({
  amount,
  cause,
}: {
  readonly amount: string;
  readonly cause: keyof typeof FAILED_WORDS;
}) => ({
  subject: `Your cash-out of ${dollars(amount)} came back`,
  paragraphs: [`Your cash-out ${FAILED_WORDS[cause]} ${dollars(amount)} is in your balance again.`],
  link,
});

/** Mails about cash-outs. No mail holds the payout address. */
export const cashoutMails = [
  eventMail(cashoutRequested, {
    kind: "cashout-requested",
    to,
    words: ({ amount, fees }) => ({
      subject: `You asked for a cash-out of ${dollars(amount)}`,
      paragraphs: [
        `${dollars(amount)} of your balance is held for a cash-out. After ${dollars(fees)} in fees, ${dollars(BigInt(amount) - BigInt(fees))} goes to your PayPal account once it is approved.`,
        "If you did not ask for this, cancel it at once and write to support. Nothing is paid to a new address for 72 hours.",
      ],
      link,
    }),
  }),
  eventMail(cashoutPaid, {
    kind: "cashout-paid",
    to,
    words: ({ amount, fees }) => ({
      subject: `Your cash-out of ${dollars(amount)} was paid`,
      paragraphs: [
        `${dollars(BigInt(amount) - BigInt(fees))} was paid to your PayPal account. Fees were ${dollars(fees)}.`,
      ],
      link,
    }),
  }),
  eventMail(cashoutRejected, {
    kind: "cashout-rejected",
    to,
    words: ({ amount, note }) => ({
      subject: `Your cash-out of ${dollars(amount)} was rejected`,
      paragraphs: [`The reason: ${note}`, `${dollars(amount)} is in your balance again.`],
      link,
    }),
  }),
  eventMail(cashoutFailed, { kind: "cashout-failed", to, words: backWords }),
  eventMail(cashoutReversed, { kind: "cashout-failed", to, words: backWords }),
] as const;
