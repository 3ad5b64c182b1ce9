import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { listenHere, refuseInProduction } from "#service/integrations/stand-ins/listen-here.ts";
import { CaughtMails } from "./caught-mails.ts";
import { mailPages } from "./pages.ts";
import { returnedMail } from "./returned-mail.ts";

const MAIL_BYTES_MAX = 256 * 1024;

export interface CatcherOptions {
  readonly host: string;
  /** The port of the pages; 0 takes any free one, as SMTP always does. */
  readonly port: number;
  /** The mail server's faults, for tests. */
  readonly smtp?: Partial<SMTPServerOptions>;
  readonly now?: () => number;
  /** Absent if no mail is returned. */
  readonly returns?: CatcherReturns;
}

/** A mail server that keeps its mails for people to read. */
export interface RunningCatcher {
  readonly mails: CaughtMails;
  /** The setting `SMTP_URL` that sends all mails here. */
  readonly smtpUrl: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Mails to `nobody@` any host are refused, so that people can see the effect of a nonexistent address. */
const NOBODY = "nobody@";
const noSuchMailbox = (): Error => Object.assign(new Error("No such mailbox"), { responseCode: 550 });

/** Mails to `returned@` any host are accepted, and returned a moment later. */
const RETURNED = "returned@";

/** The address to which the catcher posts returned mails, with its secret there. */
export interface CatcherReturns {
  readonly url: string;
  readonly secret: string;
}

/** By then the site has recorded that the mail was sent. */
const RETURN_AFTER_MS = 2_000;

async function giveBack(
  envelope: { readonly recipient: string; readonly returnPath: string },
  { url, secret }: CatcherReturns,
): Promise<void> {
  const headers = { "Content-Type": "message/rfc822", Authorization: `Bearer ${secret}` };
  // Not retried if the site is away: nothing here is worth keeping.
  await fetch(url, { method: "POST", headers, body: returnedMail(envelope) }).catch(() => undefined);
}

/** Starts a mail server that delivers nothing, with pages to read its mails. @throws Error in production */
export async function startCatcher({
  host,
  port,
  smtp = {},
  now = Date.now,
  returns,
}: CatcherOptions): Promise<RunningCatcher> {
  refuseInProduction("mail catcher", "it delivers nothing");
  const mails = new CaughtMails();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    logger: false,
    onRcptTo: ({ address }, _session, done) => done(address.startsWith(NOBODY) ? noSuchMailbox() : null),
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      const returnPath = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      buffer(stream)
        .then((raw) => mails.add(raw, { to, returnPath }, now()))
        .then(() => done(), done);
      const [recipient = ""] = to;
      if (returns !== undefined && recipient.startsWith(RETURNED))
        setTimeout(() => void giveBack({ recipient, returnPath }, returns), RETURN_AFTER_MS).unref();
    },
    ...smtp,
  });
  // A client that disconnects meanwhile is no error of the server.
  server.on("error", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const pages = await listenHere(async (request) => mailPages(mails).fetch(request), {
    port,
    host,
    setting: "MAIL_PORT",
  });
  return {
    mails,
    smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    port: pages.port,
    close: async () => {
      await pages.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
