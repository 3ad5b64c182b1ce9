import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { Catalogue } from "./catalogue.ts";
import { type LimitedsValued, type ListedLimited, limitedsListed, limitedsValued } from "./events.ts";
import { LIMITEDS_MAX, LIMITEDS_PER_COMMAND_MAX, LIMITEDS_PER_EVENT_MAX, VALUE_FRESH_MS } from "./rules.ts";

/** An item as reported by the platform; for known items only the value is used. */
export type ToldLimited = Omit<ListedLimited, "id">;

/** How many items came into the catalogue, and how many were revalued. */
export type ListAnswer = { readonly listed: number; readonly valued: number };

/**
 * Imports the platform's items: lists new ones under the next numbers, as far as there is room, and revalues known ones
 * whose value changed or is old. It refuses if nothing is new, so repeating it adds nothing.
 */
export function listLimiteds(told: readonly ToldLimited[], catalogue: Catalogue): Decision<ListAnswer> {
  invariant(
    told.length <= LIMITEDS_PER_COMMAND_MAX,
    `a command lists at most ${LIMITEDS_PER_COMMAND_MAX} items`,
  );
  const listed: ListedLimited[] = [];
  const valued: LimitedsValued["payload"]["values"][number][] = [];
  const seen = new Set<number>();
  for (const item of told) {
    if (seen.has(item.assetId)) continue;
    seen.add(item.assetId);
    const known = catalogue.items[item.assetId];
    if (known === undefined) listed.push({ ...item, id: catalogue.count + listed.length + 1 });
    else if (isNews(item, known)) {
      const { assetId, value, source, valueAt } = item;
      valued.push({ assetId, value, source, valueAt });
    }
  }
  // A full catalogue takes no new items but keeps revaluing those it has.
  const room = Math.max(0, LIMITEDS_MAX - catalogue.count);
  const isFull = listed.length > room;
  listed.splice(room);
  const events: NewEvent[] = [...inParts(listed).map(limitedsListed), ...inParts(valued).map(limitedsValued)];
  if (events.length === 0 && isFull)
    return refuse("catalogue_full", `The catalogue has room for ${LIMITEDS_MAX} items.`);
  if (events.length === 0) return refuse("catalogue_unchanged", "The catalogue already has all of this.");
  return accept(events, { listed: listed.length, valued: valued.length });
}

/** Older values are ignored: two imports may overtake each other. */
function isNews(item: ToldLimited, known: Catalogue["items"][string]): boolean {
  if (item.valueAt <= known.valueAt) return false;
  return (
    item.value !== known.value ||
    item.source !== known.source ||
    item.valueAt - known.valueAt >= VALUE_FRESH_MS
  );
}

function inParts<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; from += LIMITEDS_PER_EVENT_MAX)
    parts.push(items.slice(from, from + LIMITEDS_PER_EVENT_MAX));
  return parts;
}
