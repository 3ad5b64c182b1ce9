import type { GameRounds } from "../../games/rounds.ts";
import { same, textsAt, wholesAt } from "../../kernel/events/columns.ts";
import {
  type DecodedEvents,
  flatDecodedEvents,
  textAt,
  wholeAt,
} from "../../kernel/events/decoded-events.ts";
import { earnedBy } from "../game-rounds/rounds-table.ts";

const currency = textAt("currency");

/** Settled rounds of jackpots, once for each player of them. Amounts in minor units. */
const played = flatDecodedEvents("jackpots_played", "JackpotPlayed", {
  player_id: textAt("playerId"),
  game_id: textAt("roundId"),
  made_game_id: textAt("gameId"),
  side: `lower(${currency})`,
  // A pot has no sides: the winner counts as having hit their side.
  result: `case when ${wholeAt("payout")} > 0 then lower(${currency}) when ${currency} = 'RBX' then 'tix' else 'rbx' end`,
  ...wholesAt("stake", "payout", "houseGain", "xp"),
});

/** Settled rounds, once each. */
export const jackpotSettlements = flatDecodedEvents("jackpot_settlements", "JackpotSettled", {
  round_id: textAt("roundId"),
  made_game_id: textAt("gameId"),
  creator_id: textAt("creatorId"),
  currency,
  ...wholesAt("pot", "payout", "rake", "share", "ticket"),
  winner_id: textAt("winnerId"),
  winner_seq: wholeAt("winnerSeq"),
  ...textsAt("seed", "signature", "digest"),
});

/** The same for the house: the creator's share counts as paid out. */
const settled: DecodedEvents = {
  name: "jackpots_settled",
  needs: [jackpotSettlements],
  columns: {
    ...same("recorded_at", "currency", "pot"),
    payout: "payout + share",
    edge: "rake",
  },
  from: `from ${jackpotSettlements.name}`,
};

/** And for the creator. */
const earned = earnedBy("jackpots_earned", jackpotSettlements, "pot");

const gameType = "'jackpot'";

export const jackpotPlays: GameRounds = {
  played,
  gameType,
  isDrawn: false,
  endsAlone: true,
  stakedBy: "'own'",
  settled: { facts: settled, gameType, currency: "currency", wagered: "pot" },
  houseGain: "case when payout > 0 then house_gain end",
  earned,
};
