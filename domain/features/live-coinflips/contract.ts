import { z } from "zod";
import { provenItemSchema } from "../../accounts/proven-item.ts";
import { clientSeedOriginSchema } from "../../fairness/client-seed.ts";
import { provenBeaconSchema } from "../../fairness/proven-beacon.ts";
import {
  amountFrom,
  arrayQuery,
  endpoint,
  hex32,
  instantText,
  moneyText,
  position,
} from "../../kernel/contract.ts";
import { receiptSchema } from "../../ledger/proof.ts";
import { sideSchema } from "../house-flips/contract.ts";
import { clientSeedSchema } from "../seed-pairs/contract.ts";
import { STAKED_ITEMS_MAX } from "./rules.ts";

const AMOUNT_TOO_SMALL = "Bet amount must be at least 1";
const NO_ITEMS = "Please select at least one limited item to bet";

const betAmount = amountFrom(1, AMOUNT_TOO_SMALL);
const quantity = z.number().int().min(1, "Must be at least 1").max(STAKED_ITEMS_MAX);

/** Stakes any free copies of an item, or with `inventoryId` those of one inventory entry. */
const betItem = z.strictObject({
  limitedId: z.number().int().positive(),
  quantity,
  inventoryId: z.number().int().positive().optional(),
});
/** The items of one side, by the message for none. */
export const itemsToBet = (none: string) => z.array(betItem).min(1, none).max(STAKED_ITEMS_MAX);
const betItems = itemsToBet(NO_ITEMS);
export type BetItem = z.infer<typeof betItem>;

/** Either an amount of the side's currency, or items. */
export const openRequestSchema = z
  .strictObject({ betSide: sideSchema, betAmount: betAmount.optional(), betItems: betItems.optional() })
  .refine((bet) => (bet.betAmount === undefined) !== (bet.betItems === undefined), {
    error: "Stake either an amount or items",
    path: ["betAmount"],
  });

/** What the limiteds page sends; its `value` and `totalValue` are ignored. */
export const createRequestSchema = z
  .strictObject({
    betType: z.enum(["currency", "limiteds"]),
    betSide: sideSchema,
    betAmount: amountFrom(0, AMOUNT_TOO_SMALL).nullish(),
    betItems: z
      .array(betItem.extend({ value: z.unknown().optional() }))
      .max(STAKED_ITEMS_MAX)
      .nullish(),
    totalValue: z.unknown().optional(),
  })
  .superRefine((bet, context) => {
    const isCurrency = bet.betType === "currency";
    if (isCurrency && (bet.betAmount ?? 0) < 1)
      context.addIssue({ code: "custom", path: ["betAmount"], message: AMOUNT_TOO_SMALL });
    if (!isCurrency && (bet.betItems ?? []).length === 0)
      context.addIssue({ code: "custom", path: ["betItems"], message: NO_ITEMS });
  });

export const joinRequestSchema = z.strictObject({ betItems: betItems.optional() });

export const COINFLIP_STATUSES = ["open", "locked", "settled", "cancelled", "expired", "void"] as const;

/** A copy at stake, with what it was worth when it was staked. */
const stakedItemSchema = z.strictObject({
  limitedId: z.number().int().positive(),
  quantity: z.number().int().positive(),
  name: z.string(),
  imageUrl: z.string(),
  value: moneyText,
  serialNumber: z.number().int().nullable(),
  /** Whether the house had it in custody when it was staked. */
  inCustody: z.boolean(),
});
export type StakedItem = z.infer<typeof stakedItemSchema>;

/** A coinflip between players, as everybody may see it. */
export const coinflipSchema = z.strictObject({
  id: z.string(),
  position,
  /** Null for a hidden player. */
  creatorId: z.string().nullable(),
  creator: z.strictObject({
    firstName: z.string(),
    profileImageUrl: z.string().nullable(),
    email: z.null(),
  }),
  /** Null where items are staked. */
  betAmount: moneyText.nullable(),
  betSide: sideSchema,
  betItems: z.array(stakedItemSchema),
  /** What the creator has at stake. */
  totalValue: moneyText,
  isActive: z.boolean(),
  opponentId: z.string().nullable(),
  expiresAt: instantText,
  status: z.enum(COINFLIP_STATUSES),
  scheme: z.literal("rt1|pvp"),
  commitment: hex32,
  creatorClientSeed: clientSeedSchema,
});
export type LiveCoinflip = z.infer<typeof coinflipSchema>;

/** The result of a joined game, for its joiner. */
export const joinAnswerSchema = z.strictObject({
  id: z.string(),
  creatorWon: z.boolean(),
  result: sideSchema,
  message: z.string(),
});

/** A joined game whose beacon is yet to come, with the proof that it was joined before. */
export const lockedAnswerSchema = z.strictObject({
  id: z.string(),
  status: z.literal("locked"),
  round: z.number().int().positive(),
  publishAt: instantText,
  receipt: receiptSchema,
});
export type LockedAnswer = z.infer<typeof lockedAnswerSchema>;

const participantSchema = z.strictObject({
  seq: z.number().int(),
  playerId: z.string(),
  clientSeed: clientSeedSchema,
  clientSeedBy: clientSeedOriginSchema,
  /** The line of it that is hashed; the stake in it in minor units. */
  line: z.string(),
  /** The staked copies; none where a currency is staked. */
  items: z.array(provenItemSchema),
});

/** All inputs of a game between players, as far as there are any yet. */
export const coinflipProofSchema = z.strictObject({
  id: z.string(),
  gameType: z.enum(["live_coinflip", "limiteds_coinflip"]),
  scheme: z.literal("rt1|pvp"),
  status: z.enum(COINFLIP_STATUSES),
  side: sideSchema,
  commitment: hex32,
  serverSeed: hex32.nullable(),
  participants: z.array(participantSchema),
  participantsDigest: hex32.nullable(),
  beacon: provenBeaconSchema.nullable(),
  digest: hex32.nullable(),
  /** Of a void game the result it would have had, once its beacon came after all. */
  result: sideSchema.nullable(),
  position,
  settledAt: instantText.nullable(),
  /** Proves that the game was joined before its beacon was published. */
  receipt: receiptSchema.nullable(),
});
export type CoinflipProof = z.infer<typeof coinflipProofSchema>;

const gameParams = z.strictObject({ id: z.string().min(1).max(64) });
const empty = z.strictObject({});

export const liveCoinflipEndpoints = {
  coinflips: endpoint("GET /live-coinflips", "public", {
    summary: "Open coinflips, newest first; void ones with status=void",
    query: arrayQuery.extend({ status: z.enum(["open", "void"]).optional() }),
    answers: { 200: z.array(coinflipSchema) },
  }),
  coinflipsOfLimiteds: endpoint("GET /coinflips/live", "public", {
    summary: "The same list under the path the limiteds page uses",
    query: arrayQuery,
    answers: { 200: z.array(coinflipSchema) },
  }),
  coinflip: endpoint("GET /live-coinflips/{id}", "public", {
    summary: "One coinflip between players",
    params: gameParams,
    answers: { 200: coinflipSchema },
  }),
  openCoinflip: endpoint("POST /live-coinflips", "player", {
    summary: "Open a coinflip with an amount or with items",
    body: openRequestSchema,
    answers: { 200: coinflipSchema },
  }),
  createCoinflip: endpoint("POST /coinflip/create", "player", {
    summary: "Open a coinflip, in the form the limiteds page sends",
    body: createRequestSchema,
    answers: { 200: coinflipSchema },
  }),
  joinCoinflip: endpoint("POST /live-coinflips/{id}/join", "player", {
    summary: "Join a coinflip; 202 if its beacon has not come within a few seconds",
    rate: { name: "join", perSecond: 2, burst: 20 },
    params: gameParams,
    body: joinRequestSchema,
    answers: { 200: joinAnswerSchema, 202: lockedAnswerSchema },
  }),
  cancelCoinflip: endpoint("POST /live-coinflips/{id}/cancel", "player", {
    summary: "Withdraw the player's own open coinflip",
    params: gameParams,
    body: empty,
    answers: { 200: z.strictObject({ id: z.string(), status: z.literal("cancelled") }) },
  }),
} as const;
