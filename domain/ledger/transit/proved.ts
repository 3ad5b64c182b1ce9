import { z } from "zod";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { EventDefinition } from "../../kernel/events/event-definition.ts";
import { canonicalJson, type JsonObject } from "../../kernel/json.ts";
import type { PeerEvent } from "./peer-receipt.ts";

/**
 * The payload of a proved event of one type; null when it is of another type or version, or when its stream or its
 * postings are not those that follow from its payload.
 */
export function payloadIn<P extends JsonObject>(
  definition: EventDefinition<string, P, [payload: P]>,
  { event }: PeerEvent,
): P | null {
  if (event.type !== definition.type || event.schemaVersion !== definition.version) return null;
  const payload = parsed(definition, event.payload);
  if (payload === null) return null;
  const due = definition(payload);
  return event.stream === due.stream && textOf(event) === textOf(due) ? payload : null;
}

function parsed<P extends JsonObject>(
  definition: EventDefinition<string, P, [payload: P]>,
  payload: JsonObject,
): P | null {
  try {
    return definition.parse(payload);
  } catch (error) {
    if (error instanceof z.ZodError) return null;
    throw error;
  }
}

const textOf = ({ postings }: Pick<NewEvent, "postings">): string =>
  canonicalJson(postings.map(({ account, asset, delta }) => ({ account, asset, delta: String(delta) })));
