import type { Side } from "../../fairness/st1.ts";
import type { NewEvent } from "../../kernel/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Minor } from "../../kernel/money.ts";
import { house, playerAccount } from "../../ledger/account.ts";
import { move } from "../../ledger/posting.ts";
import { moveStakes, type Stake, stakesFrom1, valueOfStakes } from "../live-coinflips/stake.ts";
import { playerStream } from "../players/events.ts";

/**
 * Items were flipped for against the house's bot: stake and result in one fact. Amounts are minor units of RBX as text,
 * items at their values.
 */
export type ItemsFlipped = NewEvent<
  "ItemsFlipped",
  {
    readonly gameId: string;
    readonly pair: number;
    readonly nonce: number;
    readonly side: Side;
    readonly result: Side;
    /** The copies at stake, each with its value as of the flip. */
    readonly items: Stake;
    readonly stake: string;
    /** What a winner has of it: the items' value and the winnings; "0" on a loss. */
    readonly payout: string;
    /** What is missing of a winner's pay-out to twice the stake; "0" on a loss. */
    readonly edge: string;
    /** Experience granted; less than a game's worth once the day's most is reached. */
    readonly xp: number;
  }
>;

/** Version 1 did not keep whether a staked copy was in custody. */
export const itemsFlippedFrom1 = (payload: JsonObject): JsonObject => ({
  ...payload,
  items: stakesFrom1(payload.items as readonly JsonObject[]),
});

/** One flip for items, before it is an event. Amounts in minor units of RBX. */
export interface ItemsFlip {
  readonly playerId: string;
  readonly gameId: string;
  readonly pair: number;
  readonly nonce: number;
  readonly side: Side;
  readonly result: Side;
  readonly items: Stake;
  /** What the items win, if they do. */
  readonly winnings: Minor;
  readonly xp: number;
}

/**
 * The event of a flip for items. Only what changes hands moves: winnings from the house to a winner, whose items stay
 * where they are, and a loser's items to the house.
 */
export function itemsFlipped(flip: ItemsFlip): ItemsFlipped {
  const { playerId, items, winnings } = flip;
  const player = playerAccount(playerId);
  const stake = valueOfStakes(items);
  const won = flip.result === flip.side;
  return {
    type: "ItemsFlipped",
    schemaVersion: 2,
    stream: playerStream(playerId),
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
}
