import {
  withdrawalDone,
  withdrawalRejected,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalSent,
} from "#domain/features/withdrawals/events.ts";
import { eventMail } from "#service/integrations/mail/event-mail.ts";
import type { MailLink } from "#service/integrations/mail/mail-text.ts";

const link: MailLink = { label: "See your withdrawals", path: "/withdrawals" };
const to = ({ playerId }: { readonly playerId: string }) => [playerId];

/** Mails about withdrawals. */
export const withdrawalMails = [
  eventMail(withdrawalRequested, {
    kind: "withdrawal-requested",
    to,
    words: () => ({
      subject: "You asked us to send you an item",
      paragraphs: [
        "The item is held until we have sent it to your account on the platform.",
        "If you did not ask for this, cancel it at once and write to support.",
      ],
      link,
    }),
  }),
  eventMail(withdrawalSent, {
    kind: "withdrawal-sent",
    to,
    words: () => ({
      subject: "Your item is on its way",
      paragraphs: [
        "We are sending you your item in a trade. Accept it on the platform, then sync your inventory.",
        "We never ask you for anything else in such a trade, and never for your password.",
      ],
      link,
    }),
  }),
  eventMail(withdrawalDone, {
    kind: "withdrawal-done",
    to,
    words: () => ({
      subject: "Your item has arrived",
      paragraphs: ["The withdrawal is complete: your item is in your account on the platform."],
      link,
    }),
  }),
  eventMail(withdrawalRejected, {
    kind: "withdrawal-rejected",
    to,
    words: ({ note }) => ({
      subject: "Your item was not sent",
      paragraphs: [`The reason: ${note}`, "The item is back in your inventory here."],
      link,
    }),
  }),
  eventMail(withdrawalReturned, {
    kind: "withdrawal-returned",
    to,
    words: ({ reason }) => ({
      subject: "Your item could not be sent",
      paragraphs: [`The reason: ${reason}`, "The item is back in your inventory here."],
      link,
    }),
  }),
] as const;
