import type { Recording } from "../../kernel/events/event-definition.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { playerStream } from "../players/events.ts";

/** Who approved something: alone, or second after a first. */
interface Approved extends JsonObject {
  readonly by: string;
  readonly firstBy: string | null;
}

/** Puts an approval on the streams of its approvers as well: thresholds add up there. */
export function onApprovers<P extends Approved>({ streams, ...recording }: Recording<P>): Recording<P> {
  const { by, firstBy } = recording.payload;
  const approvers = firstBy === null ? [by] : [firstBy, by];
  return { ...recording, streams: [...streams, ...approvers.map(playerStream)] };
}
