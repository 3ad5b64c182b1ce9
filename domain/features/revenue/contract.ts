import { z } from "zod";
import {
  endpoint,
  inOrder,
  instantQuery,
  instantText,
  listQuery,
  moneyText,
  page,
  position,
} from "../../kernel/contract.ts";

/** How revenue can be grouped. Currencies are always separate: they share no unit. */
export const REVENUE_PARTS = ["day", "game", "currency"] as const;
export type RevenuePart = (typeof REVENUE_PARTS)[number];

const currency = z.enum(["RBX", "TIX"]);
const partsText = z
  .string()
  .transform((text) => text.split(","))
  .pipe(
    z
      .array(z.enum(REVENUE_PARTS, `Must be of ${REVENUE_PARTS.join(", ")}, with commas in between`))
      .max(REVENUE_PARTS.length),
  );

export const revenueRowSchema = z.strictObject({
  /** A UTC day, `2026-01-31`; null where days are added up. */
  day: z.iso.date().nullable(),
  /** Null where games are added up. */
  game: z.string().nullable(),
  currency,
  games: z.number().int(),
  wagered: moneyText,
  paidOut: moneyText,
  /** What was kept of winning stakes; part of the revenue. */
  edge: moneyText,
  /** Wagered less paid out; below zero where the players won. */
  revenue: moneyText,
});
export type RevenueRow = z.infer<typeof revenueRowSchema>;

/** Value issued, or returned to its sources, by events of a type. */
const sourceSchema = z.strictObject({
  type: z.string(),
  /** `RBX`, `TIX`, or `items` for copies of any item. */
  asset: z.string(),
  issued: z.union([moneyText, z.number().int()]),
  returned: z.union([moneyText, z.number().int()]),
});
export type SourceRow = z.infer<typeof sourceSchema>;

/** What the house earned and spent in dollars on a day, by events of a type. */
const dollarRowSchema = z.strictObject({
  day: z.iso.date(),
  type: z.string(),
  earned: moneyText,
  spent: moneyText,
  /** Earned less spent; may be below zero. */
  net: moneyText,
});
export type DollarRow = z.infer<typeof dollarRowSchema>;

const itemsSchema = z.strictObject({ copies: z.number().int(), value: moneyText });

export const revenueSchema = z.strictObject({
  /** The days that the rows are of, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  items: z.array(revenueRowSchema),
  next: z.null(),
  /** As of the newest event. */
  position,
  /** The house's own of each currency, and the items it holds at what the catalogue says. */
  bank: z.strictObject({ RBX: moneyText, TIX: moneyText, USD: moneyText, items: itemsSchema }),
  /** What is staked in games that are not over. */
  exposure: z.strictObject({ RBX: moneyText, TIX: moneyText, items: itemsSchema }),
  /** What is in circulation of each currency. */
  issued: z.strictObject({ RBX: moneyText, TIX: moneyText }),
  /** Where it came from and went in these days. */
  sources: z.array(sourceSchema),
  /** Fees of purchases and cash-outs, what providers keep, and losses of the house, the newest day first. */
  dollars: z.array(dollarRowSchema),
});
export type Revenue = z.infer<typeof revenueSchema>;

/** The house's gain or loss by one settled game. */
const gameRevenueSchema = z.strictObject({
  gameId: z.string(),
  /** `stake`: a lost stake; `payout`: what a win cost, below zero; `edge`: what is kept of a game between players. */
  revenueType: z.enum(["stake", "payout", "edge"]),
  amount: moneyText,
  currency,
  /** Who played against the house; of a game between players, its winner. */
  userId: z.string(),
  at: instantText,
  position,
});
export type GameRevenue = z.infer<typeof gameRevenueSchema>;

/** A UTC day, or an instant of one, in milliseconds once it is read. */
const dayQuery = z.union(
  [z.iso.date().transform((day) => Date.parse(day)), instantQuery],
  "Must be a day such as 2026-01-31, or an instant in UTC such as 2026-01-31T12:00:00Z",
);
const daysQuery = { from: dayQuery.optional(), to: dayQuery.optional() };

export const revenueEndpoints = {
  revenueGames: endpoint("GET /admin/revenue/games", "admin", {
    summary: "What each settled game brought the house, newest first; whole UTC days as in /admin/revenue",
    exports: true,
    query: listQuery.extend(daysQuery).check(inOrder),
    answers: { 200: page(gameRevenueSchema) },
  }),
  revenue: endpoint("GET /admin/revenue", "admin", {
    summary: "The house's income and payments by day, game and currency; bank, open stakes and issuance",
    exports: true,
    query: z
      .strictObject({
        ...daysQuery,
        by: partsText.optional(),
        export: z.enum(["1", "csv"], "Must be 1 or csv").optional(),
      })
      .check(inOrder),
    answers: { 200: revenueSchema },
  }),
} as const;
