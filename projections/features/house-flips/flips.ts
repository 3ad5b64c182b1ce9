import { facts, PLAYER_OF_STREAM } from "../../kernel/projection.ts";

/** Games against the house, as every read model about games reads them. Amounts in minor units. */
export const coinFlips = facts("coin_flips", "CoinFlipped", {
  player_id: PLAYER_OF_STREAM,
  game_id: "payload ->> 'gameId'",
  pair: "(payload ->> 'pair')::int",
  nonce: "(payload ->> 'nonce')::int",
  side: "payload ->> 'side'",
  result: "payload ->> 'result'",
  stake: "(payload ->> 'stake')::bigint",
  payout: "(payload ->> 'payout')::bigint",
  edge: "(payload ->> 'edge')::bigint",
  xp: "(payload ->> 'xp')::bigint",
});

/** What a game against the house is called in answers. */
export const HOUSE_FLIP = "coinflip";
