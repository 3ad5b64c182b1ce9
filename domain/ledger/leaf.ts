import { canonicalJson } from "../kernel/json.ts";
import type { Posting } from "./posting.ts";

/** Every immutable column of an event, as the log keeps it. */
export interface LeafColumns {
  readonly log: number;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly schemaVersion: number;
  readonly eventId: string;
  readonly commandId: string;
  readonly actor: string;
  readonly recordedAt: number;
  /** Canonical JSON text, as stored. */
  readonly payload: string;
  readonly postings: readonly Posting[];
}

/** The tag that sets leaves apart from nodes and blocks (RFC 9162, 2.1.1). */
export const LEAF_TAG = 0x00;

/**
 * The exact text of an event whose SHA-256, after one zero byte, is its leaf: RFC 8785 JSON of all immutable
 * columns, amounts as decimal text. The position is bound by the block, which names its first and last.
 */
export function leafText(event: LeafColumns): string {
  const postings = event.postings
    .map(
      (leg) =>
        `{"account":${canonicalJson(leg.account)},"asset":${canonicalJson(leg.asset)},"delta":"${leg.delta}"}`,
    )
    .join(",");
  return (
    `{"actor":${canonicalJson(event.actor)},"commandId":${canonicalJson(event.commandId)}` +
    `,"eventId":${canonicalJson(event.eventId)},"log":${event.log},"payload":${event.payload}` +
    `,"postings":[${postings}],"recordedAt":${event.recordedAt},"schemaVersion":${event.schemaVersion}` +
    `,"stream":${canonicalJson(event.stream)},"type":${canonicalJson(event.type)},"version":${event.version}}`
  );
}
