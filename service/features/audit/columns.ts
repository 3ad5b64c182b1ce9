import type { AuditEntry, Held, ListedPlayer, StoredEvent } from "#domain/features/audit/contract.ts";
import type { TrialBalance } from "#domain/features/ledger/contract.ts";
import type { Column } from "#service/http/export/csv.ts";

const legsText = (legs: AuditEntry["otherLegs"]): string =>
  legs.map(({ account, asset, delta }) => `${account} ${delta} ${asset}`).join("; ");

/** What exports of players say. */
export const PLAYER_COLUMNS: readonly Column<ListedPlayer>[] = [
  { name: "id", of: ({ id }) => id },
  { name: "username", of: ({ username }) => username },
  { name: "displayName", of: ({ displayName }) => displayName },
  { name: "platformId", of: ({ platformId }) => platformId },
  { name: "createdAt", of: ({ createdAt }) => createdAt },
];

/** What exports of holdings say. */
export const HELD_COLUMNS: readonly Column<Held>[] = [
  { name: "account", of: ({ account }) => account },
  { name: "asset", of: ({ asset }) => asset },
  { name: "amount", of: ({ amount }) => amount },
];

/** What exports of the trial balance say. */
export const BALANCE_COLUMNS: readonly Column<TrialBalance["assets"][number]>[] = [
  { name: "asset", of: ({ asset }) => asset },
  { name: "issued", of: ({ issued }) => issued },
  { name: "players", of: ({ players }) => players },
  { name: "escrow", of: ({ escrow }) => escrow },
  { name: "house", of: ({ house }) => house },
  { name: "creators", of: ({ creators }) => creators },
  { name: "sum", of: ({ sum }) => sum },
];

/** What exports of entries say. */
export const ENTRY_COLUMNS: readonly Column<AuditEntry>[] = [
  { name: "position", of: ({ position }) => position },
  { name: "leg", of: ({ leg }) => leg },
  { name: "at", of: ({ at }) => at },
  { name: "type", of: ({ type }) => type },
  { name: "eventId", of: ({ eventId }) => eventId },
  { name: "stream", of: ({ stream }) => stream },
  { name: "account", of: ({ account }) => account },
  { name: "asset", of: ({ asset }) => asset },
  { name: "delta", of: ({ delta }) => delta },
  { name: "balanceAfter", of: ({ balanceAfter }) => balanceAfter },
  { name: "otherLegs", of: ({ otherLegs }) => legsText(otherLegs) },
  { name: "otherLegsTotal", of: ({ otherLegsTotal }) => otherLegsTotal },
];

/** What exports of events say. */
export const EVENT_COLUMNS: readonly Column<StoredEvent>[] = [
  { name: "position", of: ({ position }) => position },
  { name: "at", of: ({ at }) => at },
  { name: "stream", of: ({ stream }) => stream },
  { name: "version", of: ({ version }) => version },
  { name: "type", of: ({ type }) => type },
  { name: "schemaVersion", of: ({ schemaVersion }) => schemaVersion },
  { name: "eventId", of: ({ eventId }) => eventId },
  { name: "commandId", of: ({ commandId }) => commandId },
  { name: "actor", of: ({ actor }) => actor },
  { name: "payload", of: ({ payload }) => payload },
  { name: "postings", of: ({ postings }) => legsText(postings) },
  { name: "postingsTotal", of: ({ postingsTotal }) => postingsTotal },
  { name: "leaf", of: ({ leaf }) => leaf },
  { name: "block", of: ({ block }) => block?.number ?? null },
  { name: "blockHash", of: ({ block }) => block?.hash ?? null },
  { name: "alsoIn", of: ({ alsoIn }) => alsoIn.join("; ") },
];
