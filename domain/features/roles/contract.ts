import { z } from "zod";
import { endpoint, instantText, listQuery, page } from "../../kernel/contract.ts";
import { NOTE_CHARS_MAX, ROLES } from "./rules.ts";

/** Halves of characters, and control characters other than tab and line feed. */
const UNWRITABLE = /\p{Surrogate}|(?![\t\n])\p{Cc}/u;

/** Text that a person wrote for others: well-formed, with something in it, and not endless. */
export const noteText = z
  .string("Must be text")
  .trim()
  .min(1, "Write a few words")
  .max(NOTE_CHARS_MAX, `At most ${NOTE_CHARS_MAX} characters`)
  .refine((text) => !UNWRITABLE.test(text), "Contains an invalid character");

/** The id of something of ours in a path or a body. */
export const idText = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Must be an id");

const roleSchema = z.enum(ROLES, "Must be moderator or admin");

/** A player as admins see one in lists. */
export const adminPlayerSchema = z.strictObject({
  id: z.string(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
});

export type AdminPlayer = z.infer<typeof adminPlayerSchema>;

/** Somebody who has a role, and how they came to it. */
export const roleHolderSchema = z.strictObject({
  player: adminPlayerSchema,
  role: roleSchema,
  /** Roles of the settings are changed only there. */
  source: z.enum(["settings", "grant"]),
  grantedBy: z.string().nullable(),
  /** Who confirmed the grant, where it needed two. */
  confirmedBy: z.string().nullable(),
  reason: z.string().nullable(),
  grantedAt: instantText.nullable(),
  suspended: z.boolean(),
});
export type RoleHolder = z.infer<typeof roleHolderSchema>;

/** A look of an admin at somebody's data. */
export const adminReadSchema = z.strictObject({
  id: z.string(),
  at: instantText,
  actor: adminPlayerSchema,
  subject: adminPlayerSchema,
  /** The route that was asked. */
  what: z.string(),
  requestId: z.string(),
});
export type AdminRead = z.infer<typeof adminReadSchema>;

const params = z.strictObject({ id: idText });
/** An act on what its path names, with nothing more to say. @param answer what it answers */
export const bareAct = <A extends z.ZodType>(answer: A) => ({
  params,
  body: z.strictObject({}),
  answers: { 200: answer },
});
/** A sensitive act of an admin on what its path names, for a reason. */
export const reasonedAct = {
  isSensitive: true,
  params,
  body: z.strictObject({ reason: noteText }),
} as const;
const change = z.strictObject({ playerId: idText, role: roleSchema, reason: noteText });
const acted = z.strictObject({ playerId: z.string() });

/** Calls whose acts may need two admins. */
export const roleActEndpoints = {
  grantRole: endpoint("POST /admin/roles", "admin", {
    summary: "Give a player a role; making an admin needs two admins",
    isSensitive: true,
    body: change,
    answers: { 200: acted },
  }),
  liftSuspension: endpoint("POST /admin/players/{id}/lift", "admin", {
    ...reasonedAct,
    summary: "Lift a player's suspension; an admin's needs two admins",
    answers: { 200: acted },
  }),
} as const;

export const roleEndpoints = {
  roles: endpoint("GET /admin/roles", "admin", {
    summary: "Holders of roles, and since when",
    exports: true,
    query: listQuery,
    answers: { 200: page(roleHolderSchema) },
  }),
  revokeRole: endpoint("DELETE /admin/roles", "admin", {
    summary: "Take a role from a player",
    isSensitive: true,
    body: change,
    answers: { 200: acted },
  }),
  suspend: endpoint("POST /admin/players/{id}/suspend", "admin", {
    ...reasonedAct,
    summary: "Suspend a player: no stakes, no deposits, no roles",
    answers: { 200: acted },
  }),
  adminReads: endpoint("GET /admin/reads", "admin", {
    summary: "Admins' access to player data, newest first",
    exports: true,
    query: listQuery.extend({ player: idText.optional() }),
    answers: { 200: page(adminReadSchema) },
  }),
} as const;
