import { z } from "zod";
import { house, playerAccount } from "../../accounts/account.ts";
import type { Side } from "../../fairness/st1.ts";
import { defineEvent, type EventOf } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import type { Minor } from "../../kernel/money.ts";
import { move } from "../../ledger/posting.ts";
import { playerStream } from "../players/events.ts";
import { sideSchema } from "./contract.ts";
import { currencyOf } from "./rules.ts";

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
  /** The difference between a win's pay-out and twice the stake; 0 on a loss. */
  readonly edge: Minor;
  readonly xp: number;
}

/** What is recorded of every flip that a seed pair decides. */
export const flipShape = {
  /** The difference between a win's pay-out and twice the stake. */
  edge: moneyMinorText,
  gameId: z.string(),
  nonce: whole,
  pair: whole,
  /** What a winner has of it; "0" on a loss. */
  payout: moneyMinorText,
  result: sideSchema,
  side: sideSchema,
  stake: moneyMinorText,
  /** Experience granted; less than a game's worth once the day's most is reached. */
  xp: whole,
};

/** A flip against the house: stake and result in one fact, with separate legs for stake and pay-out. */
export const coinFlipped = defineEvent({
  type: "CoinFlipped",
  payload: z.strictObject(flipShape),
  record: (flip: Flip) => {
    const player = playerAccount(flip.playerId);
    const asset = currencyOf(flip.side);
    return {
      streams: [playerStream(flip.playerId)],
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
  },
  live: { player: ["balance", "games", "fairness"], everybody: ["bets", "leaderboard"] },
  example: [
    {
      playerId: "p_1",
      gameId: "g_1",
      pair: 1,
      nonce: 0,
      side: "rbx",
      result: "rbx",
      stake: 1_000n,
      payout: 1_975n,
      edge: 25n,
      xp: 10,
    },
  ],
});
export type CoinFlipped = EventOf<typeof coinFlipped>;
