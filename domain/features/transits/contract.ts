import { z } from "zod";
import { CURRENCIES } from "../../accounts/account.ts";
import { copyName } from "../../accounts/payload.ts";
import {
  amountNumber,
  endpoint,
  instantText,
  moneyText,
  page,
  pageQuery,
  position,
} from "../../kernel/contract.ts";
import { THINGS_MAX } from "../../ledger/transit/single.ts";
import { noteText } from "../roles/contract.ts";
import { HOUSE_ITEMS_MAX } from "./rules.ts";

/** The highest number of a log. */
const LOG_NUMBER_MAX = 999_999_999;

/** The number of a log in a request. */
export const logNumber = z.number().int().min(1).max(LOG_NUMBER_MAX);

/** A transit as one of its two logs has it. */
export const transitShownSchema = z.strictObject({
  id: z.string(),
  /** Whether it left this log or arrived in it. */
  direction: z.enum(["out", "in"]),
  /** The number of the other log. */
  log: z.number().int().positive(),
  /** A currency, or `items`, whose amount is how many there are. */
  asset: z.string(),
  amount: moneyText,
  /** The copies that go together; none of a currency. */
  items: z.array(z.string()).max(THINGS_MAX),
  /** The account here: the sender of what left, the receiver of what arrived. */
  account: z.string(),
  purpose: z.string(),
  /** Where this log wrote of it first. */
  position,
  at: instantText,
  /** When its arrival was proved; null while it is under way, and for what arrived here. */
  closedAt: instantText.nullable(),
});
export type TransitShown = z.infer<typeof transitShownSchema>;

/** One copy that the house has in custody. */
export const houseItemSchema = z.strictObject({
  copy: copyName,
  limitedId: z.number().int().positive(),
  name: z.string(),
  serial: z.number().int().nullable(),
});
export type HouseItem = z.infer<typeof houseItemSchema>;

/** The traffic between this log and another one, in one currency. */
export const peerBalanceSchema = z.strictObject({
  log: z.number().int().positive(),
  asset: z.string(),
  left: moneyText,
  /** Of what left, what is not known to have arrived. */
  underWay: moneyText,
  arrived: moneyText,
  /** What the other log owes to this one: what is known to have arrived there less what arrived here. */
  owed: moneyText,
});
export type PeerBalance = z.infer<typeof peerBalanceSchema>;

/** The courier's state for another log, in the answering process. */
export const transitWaySchema = z.strictObject({
  log: z.number().int().positive(),
  /** How many transits left for it and are not known to have arrived, and since when the oldest is under way. */
  underWay: z.number().int().nonnegative(),
  oldestAt: instantText.nullable(),
  /** When it was last tried; null before the first time. What is under way is tried again each few seconds. */
  triedAt: instantText.nullable(),
  /** What failed then; null for nothing. */
  trouble: z.string().nullable(),
});
export type TransitWay = z.infer<typeof transitWaySchema>;

/** Calls whose acts need two admins. */
export const transitActEndpoints = {
  sendBank: endpoint("POST /admin/transits", "admin", {
    summary: "Propose to send part of this log's bank to that of another log; a second admin confirms",
    makesOne: true,
    isSensitive: true,
    body: z.strictObject({
      log: logNumber,
      currency: z.enum(CURRENCIES),
      amount: amountNumber,
      reason: noteText,
    }),
    answers: {},
  }),
  sendCopy: endpoint("POST /admin/transits/items", "admin", {
    summary: "Propose to send an item of the house's, in custody, to another log; a second admin confirms",
    makesOne: true,
    isSensitive: true,
    body: z.strictObject({ log: logNumber, copy: copyName, reason: noteText }),
    answers: {},
  }),
} as const;

export const transitEndpoints = {
  houseItems: endpoint("GET /admin/transits/items", "admin", {
    summary: "Items of the house's that can be sent to another log, the oldest in custody first",
    answers: { 200: z.strictObject({ items: z.array(houseItemSchema).max(HOUSE_ITEMS_MAX) }) },
  }),
  transits: endpoint("GET /admin/transits", "admin", {
    summary: "What went between this log and others, newest first, and what they owe each other",
    query: pageQuery,
    answers: {
      200: page(transitShownSchema).extend({
        /** The number of this log. */
        log: z.number().int().positive(),
        peers: z.array(peerBalanceSchema),
        ways: z.array(transitWaySchema),
      }),
    },
  }),
} as const;
