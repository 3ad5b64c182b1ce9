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
import { sideSchema } from "../house-flips/contract.ts";
import { coinflipSchema, itemsToBet } from "../live-coinflips/contract.ts";
import { STAKED_ITEMS_MAX } from "../live-coinflips/rules.ts";
import { logNumber } from "../transits/contract.ts";

/** An open coinflip of another log. Its creator's id would mean nothing here, and is null. */
export const awayCoinflipSchema = coinflipSchema.extend({ log: logNumber });
export type AwayCoinflip = z.infer<typeof awayCoinflipSchema>;

/** Away: on its way, or in a game that is not decided. */
export const AWAY_STATUSES = ["away", "won", "lost", "refused", "void"] as const;

/** A copy that a player has staked in another log, at what it counts as here. */
const awayItemSchema = z.strictObject({
  copy: copyName,
  limitedId: z.number().int().positive(),
  name: z.string(),
  imageUrl: z.string(),
  serialNumber: z.number().int().nullable(),
  value: moneyText,
});
export type AwayItem = z.infer<typeof awayItemSchema>;

/** A player's stake in a coinflip of another log. */
export const awayStakeSchema = z.strictObject({
  /** The transit that the stake left by. */
  id: z.string(),
  gameId: z.string(),
  log: logNumber,
  side: sideSchema,
  /** Null where items are staked. */
  currency: z.enum(CURRENCIES).nullable(),
  /** Items at what they counted as here. */
  stake: moneyText,
  items: z.array(awayItemSchema).max(STAKED_ITEMS_MAX),
  status: z.enum(AWAY_STATUSES),
  /** What came back; null while it is away. Items that this log does not value count as nothing. */
  cameBack: moneyText.nullable(),
  /** How many items came back; null while they are away, and of a currency. */
  itemsBack: z.number().int().nonnegative().nullable(),
  position,
  at: instantText,
  endedAt: instantText.nullable(),
});
export type AwayStakeShown = z.infer<typeof awayStakeSchema>;

/** Either what the player was shown, for another stake than the game's is refused; or items against items. */
const joinAwaySchema = z
  .strictObject({
    log: logNumber,
    currency: z.enum(CURRENCIES).optional(),
    betAmount: amountNumber.optional(),
    betItems: itemsToBet("Please select at least one limited item to bet").optional(),
  })
  .refine(
    ({ currency, betAmount, betItems }) =>
      (betItems === undefined) === (currency !== undefined) &&
      (currency === undefined) === (betAmount === undefined),
    { error: "Stake either an amount of a currency or items", path: ["betAmount"] },
  );

const gameParams = z.strictObject({ id: z.string().regex(/^[\w-]{1,64}$/) });

export const awayCoinflipEndpoints = {
  awayCoinflips: endpoint("GET /away-coinflips", "player", {
    summary: "Open coinflips of the site's other logs, for currencies and for items in custody",
    answers: {
      200: z.strictObject({
        items: z.array(awayCoinflipSchema),
        /** The other logs of the site; none where it has one log. */
        logs: z.array(logNumber),
        /** The logs that cannot be asked at the moment. */
        unreachable: z.array(logNumber),
      }),
    },
  }),
  joinAwayCoinflip: endpoint("POST /away-coinflips/{id}/join", "player", {
    summary: "Join a coinflip of another log: the stake is sent there, and the result comes back",
    rate: { name: "join", perSecond: 2, burst: 20 },
    params: gameParams,
    body: joinAwaySchema,
    answers: { 200: z.strictObject({ id: z.string(), position }) },
  }),
  awayStakes: endpoint("GET /away-coinflips/stakes", "player", {
    summary: "The player's stakes in coinflips of other logs, newest first",
    query: pageQuery,
    answers: { 200: page(awayStakeSchema) },
  }),
} as const;
