import { z } from "zod";
import {
  arrayQuery,
  endpoint,
  instantText,
  LIST_LIMIT_MAX,
  listQuery,
  moneyText,
  page,
  position,
} from "../../kernel/contract.ts";
import { parseMinor } from "../../kernel/money.ts";
import { SEARCH_CHARS_MAX } from "../../kernel/search.ts";
import { shownPlayerSchema } from "../../player/privacy.ts";
import { publicLine, publicLines } from "../../player/public-text.ts";
import { GAME_TYPES } from "../game-tables/table.ts";
import { adminPlayerSchema, idText, noteText } from "../roles/contract.ts";
import { userGameParams } from "./params.ts";
import {
  ADMIN_GAME_FILTERS,
  BET_MOST,
  DESCRIPTION_CHARS_MAX,
  DESCRIPTION_TOO_LONG,
  EDGE_MOST,
  EDGE_OUT_OF_RANGE,
  MAX_BET_LEAST,
  MAX_BET_TOO_LARGE,
  MAX_BET_TOO_SMALL,
  MIN_ABOVE_MAX,
  MIN_BET_LEAST,
  MIN_BET_TOO_SMALL,
  TITLE_CHARS_MAX,
  TITLE_REQUIRED,
  TITLE_TOO_LONG,
} from "./rules.ts";

const title = publicLine({ required: TITLE_REQUIRED, charsMax: TITLE_CHARS_MAX, tooLong: TITLE_TOO_LONG });
const description = publicLines({
  charsMax: DESCRIPTION_CHARS_MAX,
  tooLong: DESCRIPTION_TOO_LONG,
}).nullable();

/** A request's number in hundredths, read as text so that no float becomes money. */
const hundredthsOf = (n: number): bigint | null => parseMinor(String(n));
const HUNDREDTHS = "Must be an amount with at most two decimals";

/** A number with two decimals at most, within bounds in hundredths, each bound with its own message. */
const between = (
  { least, most }: { readonly least: bigint; readonly most: bigint },
  messages: { readonly below: string; readonly above: string },
) =>
  z
    .number("Must be a number")
    .refine((n) => n < 0 || hundredthsOf(n) !== null, HUNDREDTHS)
    .refine((n) => n >= 0 && (hundredthsOf(n) ?? least) >= least, messages.below)
    .refine((n) => (hundredthsOf(n) ?? most) <= most, messages.above);

const minBet = between(
  { least: MIN_BET_LEAST, most: BET_MOST },
  { below: MIN_BET_TOO_SMALL, above: MIN_ABOVE_MAX },
);
const maxBet = between(
  { least: MAX_BET_LEAST, most: BET_MOST },
  { below: MAX_BET_TOO_SMALL, above: MAX_BET_TOO_LARGE },
);
const houseEdge = between(
  { least: 0n, most: BigInt(EDGE_MOST) },
  { below: EDGE_OUT_OF_RANGE, above: EDGE_OUT_OF_RANGE },
);

export const createUserGameSchema = z.strictObject({
  title,
  description: description.optional(),
  gameType: z.enum(GAME_TYPES),
  minBet: minBet.optional(),
  maxBet: maxBet.optional(),
  houseEdge: houseEdge.optional(),
});
export type CreateUserGameRequest = z.infer<typeof createUserGameSchema>;

export const changeUserGameSchema = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  minBet: minBet.optional(),
  maxBet: maxBet.optional(),
  houseEdge: houseEdge.optional(),
  isActive: z.boolean().optional(),
});
export type ChangeUserGameRequest = z.infer<typeof changeUserGameSchema>;

/** Percent with two decimals, `"95.00"`. */
const percent = z.string().regex(/^\d{1,3}\.\d{2}$/);

/** A player-made game, as everybody may see it. */
export const userGameSchema = z.strictObject({
  id: z.string(),
  position,
  /** Null for a hidden player. */
  creatorId: z.string().nullable(),
  creator: shownPlayerSchema.extend({ firstName: z.string(), email: z.null() }),
  title: z.string(),
  description: z.string().nullable(),
  gameType: z.enum(GAME_TYPES),
  minBet: moneyText,
  maxBet: moneyText,
  houseEdge: percent,
  returnToPlayer: percent,
  /** Whether it takes bets. */
  isActive: z.boolean(),
  /** Whether an admin stopped it. */
  isHalted: z.boolean(),
  totalPlayed: z.number().int(),
  /** RBX and TIX added 1:1. */
  totalVolume: moneyText,
  version: z.number().int().positive(),
  createdAt: instantText,
  updatedAt: instantText,
});
export type UserGameListed = z.infer<typeof userGameSchema>;

const adminUserGameSchema = userGameSchema.omit({ creatorId: true }).extend({
  creator: adminPlayerSchema,
  /** Why an admin stopped it; null where none did. */
  halt: z.string().nullable(),
});
export type AdminUserGame = z.infer<typeof adminUserGameSchema>;

/** What a game is or was played by, from one edit to the next. */
const userGameVersionSchema = z.strictObject({
  version: z.number().int().positive(),
  houseEdge: percent,
  returnToPlayer: percent,
  minBet: moneyText,
  maxBet: moneyText,
  since: instantText,
});
export type UserGameVersion = z.infer<typeof userGameVersionSchema>;

const amounts = z.strictObject({ rbx: moneyText, tix: moneyText });

/** A game as its creator sees it. */
export const ownUserGameSchema = userGameSchema.extend({ earnings: moneyText, unclaimed: amounts });
export type OwnUserGame = z.infer<typeof ownUserGameSchema>;

export const earningsSchema = z.strictObject({
  /** Percent of the share that the house keeps of a game that is made or edited now. */
  housePart: percent,
  unclaimed: amounts,
  total: amounts,
  games: z.array(
    z.strictObject({ id: z.string(), title: z.string(), volume: moneyText, earnings: moneyText }),
  ),
});
export type CreatorEarnings = z.infer<typeof earningsSchema>;

/** How many days of earnings can be asked for, and how many are answered when nothing is said. */
export const EARNING_DAYS_MAX = 90;
const EARNING_DAYS_DEFAULT = 30;

const daysSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      /** A UTC day, `2026-01-31`. */
      day: z.iso.date(),
      gameId: z.string(),
      rbx: moneyText,
      tix: moneyText,
      /** What was staked, RBX and TIX added 1:1. */
      volume: moneyText,
    }),
  ),
});
export type CreatorDays = z.infer<typeof daysSchema>;

/** One player beside another: how many games of theirs, with how many bets, for how much and to what end. */
const tieSchema = z.strictObject({
  player: adminPlayerSchema,
  games: z.number().int(),
  bets: z.number().int(),
  wagered: moneyText,
  /** The player's win, negative for a loss. */
  profit: moneyText,
});
const tiesSchema = z.strictObject({
  /** Who plays this player's games most. */
  players: z.array(tieSchema),
  /** Whose games this player plays most. */
  creators: z.array(tieSchema),
});
export type MadeGameTies = z.infer<typeof tiesSchema>;

const claimSchema = z.strictObject({
  ...amounts.shape,
  rbxBalance: moneyText,
  tixBalance: moneyText,
  position,
});

export const USER_GAME_SORTS = ["newest", "popular", "return"] as const;

/** Creating a game notifies others; changing one notifies nobody. */
const makingRate = { name: "make-game", perSecond: 1 / 60, burst: 20 } as const;
const changingRate = { name: "change-game", perSecond: 1, burst: 60 } as const;

const haltCall = {
  isSensitive: true,
  params: userGameParams,
  body: z.strictObject({ reason: noteText }),
} as const;

/** Calls whose acts need two admins. */
export const userGameActEndpoints = {
  liftUserGameHalt: endpoint("POST /admin/user-games/{id}/lift", "admin", {
    ...haltCall,
    summary: "Propose to reopen a stopped game; a second admin confirms",
    answers: {},
  }),
} as const;

const adminUserGames = listQuery.extend({
  /** The id of a creator. */
  creator: idText.optional(),
  search: z.string().max(SEARCH_CHARS_MAX).optional(),
  status: z.enum(ADMIN_GAME_FILTERS).optional(),
});
export type AdminUserGamesQuery = z.output<typeof adminUserGames>;

export const userGameEndpoints = {
  haltUserGame: endpoint("POST /admin/user-games/{id}/halt", "admin", {
    ...haltCall,
    summary: "Stop a player-made game: it takes no bets until two admins lift the stop",
    answers: { 200: z.strictObject({ id: z.string(), position }) },
  }),
  adminUserGames: endpoint("GET /admin/user-games", "admin", {
    summary: "All player-made games including paused and stopped ones, newest first",
    exports: true,
    query: adminUserGames,
    answers: { 200: page(adminUserGameSchema) },
  }),
  userGames: endpoint("GET /user-games", "public", {
    summary: "Active player-made games; `before` is the position of the previous page's last one",
    query: arrayQuery.extend({
      gameType: z.enum(GAME_TYPES).optional(),
      search: z.string().max(SEARCH_CHARS_MAX).optional(),
      sort: z.enum(USER_GAME_SORTS).optional(),
    }),
    answers: { 200: z.array(userGameSchema) },
  }),
  myUserGames: endpoint("GET /user-games/my", "player", {
    summary: "The player's own games, with what they earned, newest first",
    query: arrayQuery,
    answers: { 200: z.array(ownUserGameSchema) },
  }),
  creatorEarnings: endpoint("GET /user-games/earnings", "player", {
    summary: "Earnings of the player's games, in total and unclaimed",
    answers: { 200: earningsSchema },
  }),
  creatorDays: endpoint("GET /user-games/earnings/days", "player", {
    summary: "Earnings of the player's games by UTC day, newest first",
    query: z.strictObject({
      days: z
        .string()
        .regex(/^\d{1,2}$/, `Must be a whole number, 1 to ${EARNING_DAYS_MAX}`)
        .transform(Number)
        .refine((n) => n >= 1 && n <= EARNING_DAYS_MAX, `Must be a whole number, 1 to ${EARNING_DAYS_MAX}`)
        .default(EARNING_DAYS_DEFAULT),
    }),
    answers: { 200: daysSchema },
  }),
  madeGameTies: endpoint("GET /admin/players/{id}/made-games", "admin", {
    summary: "The players who play this player's games most, and the creators this player plays most",
    params: userGameParams,
    answers: { 200: tiesSchema },
  }),
  claimCreatorShare: endpoint("POST /user-games/earnings/claim", "player", {
    summary: "Claim the earnings of the player's games",
    body: z.strictObject({}),
    answers: { 200: claimSchema },
  }),
  userGame: endpoint("GET /user-games/{id}", "public", {
    summary: "One player-made game",
    params: userGameParams,
    answers: { 200: userGameSchema },
  }),
  userGameVersions: endpoint("GET /user-games/{id}/versions", "public", {
    summary: `A game's present and past rules, newest first, at most ${LIST_LIMIT_MAX}`,
    params: userGameParams,
    answers: { 200: z.array(userGameVersionSchema) },
  }),
  createUserGame: endpoint("POST /user-games", "player", {
    summary: "Make a game for others to play",
    makesOne: true,
    rate: makingRate,
    body: createUserGameSchema,
    answers: { 200: userGameSchema },
  }),
  changeUserGame: endpoint("PATCH /user-games/{id}", "player", {
    summary: "Edit, pause or resume the player's own game",
    params: userGameParams,
    rate: changingRate,
    body: changeUserGameSchema,
    answers: { 200: userGameSchema },
  }),
} as const;
