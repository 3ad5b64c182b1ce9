import type { AdminRead, RoleHolder } from "#domain/features/roles/contract.ts";
import type { Column } from "#service/http/export/csv.ts";

/** What exports of roles say. */
export const ROLE_COLUMNS: readonly Column<RoleHolder>[] = [
  { name: "playerId", of: ({ player }) => player.id },
  { name: "player", of: ({ player }) => player.username },
  { name: "role", of: ({ role }) => role },
  { name: "source", of: ({ source }) => source },
  { name: "grantedBy", of: ({ grantedBy }) => grantedBy },
  { name: "reason", of: ({ reason }) => reason },
  { name: "grantedAt", of: ({ grantedAt }) => grantedAt },
  { name: "suspended", of: ({ suspended }) => suspended },
];

/** What exports of looks say. */
export const LOOK_COLUMNS: readonly Column<AdminRead>[] = [
  { name: "id", of: ({ id }) => id },
  { name: "at", of: ({ at }) => at },
  { name: "actorId", of: ({ actor }) => actor.id },
  { name: "actor", of: ({ actor }) => actor.username },
  { name: "subjectId", of: ({ subject }) => subject.id },
  { name: "subject", of: ({ subject }) => subject.username },
  { name: "what", of: ({ what }) => what },
  { name: "requestId", of: ({ requestId }) => requestId },
];
