import { DAY_MS } from "#domain/kernel/time.ts";
import { type DecodedEvents, flatDecodedEvents } from "../../kernel/decoded-events.ts";
import { itemsFlips } from "../bot-flips/flips.ts";
import { coinflipsPlayed } from "../live-coinflips/flips.ts";
import { drawnFlip } from "../seed-pairs/flips.ts";

/** Games against the house, as every read model about games reads them. Amounts in minor units. */
export const coinFlips = flatDecodedEvents("coin_flips", "CoinFlipped", drawnFlip);

/**
 * What a player's games, of whichever kind, come to on a UTC day, counted from 1970: added up once for all who keep
 * sums of players.
 */
export const playerDays: DecodedEvents = {
  name: "player_days",
  needs: [coinFlips, coinflipsPlayed, itemsFlips],
  columns: {
    player_id: "player_id",
    day: `recorded_at / ${DAY_MS}`,
    games: "count(*)",
    wins: "count(*) filter (where payout > 0)",
    won: "coalesce(sum(payout - stake) filter (where payout > 0), 0)",
    lost: "coalesce(sum(stake) filter (where payout = 0), 0)",
    wagered: "sum(stake)",
    xp: "sum(xp)",
  },
  from: `from (
    select player_id, recorded_at, stake, payout, xp from coin_flips
    union all select player_id, recorded_at, stake, payout, xp from coinflips_played
    union all select player_id, recorded_at, stake, payout, xp from items_flips
  ) games group by player_id, recorded_at / ${DAY_MS}`,
};

/** What a game against the house is called in answers. */
export const HOUSE_FLIP = "coinflip";
