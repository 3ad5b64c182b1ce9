import type { AuditEntry, Held, ListedPlayer, StoredEvent } from "#domain/features/audit/contract.ts";
import type { TrialBalance } from "#domain/features/ledger/contract.ts";
import { type Column, fields } from "#service/http/export/csv.ts";

const legsText = (legs: AuditEntry["otherLegs"]): string =>
  legs.map(({ account, asset, delta }) => `${account} ${delta} ${asset}`).join("; ");

/** Columns of the players' export. */
export const PLAYER_COLUMNS: readonly Column<ListedPlayer>[] = [
  ...fields("id", "username", "displayName", "platformId", "createdAt"),
];

/** Columns of the holdings' export. */
export const HELD_COLUMNS: readonly Column<Held>[] = fields("account", "asset", "amount");

/** Columns of the trial balance's export. */
export const BALANCE_COLUMNS: readonly Column<TrialBalance["assets"][number]>[] = [
  ...fields("asset", "issued", "players", "escrow", "house", "creators", "sum"),
];

/** Columns of the entries' export. */
export const ENTRY_COLUMNS: readonly Column<AuditEntry>[] = [
  ...fields("position", "leg", "at", "type", "eventId"),
  ...fields("stream", "account", "asset", "delta", "balanceAfter"),
  { name: "otherLegs", of: ({ otherLegs }) => legsText(otherLegs) },
  { name: "otherLegsTotal", of: ({ otherLegsTotal }) => otherLegsTotal },
];

/** Columns of the events' export. */
export const EVENT_COLUMNS: readonly Column<StoredEvent>[] = [
  ...fields("position", "at", "stream", "version", "type"),
  ...fields("schemaVersion", "eventId", "commandId", "actor", "payload"),
  { name: "postings", of: ({ postings }) => legsText(postings) },
  ...fields("postingsTotal", "leaf"),
  { name: "block", of: ({ block }) => block?.number ?? null },
  { name: "blockHash", of: ({ block }) => block?.hash ?? null },
  { name: "alsoIn", of: ({ alsoIn }) => alsoIn.join("; ") },
];
