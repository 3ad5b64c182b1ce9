import type { GameRounds } from "../../games/rounds.ts";
import { flatDecodedEvents, textAt, wholeAt } from "../../kernel/events/decoded-events.ts";

/** Coinflips of other logs, as the players of this one played them. Amounts in minor units. */
const awayPlayed = flatDecodedEvents("away_coinflips_played", "AwayCoinflipPlayed", {
  player_id: textAt("playerId"),
  game_id: textAt("gameId"),
  side: textAt("side"),
  result: textAt("result"),
  stake: wholeAt("stake"),
  payout: wholeAt("payout"),
  // Of the other log's house.
  edge: "0::bigint",
  xp: wholeAt("xp"),
});

const gameType = "'away_coinflip'";

export const awayRounds: GameRounds = {
  played: awayPlayed,
  gameType,
  isDrawn: false,
  endsAlone: true,
  // A joiner has the face that is not the currency's.
  stakedBy: "'other'",
  // The house of the other log has what the game left.
  settled: { facts: awayPlayed, gameType, currency: "null::text", wagered: "stake" },
  houseGain: "null::bigint",
};
