import { invariant } from "#domain/kernel/invariant.ts";
import type { Core } from "#service/http/deps.ts";
import type { EventMail } from "#service/integrations/mail/event-mail.ts";
import { MailFollower } from "#service/integrations/mail/mail-follower.ts";
import { type ComposedMail, MailSender } from "#service/integrations/mail/mail-sender.ts";
import type { MailText } from "#service/integrations/mail/mail-text.ts";
import type { TakenMail } from "#service/integrations/mail/outbox.ts";
import { returnPathOf } from "#service/integrations/mail/return-path.ts";
import { smtpTransport } from "#service/integrations/mail/transport.ts";
import { createSealer } from "#service/keys/seal.ts";
import { LookingJob } from "#service/looking-job.ts";
import { Addresses, CONFIRM_KIND } from "./addresses.ts";

/** The mails about addresses. The token follows a `#`, so that no server sees it. */
const looseWords = (kind: string, token: string): MailText =>
  kind === CONFIRM_KIND
    ? {
        subject: "Confirm your email address",
        paragraphs: [
          "Someone signed in to Florin entered this address as theirs.",
          "If that was you, open the link while you are signed in. It works for 24 hours, once.",
          "If it was not you, do nothing: no mail is sent to this address until the link is opened.",
        ],
        link: { label: "Confirm this address", path: `/settings#confirm-email=${token}` },
      }
    : {
        subject: "Your email address was changed",
        paragraphs: [
          "From now on, mail about your Florin account goes to another address.",
          "If that was not you, sign out everywhere, change the password of your account, and write to support.",
        ],
        link: { label: "See where you are signed in", path: "/sessions" },
      };

/** Polling interval of log and outbox without a wake-up, in milliseconds. */
const FOLLOW_EVERY_MS = 30_000;
const SEND_EVERY_MS = 15_000;

/** Writes and sends mails; null without a mail server. */
export interface Post {
  readonly follower: MailFollower;
  readonly following: LookingJob;
  readonly sending: LookingJob;
  close(): void;
}

export interface MailServices {
  readonly addresses: Addresses;
  readonly post: Post | null;
}

/** Makes the mail services. */
export function createMail(core: Core): MailServices {
  const { config, db, now } = core;
  const [countKey] = config.tokenKeys;
  invariant(countKey !== undefined, "the settings name a token key");
  const addresses = new Addresses({
    db,
    now,
    countKey,
    sealer: createSealer({ keys: config.tokenKeys }),
    known: config.knownAddresses,
  });
  return { addresses, post: postOf(core, addresses) };
}

function postOf(core: Core, addresses: Addresses): Post | null {
  const { config, db, writer, now, scheduler, onTrouble } = core;
  if (config.mail === null) return null;
  const mails = () => core.features.flatMap((feature) => feature.mails);
  const follower = new MailFollower({ db, logId: writer.logId, mails, now });
  const transport = smtpTransport(config.mail);
  const { returns } = config.mail;
  const sender = new MailSender({
    ...{ db, transport, now, onTrouble },
    site: config.publicUrl.origin,
    returnPath: returns === undefined ? undefined : (mail) => returnPathOf(mail, returns),
    compose: (mail) => compose(mail, { core, addresses, follower, mails: mails() }),
    onBounce: (playerId, address) => addresses.bounced(playerId, address),
  });
  const sending = new LookingJob({
    ...{ scheduler, onTrouble, everyMs: SEND_EVERY_MS, trouble: "mails could not be sent" },
    look: () => sender.sendDue(),
  });
  const following = new LookingJob({
    ...{ scheduler, onTrouble, everyMs: FOLLOW_EVERY_MS, trouble: "mails could not be made of events" },
    look: async () => {
      if ((await follower.catchUp()) > 0) sending.wake();
    },
  });
  return { follower, following, sending, close: () => transport.close() };
}

interface Sources {
  readonly core: Core;
  readonly addresses: Addresses;
  readonly follower: MailFollower;
  readonly mails: readonly EventMail[];
}

/** Composes a mail just before it is sent, from the present state. */
async function compose(mail: TakenMail, sources: Sources): Promise<ComposedMail | null> {
  const { playerId, position } = mail;
  if (position === null) {
    const content = await sources.addresses.contentOf(playerId, mail.content);
    return content === null ? null : { to: content.to, ...looseWords(mail.kind, content.token) };
  }
  const to = await sources.addresses.of(playerId);
  const words = to === null ? null : await wordsOf(mail, position, sources);
  return to === null || words === null ? null : { to, ...words };
}

async function wordsOf(
  { kind, playerId }: TakenMail,
  position: number,
  { core, follower, mails }: Sources,
): Promise<MailText | null> {
  const event = await follower.event(position);
  const declared = mails.find((one) => one.kind === kind && one.type === event?.type);
  return event === null || declared === undefined ? null : declared.words(event, { playerId, core });
}
