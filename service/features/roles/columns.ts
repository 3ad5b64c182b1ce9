import type { AdminRead, RoleHolder } from "#domain/features/roles/contract.ts";
import { type Column, fields } from "#service/http/export/csv.ts";

/** What exports of roles say. */
export const ROLE_COLUMNS: readonly Column<RoleHolder>[] = [
  { name: "playerId", of: ({ player }) => player.id },
  { name: "player", of: ({ player }) => player.username },
  ...fields("role", "source", "grantedBy", "reason", "grantedAt", "suspended"),
];

/** What exports of looks say. */
export const LOOK_COLUMNS: readonly Column<AdminRead>[] = [
  ...fields("id", "at"),
  { name: "actorId", of: ({ actor }) => actor.id },
  { name: "actor", of: ({ actor }) => actor.username },
  { name: "subjectId", of: ({ subject }) => subject.id },
  { name: "subject", of: ({ subject }) => subject.username },
  ...fields("what", "requestId"),
];
