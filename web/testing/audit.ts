import type { AuditEntry, PlayerFile, StoredEvent } from "#domain/features/audit/contract.ts";
import { someStats } from "#web/testing/fixtures.ts";

const AT = "2026-11-20T10:00:00.000Z";

/** A player's file as admins see it. */
export const aFile = (change: Partial<PlayerFile> = {}): PlayerFile => ({
  id: "p_alice",
  username: "alice",
  displayName: "Alice",
  profileImageUrl: null,
  platformId: "90000001",
  createdAt: AT,
  isVerified: false,
  level: 2,
  experience: 40,
  holdings: [
    { asset: "RBX", amount: "1009.75" },
    { asset: "item:700001:c1", amount: 1 },
  ],
  holdingsTotal: 2,
  sessions: [
    {
      ...{ id: "s_1", createdAt: AT, lastSeenAt: AT, isLive: true },
      ...{ client: "Firefox on Linux", endsAt: "2026-11-27T10:00:00.000Z" },
    },
    {
      ...{ id: "s_2", createdAt: "2026-11-01T10:00:00.000Z", lastSeenAt: AT, isLive: false },
      ...{ client: "Safari on iOS", endsAt: "2026-11-20T10:00:00.000Z" },
    },
  ],
  roles: [],
  standing: { suspended: false, reason: null, by: null, at: null, owes: [] },
  stats: someStats(),
  ...change,
});

/** An entry of a player's books: the stake of a flip, which went to the house. */
export const anEntry = (position: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  position,
  leg: 0,
  at: AT,
  type: "CoinFlipped",
  eventId: `ev_${position}`,
  stream: "player:p_alice",
  account: "player:p_alice",
  asset: "RBX",
  delta: "-10.00",
  balanceAfter: "990.00",
  otherLegs: [{ leg: 1, account: "house", asset: "RBX", delta: "10.00" }],
  otherLegsTotal: 1,
  ...change,
});

/** An event as the log stores it. */
export const anEvent = (position: number, change: Partial<StoredEvent> = {}): StoredEvent => ({
  position,
  at: AT,
  stream: "player:p_alice",
  alsoIn: [],
  version: 3,
  type: "CoinFlipped",
  schemaVersion: 1,
  eventId: `ev_${position}`,
  commandId: `cmd_${position}`,
  actor: "player:p_alice",
  payload: `{"gameId":"game_1","won":false}`,
  postings: [
    { leg: 0, account: "player:p_alice", asset: "RBX", delta: "-10.00" },
    { leg: 1, account: "house", asset: "RBX", delta: "10.00" },
  ],
  postingsTotal: 2,
  leaf: "ab".repeat(32),
  block: { number: 7, from: position - 1, to: position, hash: "cd".repeat(32) },
  ...change,
});
