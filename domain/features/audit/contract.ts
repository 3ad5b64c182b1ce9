import { z } from "zod";
import {
  endpoint,
  hex32,
  inOrder,
  instantQuery,
  instantText,
  listQuery,
  moneyText,
  page,
  periodQuery,
  position,
  positionQuery,
} from "../../kernel/contract.ts";
import { FURTHER_STREAMS_MAX } from "../../kernel/events/event.ts";
import { SEARCH_CHARS_MAX } from "../../kernel/search.ts";
import { houseFlipEndpoints } from "../house-flips/contract.ts";
import { trialBalanceSchema } from "../ledger/contract.ts";
import { idText } from "../roles/contract.ts";
import { ROLES } from "../roles/rules.ts";
import { BALANCE_ASSETS_MAX } from "./rules.ts";

/** Money as text with two decimals; copies of items as integers. */
const amount = z.union([moneyText, z.number().int()]);

const playerParams = z.strictObject({ id: idText });
const accountText = z
  .string()
  .regex(
    /^(?:house|issuance|platform|elsewhere|(?:player|escrow|creator-share|receivable):[A-Za-z0-9_-]{1,64}|transit:[1-9]\d{0,8}-[A-Za-z0-9_-]{1,64}|peer:[1-9]\d{0,8})$/,
    "Must be an account, such as house or player:p_1",
  );
const accountParams = z.strictObject({ account: accountText });
const assetText = z
  .string()
  .regex(/^(?:RBX|TIX|USD|item:\d{1,15}:[A-Za-z0-9_-]{1,64})$/, "Must be an asset, such as RBX or item:1:2");

/** A player in the console's list. */
export const listedPlayerSchema = z.strictObject({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  profileImageUrl: z.string().nullable(),
  platformId: z.string(),
  createdAt: instantText,
});
export type ListedPlayer = z.infer<typeof listedPlayerSchema>;

const holdingSchema = z.strictObject({ asset: z.string(), amount });

/** A session of a player, without its token. */
const playerSessionSchema = z.strictObject({
  id: z.string(),
  createdAt: instantText,
  lastSeenAt: instantText,
  /** When it ends if it is not used any more. */
  endsAt: instantText,
  isLive: z.boolean(),
  /** The program that it was begun with. */
  client: z.string(),
});

/** A player's file at a glance. Sessions are shown by their times, never by token. */
export const playerFileSchema = z.strictObject({
  ...listedPlayerSchema.shape,
  isVerified: z.boolean(),
  level: z.number().int(),
  experience: z.number().int(),
  /** As of the newest event; the first `HOLDINGS_SHOWN_MAX` of `holdingsTotal`. */
  holdings: z.array(holdingSchema),
  holdingsTotal: z.number().int(),
  sessions: z.array(playerSessionSchema),
  roles: z.array(z.strictObject({ role: z.enum(ROLES), source: z.enum(["settings", "grant"]) })),
  standing: z.strictObject({
    suspended: z.boolean(),
    /** The newest change: a suspension or its lifting. */
    reason: z.string().nullable(),
    by: z.string().nullable(),
    at: instantText.nullable(),
    owes: z.array(holdingSchema),
  }),
  stats: houseFlipEndpoints.stats.answers[200],
});
export type PlayerFile = z.infer<typeof playerFileSchema>;

const legSchema = z.strictObject({
  leg: z.number().int().nonnegative(),
  account: z.string(),
  asset: z.string(),
  delta: amount,
});

/** One leg of an event, with what the account held after it, and where the rest of the event went. */
export const auditEntrySchema = z.strictObject({
  position,
  leg: z.number().int().nonnegative(),
  at: instantText,
  type: z.string(),
  eventId: z.string(),
  stream: z.string(),
  account: z.string(),
  asset: z.string(),
  delta: amount,
  balanceAfter: amount,
  /** The first `LEGS_SHOWN_MAX` of `otherLegsTotal`. */
  otherLegs: z.array(legSchema),
  otherLegsTotal: z.number().int().nonnegative(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const balanceSchema = z.strictObject({
  /** The last position that counts. */
  position,
  /** When its event was recorded; null before the first. */
  at: instantText.nullable(),
  holdings: z.array(holdingSchema).max(BALANCE_ASSETS_MAX),
});
export type BalanceAt = z.infer<typeof balanceSchema>;

/** An event as the log stores it. */
export const storedEventSchema = z.strictObject({
  position,
  at: instantText,
  stream: z.string(),
  /** Further streams that the event belongs to; its version is its place in `stream` alone. */
  alsoIn: z.array(z.string()).max(FURTHER_STREAMS_MAX),
  version: position,
  type: z.string(),
  schemaVersion: z.number().int(),
  eventId: z.string(),
  commandId: z.string(),
  actor: z.string(),
  /** The very text that is hashed: canonical JSON (RFC 8785). */
  payload: z.string(),
  /** The first `LEGS_SHOWN_MAX` of `postingsTotal`. */
  postings: z.array(legSchema),
  postingsTotal: z.number().int().nonnegative(),
  leaf: hex32,
  block: z.strictObject({ number: position, from: position, to: position, hash: hex32 }).nullable(),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;

const order = z.enum(["newest", "oldest"], "Must be newest or oldest").optional();
const entriesQuery = listQuery.extend({ asset: assetText.optional(), ...periodQuery, order }).check(inOrder);
const moment = { position: positionQuery.optional(), at: instantQuery.optional() };
const isOneMoment = ({ position, at }: { position?: number | undefined; at?: number | undefined }): boolean =>
  position === undefined || at === undefined;
const ONE_MOMENT = { path: ["at"], message: "Ask for a position or for an instant, not for both" };
const momentQuery = z
  .strictObject({ asset: assetText.optional(), ...moment })
  .refine(isOneMoment, ONE_MOMENT);

const heldSchema = z.strictObject({ account: z.string(), asset: z.string(), amount });
export type Held = z.infer<typeof heldSchema>;

export const auditEndpoints = {
  adminPlayers: endpoint("GET /admin/players", "admin", {
    summary: "Players by the start of their name, or by their full id here or on the platform",
    exports: true,
    query: listQuery.extend({
      search: z.string().trim().max(SEARCH_CHARS_MAX, `At most ${SEARCH_CHARS_MAX} characters`).optional(),
    }),
    answers: { 200: page(listedPlayerSchema) },
  }),
  adminPlayer: endpoint("GET /admin/players/{id}", "admin", {
    summary: "A player: profile, holdings, sessions, roles, standing and figures",
    params: playerParams,
    answers: { 200: playerFileSchema },
  }),
  playerEntries: endpoint("GET /admin/players/{id}/entries", "admin", {
    summary: "Every entry of a player's account, newest first, or from the first entry on",
    exports: true,
    params: playerParams,
    query: entriesQuery,
    answers: { 200: page(auditEntrySchema) },
  }),
  accountEntries: endpoint("GET /admin/accounts/{account}/entries", "admin", {
    summary: "Every entry of an account, newest first, or from the first entry on",
    exports: true,
    params: accountParams,
    query: entriesQuery,
    answers: { 200: page(auditEntrySchema) },
  }),
  playerBalance: endpoint("GET /admin/players/{id}/balance", "admin", {
    summary: "What a player held, of all assets or of one, after a position or at an instant; by default now",
    params: playerParams,
    query: momentQuery,
    answers: { 200: balanceSchema },
  }),
  accountBalance: endpoint("GET /admin/accounts/{account}/balance", "admin", {
    summary:
      "What an account held, of all assets or of one, after a position or at an instant; by default now",
    params: accountParams,
    query: momentQuery,
    answers: { 200: balanceSchema },
  }),
  holdings: endpoint("GET /admin/holdings", "admin", {
    summary:
      "What every account, or one, holds after a position or at an instant; all pages show the same position",
    exports: true,
    query: listQuery.extend({ account: accountText.optional(), ...moment }).refine(isOneMoment, ONE_MOMENT),
    answers: { 200: z.strictObject({ ...page(heldSchema).shape, position }) },
  }),
  adminTrialBalance: endpoint("GET /admin/trial-balance", "admin", {
    summary: "The trial balance as a list that can be exported",
    exports: true,
    query: listQuery.pick({ export: true }),
    answers: {
      200: z.strictObject({ ...page(trialBalanceSchema.shape.assets.element).shape, position }),
    },
  }),
  eventTypes: endpoint("GET /admin/event-types", "admin", {
    summary: "Every event type the log can hold, by name",
    answers: { 200: z.strictObject({ items: z.array(z.string()), next: z.null() }) },
  }),
  events: endpoint("GET /admin/events", "admin", {
    summary: "Stored events, by stream, type and actor; type and actor are searched part by part",
    exports: true,
    query: listQuery.extend({
      stream: z
        .string()
        .regex(/^[a-z][a-z-]{0,31}:[A-Za-z0-9_.:-]{1,100}$/, "Must be a stream, such as player:p_1")
        .optional(),
      type: z
        .string()
        .regex(/^[A-Za-z]{1,64}$/, "Must be a type of event, such as CoinFlipped")
        .optional(),
      actor: z
        .string()
        .regex(/^[A-Za-z0-9_.:-]{1,128}$/, "Must be an actor: a player's id or system")
        .optional(),
      after: positionQuery.optional(),
      before: positionQuery.optional(),
      order,
    }),
    answers: {
      200: z.strictObject({
        ...page(storedEventSchema).shape,
        /** Set where the search stopped before the page was full, at this position; `next` goes on there. */
        scannedTo: position.optional(),
      }),
    },
  }),
} as const;
