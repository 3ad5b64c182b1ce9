import type { NewEvent, RecordedEvent } from "../../kernel/events/event.ts";
import type { EventDefinition } from "../../kernel/events/event-definition.ts";
import { readEvent, UnreadableEventError } from "../../kernel/events/stream-kind.ts";
import { canonicalJson, type JsonObject } from "../../kernel/json.ts";
import type { PeerEvent } from "./peer-receipt.ts";

/**
 * The payload of a proved event of one type, brought to the present version. Null for another type or an unknown
 * version, or when stream or postings do not follow from the payload.
 */
export function payloadIn<P extends JsonObject>(
  definition: EventDefinition<string, P, [payload: P]>,
  { event }: PeerEvent,
): P | null {
  if (event.type !== definition.type) return null;
  const payload = presentPayload(definition, event);
  if (payload === null) return null;
  const due = definition(payload);
  return event.stream === due.stream && textOf(event) === textOf(due) ? payload : null;
}

function presentPayload<P extends JsonObject>(
  definition: EventDefinition<string, P, [payload: P]>,
  event: RecordedEvent,
): P | null {
  try {
    return definition.parse(readEvent(event, { [definition.type]: definition }).payload);
  } catch (error) {
    if (error instanceof UnreadableEventError) return null;
    throw error;
  }
}

const textOf = ({ postings }: Pick<NewEvent, "postings">): string =>
  canonicalJson(postings.map(({ account, asset, delta }) => ({ account, asset, delta: String(delta) })));
