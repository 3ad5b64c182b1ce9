import {
  decodedEvents,
  flatDecodedEvents,
  ID_OF_STREAM,
  textAt,
  wholeAt,
} from "../../kernel/decoded-events.ts";

/** Settled coinflips between players, once for each of the two. Amounts in minor units, items at their values. */
export const coinflipsPlayed = flatDecodedEvents("coinflips_played", "CoinflipPlayed", {
  player_id: ID_OF_STREAM,
  game_id: textAt("gameId"),
  game_type: textAt("gameType"),
  side: textAt("side"),
  result: textAt("result"),
  stake: wholeAt("stake"),
  payout: wholeAt("payout"),
  edge: wholeAt("edge"),
  xp: wholeAt("xp"),
});

/** The same games, once each, with what the house kept; `currency` is null where items were staked. */
export const coinflipSettlements = decodedEvents("coinflip_settlements", "CoinflipSettled", {
  game_id: "payload ->> 'gameId'",
  signature: "payload ->> 'signature'",
  server_seed: "payload ->> 'serverSeed'",
  digest: "payload ->> 'digest'",
  result: "payload ->> 'result'",
  winner_id: "payload ->> 'winnerId'",
  currency: "payload ->> 'currency'",
  wagered: "(payload ->> 'wagered')::bigint",
  payout: "(payload ->> 'payout')::bigint",
  edge: "(payload ->> 'edge')::bigint",
});

/** What a coinflip between players for a currency is called in answers. */
export const LIVE_COINFLIP = "live_coinflip";
/** What one for items is called. */
export const LIMITEDS_COINFLIP = "limiteds_coinflip";
