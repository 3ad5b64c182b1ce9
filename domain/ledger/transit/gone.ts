import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { PeerEvent } from "./peer-receipt.ts";
import { payloadIn } from "./proved.ts";
import { isTransitId, sourceOf } from "./single.ts";
import { type AtLog, knownGone, type Transit } from "./transit.ts";
import { thingGone, thingGoneKnown, thingGoneTold, thingsOf } from "./transit-events.ts";

/**
 * A single thing that came from another log leaves the site here, as by a withdrawal. The log that it came from has it
 * `elsewhere`, and would not take it in again for ever:
 *
 *   destination  ThingGone                            with the end of custody; on the stream of the transit
 *   source       ThingGoneKnown  elsewhere -> platform   carries the receipt of ThingGone
 *   destination  ThingGoneTold                        ends the carrying; carries the receipt of ThingGoneKnown
 *
 * If the source had it from a third log, it tells that one in the same way: step by step, back to where it came in.
 */

/**
 * What the log where a thing leaves the site records for the log that it came from.
 * @param keeper what kept it in custody: a transit, where it came from another log
 */
export const goneBy = (keeper: string, asset: string): readonly NewEvent[] =>
  isTransitId(keeper) ? [thingGone({ id: keeper, asset })] : [];

/** What a proved event says of a departed thing; null when it is about something else. */
export const goneIn = (proved: PeerEvent) => payloadIn(thingGone, proved);

/**
 * Records once that a thing which left this log has left the site: it moves from `elsewhere` back to where it came
 * from. If it came back here in between, a later departure accounts for it, and nothing moves. Each further proof is
 * refused as `gone_known`, which tells its carrier that it is done.
 * @param at.transit by which it had left this log
 */
export function hearOfGone(proved: PeerEvent, at: AtLog): Decision<{ readonly id: string }> {
  const said = goneIn(proved);
  if (said === null) return refuse("gone_not_proved", "It does not prove this.");
  const { id, asset } = said;
  const { transit, here } = at;
  if (sourceOf(id) !== here || (transit.is !== "left" && transit.is !== "closed"))
    return refuse("gone_contradicted", "Nothing has left this log by this transit.", { id });
  const { departure } = transit;
  const sent = thingsOf(departure).find((thing) => thing.asset === asset);
  if (departure.to !== proved.log || sent === undefined)
    return refuse("gone_not_proved", "It had not left for that log.");
  if (transit.is === "left") return refuse("still_under_way", "Its arrival is not known yet.", { id });
  if (knownGone(transit, asset) !== null) return refuse("gone_known", "This is already known.", { id });
  const known = thingGoneKnown({ id, asset, receipt: proved.receipt, isBack: transit.back.includes(asset) });
  return accept([known, ...goneBy(sent.origin.custody, asset)], { id });
}

/** What a proved event reports as known to be gone; null when it is about something else. */
const knownIn = (proved: PeerEvent) => payloadIn(thingGoneKnown, proved);

/** Ends the carrying of what was told, once it is proved that the other log knows it. */
export function toldOfGone(
  proved: PeerEvent,
  { id, asset, transit }: { readonly id: string; readonly asset: string; readonly transit: Transit },
): Decision<{ readonly id: string }> {
  const known = knownIn(proved);
  if (known === null || known.id !== id || known.asset !== asset || sourceOf(id) !== proved.log)
    return refuse("gone_not_proved", "It does not prove that the other log knows of it.");
  if (transit.is !== "arrived" || transit.told.includes(asset))
    return refuse("gone_told", "There is nothing to tell.", { id });
  return accept([thingGoneTold({ id, asset, receipt: proved.receipt })], { id });
}
