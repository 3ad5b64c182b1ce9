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
const ofBet = {
  round_id: textAt("roundId"),
  made_game_id: textAt("gameId"),
  player_id: textAt("playerId"),
  currency,
  ...wholesAt("seq", "stake", "xp"),
};

/** Bets that left the curve, and were paid. Amounts in minor units, multipliers in hundredths. */
export const crashCashOuts = flatDecodedEvents("crash_cash_outs", "CrashCashedOut", {
  ...ofBet,
  out_at: wholeAt("at"),
  payout: wholeAt("payout"),
  cause: textAt("cause"),
});
const losses = flatDecodedEvents("crash_losses", "CrashBetLost", ofBet);

/** Rounds that were played to their end, once each. */
export const crashSettlements = flatDecodedEvents("crash_settlements", "CrashRoundSettled", {
  round_id: textAt("roundId"),
  made_game_id: textAt("gameId"),
  creator_id: textAt("creatorId"),
  currency,
  ...wholesAt("point", "share", "volume"),
  ...textsAt("seed", "signature", "digest"),
});

const both = (payout: string, name: string): string =>
  `select position, recorded_at, player_id, round_id, made_game_id, currency, stake, ${payout} as payout, xp from ${name}`;

/** Bets that are decided, once each, as of when they left the curve or were lost. */
const played: DecodedEvents = {
  name: "crash_played",
  needs: [crashCashOuts, losses],
  columns: {
    ...same("position", "recorded_at", "player_id"),
    game_id: "round_id",
    made_game_id: "made_game_id",
    currency: "currency",
    side: "lower(currency)",
    // A curve has no sides: a bet that left it counts as having hit its side.
    result: "case when payout > 0 then lower(currency) when currency = 'RBX' then 'tix' else 'rbx' end",
    ...same("stake", "payout", "xp"),
  },
  from: `from (${both("payout", crashCashOuts.name)} union all ${both("0::bigint", losses.name)}) bets`,
};

/** The house's income and payments by each bet, and creators' shares of each round, which the house paid. */
const settled: DecodedEvents = {
  name: "crash_settled",
  needs: [played, crashSettlements],
  columns: {
    ...same("recorded_at", "currency", "stake", "payout"),
    edge: "0::bigint",
    games: "games",
  },
  from: `from (
    select recorded_at, currency, stake, payout, 1 as games from ${played.name}
    union all select recorded_at, currency, 0::bigint, share, 0 from ${crashSettlements.name}
  ) settled`,
};

const earned = earnedBy("crash_earned", crashSettlements, "volume");

const gameType = "'crash'";

export const crashPlays: GameRounds = {
  played,
  gameType,
  isDrawn: false,
  endsAlone: true,
  stakedBy: "'own'",
  settled: { facts: settled, gameType, currency: "currency", wagered: "stake", games: "games" },
  houseGain: "stake - payout",
  sharedLater: crashSettlements,
  earned,
};
