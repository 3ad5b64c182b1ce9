import { z } from "zod";
import { CURRENCIES } from "../../accounts/account.ts";
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
import { coinflipSchema } from "../live-coinflips/contract.ts";
import { logNumber } from "../transits/rules.ts";

/** An open coinflip of another log. Its creator's id would mean nothing here, and is null. */
export const awayCoinflipSchema = coinflipSchema.extend({ log: logNumber });
export type AwayCoinflip = z.infer<typeof awayCoinflipSchema>;

/** Away: on its way, or in a game that is not decided. */
export const AWAY_STATUSES = ["away", "won", "lost", "refused", "void"] as const;

/** A player's stake in a coinflip of another log. */
export const awayStakeSchema = z.strictObject({
  /** The transit that the stake left by. */
  id: z.string(),
  gameId: z.string(),
  log: logNumber,
  side: sideSchema,
  currency: z.enum(CURRENCIES),
  stake: moneyText,
  status: z.enum(AWAY_STATUSES),
  /** What came back; null while it is away. */
  cameBack: moneyText.nullable(),
  position,
  at: instantText,
  endedAt: instantText.nullable(),
});
export type AwayStakeShown = z.infer<typeof awayStakeSchema>;

const gameParams = z.strictObject({ id: z.string().regex(/^[\w-]{1,64}$/) });

export const awayCoinflipEndpoints = {
  awayCoinflips: endpoint("GET /away-coinflips", "player", {
    summary: "Open coinflips of the site's other logs, for currencies",
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
    summary: "Join a coinflip of another log: the stake leaves for it, and what comes of it comes back",
    rate: { name: "join", perSecond: 2, burst: 20 },
    params: gameParams,
    /** What the player was shown: another stake than the game's is refused. */
    body: z.strictObject({ log: logNumber, currency: z.enum(CURRENCIES), betAmount: amountNumber }),
    answers: { 200: z.strictObject({ id: z.string(), position }) },
  }),
  awayStakes: endpoint("GET /away-coinflips/stakes", "player", {
    summary: "The player's stakes in coinflips of other logs, newest first",
    query: pageQuery,
    answers: { 200: page(awayStakeSchema) },
  }),
} as const;
