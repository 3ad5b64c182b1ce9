import PostalMime from "postal-mime";

/** Most mails kept; the oldest are dropped first. */
const MAILS_MAX = 500;

/** A mail as it arrived. */
export interface CaughtMail {
  /** 1, 2, 3 ... in the order of arrival. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The recipients of the envelope. */
  readonly to: readonly string[];
  readonly from: string;
  /** The envelope's sender, to which a mail is returned. */
  readonly returnPath: string;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

/** A mail's recipient and return address. */
export interface CaughtEnvelope {
  readonly to: readonly string[];
  readonly returnPath?: string;
}

/** Keeps mails that are not delivered. */
export class CaughtMails {
  readonly #mails: CaughtMail[] = [];
  #count = 0;

  async add(raw: Uint8Array, { to, returnPath = "" }: CaughtEnvelope, at: number): Promise<void> {
    const { from, subject, messageId, text, html, headers } = await PostalMime.parse(raw);
    this.#count += 1;
    this.#mails.push({
      ...{ id: this.#count, at, to, returnPath },
      from: from?.address ?? "",
      subject: subject ?? "",
      messageId: messageId ?? "",
      text: text ?? "",
      html: html ?? "",
      headers: headers.map(({ key, value }) => ({ key, value })),
    });
    if (this.#mails.length > MAILS_MAX) this.#mails.shift();
  }

  /** Mails to an address, or all, newest first. */
  list(to?: string): CaughtMail[] {
    return this.#mails.filter((mail) => to === undefined || mail.to.includes(to)).toReversed();
  }

  find(id: number): CaughtMail | null {
    return this.#mails.find((mail) => mail.id === id) ?? null;
  }
}
