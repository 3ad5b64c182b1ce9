import type { Database } from "#projections/kernel/sql.ts";
import { asError } from "#service/db/errors.ts";
import { type MailText, renderMail } from "./mail-text.ts";
import { endMail, type MailEnded, retryMail, sweepMails, type TakenMail, takeMails } from "./outbox.ts";
import type { MailTransport } from "./transport.ts";

/** Mails sent at once. */
const AT_ONCE_MAX = 5;

/** The content of a mail, and its address. */
export interface ComposedMail extends MailText {
  readonly to: string;
}

export interface MailSenderOptions {
  readonly db: Database;
  readonly transport: MailTransport;
  /** Origin of the site. */
  readonly site: string;
  /** The return address of an attempt; absent if none is set up. */
  readonly returnPath?: ((mail: TakenMail) => string) | undefined;
  readonly now: () => number;
  /** Null when there is nothing left to say, or no address. */
  readonly compose: (mail: TakenMail) => Promise<ComposedMail | null>;
  /** Called for an address that its server refused permanently. */
  readonly onBounce: (playerId: string, address: string) => Promise<void>;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** Sends mails of the outbox. After a crash a mail may be sent twice, under the same id. */
export class MailSender {
  readonly #options: MailSenderOptions;

  constructor(options: MailSenderOptions) {
    this.#options = options;
  }

  /** Sends every mail that is due. */
  async sendDue(): Promise<void> {
    const { db, now } = this.#options;
    for (;;) {
      const taken = await takeMails(db, { at: now(), max: AT_ONCE_MAX });
      if (taken.length === 0) break;
      await Promise.all(taken.map((mail) => this.#send(mail)));
    }
    await sweepMails(db, now());
  }

  async #send(mail: TakenMail): Promise<void> {
    const { db, now, onTrouble } = this.#options;
    // The error may repeat the mail's content: only its name is reported.
    const result = await this.#attempt(mail).catch((error: unknown) => ({ failed: asError(error).name }));
    if ("end" in result) return endMail(db, mail, { ...result, at: now() });
    const next = await retryMail(db, mail, { at: now(), error: result.failed });
    const what = next === null ? "a mail was given up" : "a mail could not be sent yet";
    onTrouble(what, new Error(`${mail.id} (${mail.kind}): ${result.failed}`));
  }

  /** @returns how the mail ends, or why it is tried again */
  async #attempt(mail: TakenMail): Promise<MailEnded | { readonly failed: string }> {
    const { transport, site, compose, onBounce, returnPath } = this.#options;
    const composed = await compose(mail);
    if (composed === null) return { end: "dropped", error: null };
    const { to, ...words } = composed;
    const result = await transport.send({
      ...{ id: mail.id, to },
      ...(returnPath === undefined ? {} : { returnPath: returnPath(mail) }),
      ...renderMail(words, site),
    });
    if (result.kind === "failed") return { failed: result.reason };
    if (result.kind === "sent") return { end: "sent", error: null };
    await onBounce(mail.playerId, to);
    return { end: "bounced", error: result.reason };
  }
}
