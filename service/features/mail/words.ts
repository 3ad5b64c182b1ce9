import type { MailText } from "#service/integrations/mail/mail-text.ts";
import { CONFIRM_KIND } from "./addresses.ts";

/** What the mails of addresses say. The token is behind the `#`, so that no server on the way sees it. */
export const looseWords = (kind: string, token: string): MailText =>
  kind === CONFIRM_KIND
    ? {
        subject: "Confirm your e-mail address",
        paragraphs: [
          "Somebody who is signed in at Florin gave this address as theirs.",
          "If that was you, open the link while you are signed in. It works for 24 hours, once.",
          "If it was not you, do nothing: without the link nothing is sent to this address.",
        ],
        link: { label: "Confirm this address", path: `/settings#confirm-email=${token}` },
      }
    : {
        subject: "Your e-mail address was changed",
        paragraphs: [
          "Mails about your account at Florin go to another address from now on.",
          "If that was not you, sign out everywhere, change the password of your account, and write to support.",
        ],
        link: { label: "See where you are signed in", path: "/sessions" },
      };
