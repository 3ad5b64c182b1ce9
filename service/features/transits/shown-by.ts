import { createHash } from "node:crypto";
import { z } from "zod";
import { readEvent } from "#domain/kernel/events/stream-kind.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { LEAF_TAG } from "#domain/ledger/leaf.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import { transitEvents } from "#domain/ledger/transit/transit-events.ts";

/** The part of a leaf in use. */
const LEAF = z.looseObject({
  type: z.string(),
  schemaVersion: z.number().int(),
  payload: z.record(z.string(), z.json()),
});

/** The payload of an event of a type in a receipt; null if it contains none, or does not match its leaf. */
export function shownBy<P>(
  { event, leaf }: Pick<Receipt, "event" | "leaf">,
  { type, parse }: { readonly type: string; readonly parse: (payload: JsonObject) => P },
): P | null {
  const bytes = Buffer.from(event, "base64");
  const hash = createHash("sha256").update(Uint8Array.of(LEAF_TAG)).update(bytes).digest("hex");
  if (hash !== leaf) return null;
  try {
    const shown = { ...LEAF.parse(JSON.parse(bytes.toString())), position: 0 };
    return shown.type === type ? parse(readEvent(shown, transitEvents).payload) : null;
  } catch {
    return null;
  }
}
