import type { Account, Asset } from "../../ledger/account.ts";
import type { Posting } from "../../ledger/posting.ts";
import type { JsonObject } from "../json.ts";
import type { RecordedEvent, StreamName } from "./event.ts";

/** What an event is stored with, whatever it moves and wherever it stands. */
export interface CommonColumns {
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
}

/** An event as it is stored: every column, the payload as its text. */
export interface EventColumns extends CommonColumns {
  readonly position: number;
  readonly accounts: readonly string[];
  readonly assets: readonly string[];
  readonly deltas: readonly bigint[];
  /** Null where there is one stream. */
  readonly alsoIn: readonly string[] | null;
}

/**
 * Decodes an event from its columns, exactly as it was stored: see `readEvent` for its present shape.
 * @param payload the payload, where its text was read already
 */
export function decodeEvent(
  stored: EventColumns,
  payload: JsonObject = JSON.parse(stored.payload) as JsonObject,
): RecordedEvent {
  // Written out, because copying all fields of a million rows by spread costs as much as hashing them.
  const event: RecordedEvent & { alsoIn?: readonly StreamName[] } = {
    position: stored.position,
    stream: stored.stream as StreamName,
    version: stored.version,
    type: stored.type,
    schemaVersion: stored.schemaVersion,
    eventId: stored.eventId,
    commandId: stored.commandId,
    actor: stored.actor,
    recordedAt: stored.recordedAt,
    payload,
    postings: postingsOf(stored),
  };
  if (stored.alsoIn !== null) event.alsoIn = stored.alsoIn as readonly StreamName[];
  return event;
}

const postingsOf = ({
  accounts,
  assets,
  deltas,
}: Pick<EventColumns, "accounts" | "assets" | "deltas">): Posting[] =>
  accounts.map((account, leg) => ({
    account: account as Account,
    asset: assets[leg] as Asset,
    delta: deltas[leg] as bigint,
  }));
