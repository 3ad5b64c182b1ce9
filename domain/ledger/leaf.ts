import type { CommonColumns } from "../kernel/events/stored-event.ts";
import { canonicalJson, isPlainText } from "../kernel/json.ts";
import type { Posting } from "./posting.ts";

/** Every immutable column of an event, as the log keeps it. */
export interface LeafColumns extends CommonColumns {
  readonly log: number;
  /** Absent, never empty, where the event has no further streams. */
  readonly alsoIn?: readonly string[] | undefined;
  readonly postings: readonly Posting[];
}

/** The tag that sets leaves apart from nodes and blocks (RFC 9162, 2.1.1). */
export const LEAF_TAG = 0x00;

/**
 * The exact text of an event whose SHA-256, after one zero byte, is its leaf: RFC 8785 JSON of all immutable columns,
 * amounts as decimal text. Further streams are there only where an event has some: an event without them has the leaf
 * that it had in format 1. The position is bound by the block, which names its first and last.
 */
export function leafText(event: LeafColumns): string {
  // Names are checked together, because checking each costs as much as the hash.
  const inside = isPlainText(namesOf(event)) ? asItIs : insideQuotes;
  let postings = "";
  for (const { account, asset, delta } of event.postings) {
    const leg = `{"account":"${inside(account)}","asset":"${inside(asset)}","delta":"${delta}"}`;
    postings = postings === "" ? leg : `${postings},${leg}`;
  }
  const alsoIn = event.alsoIn === undefined ? "" : `,"alsoIn":["${event.alsoIn.map(inside).join('","')}"]`;
  return (
    `{"actor":"${inside(event.actor)}"${alsoIn},"commandId":"${inside(event.commandId)}","eventId":"${inside(event.eventId)}"` +
    `,"log":${event.log},"payload":${event.payload},"postings":[${postings}],"recordedAt":${event.recordedAt}` +
    `,"schemaVersion":${event.schemaVersion},"stream":"${inside(event.stream)}","type":"${inside(event.type)}"` +
    `,"version":${event.version}}`
  );
}

const asItIs = (plain: string): string => plain;
/** A name's text between its quotes in canonical JSON. */
const insideQuotes = (name: string): string => canonicalJson(name).slice(1, -1);

function namesOf({ actor, alsoIn, commandId, eventId, stream, type, postings }: LeafColumns): string {
  let names = `${actor}${commandId}${eventId}${stream}${type}`;
  if (alsoIn !== undefined) names += alsoIn.join("");
  for (const { account, asset } of postings) names += account + asset;
  return names;
}
