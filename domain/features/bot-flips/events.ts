import { z } from "zod";
import { house, playerAccount } from "../../accounts/account.ts";
import { defineEvent, type EventOf } from "../../kernel/events/event-definition.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Minor } from "../../kernel/money.ts";
import { move } from "../../ledger/posting.ts";
import { type Flip, flipShape } from "../house-flips/events.ts";
import {
  moveStakes,
  type Stake,
  stakeSchema,
  stakesFrom1,
  valueOfStakes,
} from "../live-coinflips/items/stake.ts";
import { playerStream } from "../players/events.ts";

/** Version 1 did not keep whether a staked copy was in custody. */
const from1 = (payload: JsonObject): JsonObject => ({
  ...payload,
  items: stakesFrom1(payload.items as readonly JsonObject[]),
});

/** One flip for items, before it is an event. Amounts in minor units of RBX. */
export interface ItemsFlip extends Omit<Flip, "stake" | "payout" | "edge"> {
  readonly items: Stake;
  /** What the items win, if they do. */
  readonly winnings: Minor;
}

/**
 * Items were flipped for against the house's bot: stake and result in one fact. Only what changes hands moves: winnings
 * from the house to a winner, whose items stay where they are, and a loser's items to the house. Amounts are of RBX,
 * items at their values.
 */
export const itemsFlipped = defineEvent({
  type: "ItemsFlipped",
  version: 2,
  payload: z.strictObject({
    /** `edge` is "0" on a loss; `payout` is the items' value and the winnings. */
    ...flipShape,
    /** The copies at stake, each with its value as of the flip. */
    items: stakeSchema,
  }),
  upcasters: [from1],
  record: (flip: ItemsFlip) => {
    const { playerId, items, winnings } = flip;
    const player = playerAccount(playerId);
    const stake = valueOfStakes(items);
    const won = flip.result === flip.side;
    return {
      streams: [playerStream(playerId)],
      // In order, as the log writes them.
      payload: {
        edge: String(won ? stake - winnings : 0n),
        gameId: flip.gameId,
        items,
        nonce: flip.nonce,
        pair: flip.pair,
        payout: String(won ? stake + winnings : 0n),
        result: flip.result,
        side: flip.side,
        stake: String(stake),
        xp: flip.xp,
      },
      postings: won
        ? move({ from: house, to: player, asset: "RBX", amount: winnings })
        : moveStakes(items, player, house),
    };
  },
  live: { player: ["balance", "inventory", "games", "fairness"], everybody: ["bets", "leaderboard"] },
  example: [
    {
      playerId: "p_1",
      gameId: "g_1",
      pair: 1,
      nonce: 0,
      side: "rbx",
      result: "tix",
      items: [{ asset: "item:101:7", amount: "1", value: "100000", inCustody: true }],
      winnings: 97_500n,
      xp: 30,
    },
  ],
});
export type ItemsFlipped = EventOf<typeof itemsFlipped>;
