import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventDefinition } from "#domain/kernel/events/event-definition.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Core } from "#service/http/deps.ts";
import type { MailText } from "./mail-text.ts";

/** A mail sent for each event of one type. */
export interface EventMail {
  readonly type: string;
  /** Its name among the mails of that event, such as `receipt`. A used name keeps its meaning. */
  readonly kind: string;
  to(event: RecordedEvent): readonly string[];
  /** Its text, written when it is sent; null if there is nothing left to say. */
  words(event: RecordedEvent, to: Recipient): Promise<MailText | null>;
}

/** The reader of a mail, and the link to more. */
export interface Recipient {
  readonly playerId: string;
  readonly core: Core;
}

interface EventMailOptions<P extends JsonObject> {
  readonly kind: string;
  readonly to: (payload: P, event: RecordedEvent) => readonly string[];
  readonly words: (
    payload: P,
    to: Recipient & { readonly event: RecordedEvent },
  ) => Promise<MailText | null> | MailText | null;
}

/**
 * Declares a mail of an event, for the entry of the feature that sends it.
 * @example eventMail(orderPaid, { kind: "receipt", to: ({ buyerId }) => [buyerId], words: receiptWords })
 */
export function eventMail<P extends JsonObject>(
  definition: Pick<EventDefinition<string, P>, "type" | "parse">,
  { kind, to, words }: EventMailOptions<P>,
): EventMail {
  return {
    type: definition.type,
    kind,
    to: (event) => to(definition.parse(event.payload), event),
    words: async (event, recipient) => words(definition.parse(event.payload), { ...recipient, event }),
  };
}

const PLAYER_STREAM = /^player:(.+)$/;

/** Also sends the notice of an event about a player's account as a mail. */
export const noticeMail = <P extends JsonObject>(
  definition: Pick<EventDefinition<string, P>, "type" | "parse" | "notify">,
): EventMail =>
  eventMail(definition, {
    kind: "notice",
    to: (_payload, { stream }) => PLAYER_STREAM.exec(stream)?.slice(1) ?? [],
    words: (payload, { playerId }) => {
      invariant(definition.notify !== null, `${definition.type} gives a notice`);
      const { title, message } = definition.notify.words(payload, playerId);
      return { subject: title, paragraphs: [message, "If you do not know why, write to support."] };
    },
  });
