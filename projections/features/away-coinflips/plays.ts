import type { GameRounds } from "../../games/rounds.ts";
import { textsAt, wholesAt } from "../../kernel/events/columns.ts";
import { flatDecodedEvents, wholeAt } from "../../kernel/events/decoded-events.ts";

/** Coinflips of other logs, as the players of this one played them. Amounts in minor units. */
const awayPlayed = flatDecodedEvents("away_coinflips_played", "AwayCoinflipPlayed", {
  ...textsAt("playerId", "gameId", "side", "result"),
  ...wholesAt("stake", "payout"),
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
  // A joiner has the other face.
  stakedBy: "'other'",
  // The other log's house has the rest.
  settled: { facts: awayPlayed, gameType, currency: "null::text", wagered: "stake" },
  houseGain: "null::bigint",
};
