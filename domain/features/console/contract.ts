import { z } from "zod";
import { endpoint, instantText, moneyText, position } from "../../kernel/contract.ts";
import { SEARCH_CHARS_MAX } from "../../kernel/search.ts";
import { DEPOSIT_STATUSES } from "../deposits/contract.ts";
import { CUSTODY_SIGHTINGS_NAMED_MAX } from "../deposits/rules.ts";
import { adminStakesSchema } from "../halts/contract.ts";
import { adminPlayerSchema } from "../roles/contract.ts";
import { NAMES_MAX } from "./rules.ts";

const currency = z.enum(["RBX", "TIX"]);
const foundPlayer = z.strictObject({
  ...adminPlayerSchema.shape,
  displayName: z.string(),
  platformId: z.string(),
});
const namedItem = z.strictObject({ assetId: z.number().int(), name: z.string() });

/** What a search found: at most `FOUND_MAX` of players and items, and the one event, game and deposit there can be. */
export const foundSchema = z.strictObject({
  players: z.array(foundPlayer),
  items: z.array(namedItem),
  event: z.strictObject({ position, type: z.string(), at: instantText }).nullable(),
  game: z.strictObject({ id: z.string(), gameType: z.string(), position, at: instantText }).nullable(),
  deposit: z
    .strictObject({
      id: z.string(),
      status: z.enum(DEPOSIT_STATUSES),
      position,
      player: adminPlayerSchema,
    })
    .nullable(),
});
export type Found = z.infer<typeof foundSchema>;

const counted = z.strictObject({ count: z.number().int(), isMore: z.boolean() });
export type Counted = z.infer<typeof counted>;

const bankSchema = z.strictObject({
  currency,
  bank: moneyText,
  /** Below this the house takes no stakes. */
  floor: moneyText,
  state: z.enum(["fine", "near", "stopped"]),
  /** What is staked in games that are not over. */
  escrow: moneyText,
});

/** Copies that the house keeps by its books, and that the platform shows at a player. */
const custodySchema = z.strictObject({
  seenElsewhere: counted,
  /** Those that are missing longest. */
  longest: z
    .array(
      z.strictObject({
        copy: z.string(),
        itemName: z.string(),
        /** The player it was seen at; null once they are erased. */
        player: adminPlayerSchema.nullable(),
        firstSeenAt: instantText,
        lastSeenAt: instantText,
      }),
    )
    .max(CUSTODY_SIGHTINGS_NAMED_MAX),
});

export const overviewSchema = z.strictObject({
  position,
  /** The UTC day that the figures of today are of. */
  day: z.iso.date(),
  /** `isMore`: there are more than were counted. */
  waiting: z.strictObject({
    deposits: counted,
    cashouts: counted,
    withdrawals: counted,
    secondApprovals: counted,
    proposals: counted,
  }),
  stakes: adminStakesSchema,
  custody: custodySchema,
  readModels: z.strictObject({
    count: z.number().int(),
    behind: z.number().int(),
    stopped: z.number().int(),
    /** The most that one of them is behind, in events and in milliseconds. */
    lag: position,
    waitedMs: z.number().int(),
  }),
  bank: z.array(bankSchema),
  players: counted,
  today: z.array(
    z.strictObject({ currency, games: z.number().int(), wagered: moneyText, revenue: moneyText }),
  ),
});
export type Overview = z.infer<typeof overviewSchema>;

const idsText = (id: RegExp, what: string) =>
  z
    .string()
    .transform((text) => text.split(","))
    .pipe(
      z
        .array(z.string().regex(id, `Must be ${what}, with commas in between`))
        .max(NAMES_MAX, `At most ${NAMES_MAX}`),
    )
    .optional();

export const consoleEndpoints = {
  overview: endpoint("GET /admin/overview", "admin", {
    summary: "Pending work, problems and today's figures",
    answers: { 200: overviewSchema },
  }),
  search: endpoint("GET /admin/search", "admin", {
    summary: "Players by name or id, items by name or id, an event by position, a game and a deposit by id",
    query: z.strictObject({
      q: z
        .string()
        .trim()
        .min(1, "Write what to look for")
        .max(SEARCH_CHARS_MAX, `At most ${SEARCH_CHARS_MAX} characters`),
    }),
    answers: { 200: foundSchema },
  }),
  names: endpoint("GET /admin/names", "admin", {
    summary: "The names of players and items by their ids; unknown ids are left out",
    query: z.strictObject({
      players: idsText(/^[A-Za-z0-9_-]{1,64}$/, "ids of players"),
      items: idsText(/^\d{1,15}$/, "asset ids of items"),
    }),
    answers: {
      200: z.strictObject({ players: z.array(adminPlayerSchema), items: z.array(namedItem) }),
    },
  }),
} as const;
