import { z } from "zod";
import { type Currency, house, playerAccount } from "../../accounts/account.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import type { Minor } from "../../kernel/money.ts";
import { move } from "../../ledger/posting.ts";
import { tableStream } from "../game-tables/table.ts";
import { type Flip, flipShape } from "../house-flips/events.ts";
import { currencyOf } from "../house-flips/rules.ts";
import { playerStream } from "../players/events.ts";
import { creatorShareAccount } from "../user-games/share.ts";

/** One flip of a player-made game, before it is an event. Amounts in minor units. */
export interface UserFlip extends Flip {
  readonly creatorId: string;
  readonly betId: string;
  /** The version of the game that it was played by, and its edge in basis points. */
  readonly version: number;
  readonly edgeRate: number;
  /** What the creator earned by it, and the fraction carried to the next flip. */
  readonly share: Minor;
  readonly carried: string;
}

/** The stream of a game's flips in one currency, which carries fractions of the creator's share. */
export const coinTableStream = (gameId: string, currency: Currency) =>
  tableStream({ gameType: "coinflip", gameId, currency });

/** A coin was flipped against the house by a player's rules: stake, result and the creator's share in one fact. */
export const userCoinFlipped = defineEvent({
  type: "UserCoinFlipped",
  payload: z.strictObject({
    ...flipShape,
    betId: z.string(),
    carried: z.string(),
    creatorId: z.string(),
    edgeRate: whole,
    share: moneyMinorText,
    version: whole,
  }),
  record: (flip: UserFlip) => {
    const { playerId } = flip;
    const player = playerAccount(playerId);
    const asset = currencyOf(flip.side);
    const creator = creatorShareAccount(flip.creatorId);
    return {
      streams: [playerStream(playerId), coinTableStream(flip.gameId, asset)],
      // In order, as the log writes them.
      payload: {
        betId: flip.betId,
        carried: flip.carried,
        creatorId: flip.creatorId,
        edge: String(flip.edge),
        edgeRate: flip.edgeRate,
        gameId: flip.gameId,
        nonce: flip.nonce,
        pair: flip.pair,
        payout: String(flip.payout),
        result: flip.result,
        share: String(flip.share),
        side: flip.side,
        stake: String(flip.stake),
        version: flip.version,
        xp: flip.xp,
      },
      postings: [
        ...move({ from: player, to: house, asset, amount: flip.stake }),
        ...move({ from: house, to: player, asset, amount: flip.payout }),
        ...move({ from: house, to: creator, asset, amount: flip.share }),
      ],
    };
  },
  live: { player: ["balance", "games", "fairness"], everybody: ["bets", "leaderboard", "user-games"] },
  example: [
    {
      playerId: "p_bob",
      creatorId: "p_alice",
      betId: "0193e3f0-0000-7000-8000-0000000000b1",
      gameId: "0193e3f0-0000-7000-8000-0000000000a1",
      version: 1,
      edgeRate: 500,
      pair: 1,
      nonce: 7,
      side: "rbx",
      result: "rbx",
      stake: 1_010n,
      payout: 1_919n,
      edge: 101n,
      share: 50n,
      carried: "50000000",
      xp: 13,
    },
  ],
});
