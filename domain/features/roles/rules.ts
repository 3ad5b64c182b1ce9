/** The roles besides player. */
export const ROLES = ["moderator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Maximum characters of a reason or a note. */
export const NOTE_CHARS_MAX = 1_000;

/** Why the first approval does not count: the next admin is the first. */
export const FIRST_DOES_NOT_COUNT: readonly string[] = [
  "proposer_no_admin",
  "granted_by_second",
  "first_role_too_new",
];
