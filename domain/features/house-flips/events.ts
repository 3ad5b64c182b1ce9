import type { Side } from "../../fairness/st1.ts";
import type { NewEvent } from "../../kernel/event.ts";
import type { Minor } from "../../kernel/money.ts";
import { house, playerAccount } from "../../ledger/account.ts";
import { move } from "../../ledger/posting.ts";
import { playerStream } from "../players/events.ts";
import { currencyOf } from "./rules.ts";

/** A coin was flipped against the house: stake and result in one fact. Amounts are minor units as text. */
export type CoinFlipped = NewEvent<
  "CoinFlipped",
  {
    readonly gameId: string;
    readonly pair: number;
    readonly nonce: number;
    readonly side: Side;
    readonly result: Side;
    readonly stake: string;
    readonly payout: string;
    readonly edge: string;
    /** Experience granted; less than a game's worth once the day's most is reached. */
    readonly xp: number;
  }
>;

/** One flip, before it is an event. Amounts in minor units. */
export interface Flip {
  readonly playerId: string;
  readonly gameId: string;
  readonly pair: number;
  readonly nonce: number;
  readonly side: Side;
  readonly result: Side;
  readonly stake: Minor;
  readonly payout: Minor;
  readonly edge: Minor;
  readonly xp: number;
}

/** The event of a flip; stake and pay-out are separate legs between player and house. */
export function coinFlipped(flip: Flip): CoinFlipped {
  const player = playerAccount(flip.playerId);
  const asset = currencyOf(flip.side);
  return {
    type: "CoinFlipped",
    schemaVersion: 1,
    stream: playerStream(flip.playerId),
    // In order, as the log writes them.
    payload: {
      edge: String(flip.edge),
      gameId: flip.gameId,
      nonce: flip.nonce,
      pair: flip.pair,
      payout: String(flip.payout),
      result: flip.result,
      side: flip.side,
      stake: String(flip.stake),
      xp: flip.xp,
    },
    postings: [
      ...move({ from: player, to: house, asset, amount: flip.stake }),
      ...move({ from: house, to: player, asset, amount: flip.payout }),
    ],
  };
}
