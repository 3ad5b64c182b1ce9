import { guestIdOf } from "#domain/player/guest.ts";
import type { GameRounds } from "../../games/rounds.ts";
import { texts, wholes } from "../../kernel/events/columns.ts";
import {
  type DecodedEvents,
  decodedEvents,
  ID_OF_STREAM,
  ofTypes,
  textAt,
  wholeAt,
} from "../../kernel/events/decoded-events.ts";

/** What a coinflip between players for a currency is called in answers. */
export const LIVE_COINFLIP = "live_coinflip";
/** What one for items is called. */
export const LIMITEDS_COINFLIP = "limiteds_coinflip";

const result = textAt("result");

/**
 * A settlement with both stakes; older ones left those to `CoinflipPlayed`. A step first reads stored payloads, so it
 * must accept one without these keys.
 */
const SETTLED = `from slice where ${ofTypes("CoinflipSettled")} and strpos(payload, '"winnerStake":"') > 0 offset 0`;

/**
 * Settled coinflips between players, once for each of the two. Amounts in minor units, items at their values.
 * Settlements are few beside house flips, so that two passes over them cost little.
 */
const coinflipsPlayed: DecodedEvents = {
  name: "coinflips_played",
  columns: Object.fromEntries(
    [
      ...["position", "recorded_at", "player_id", "game_id", "game_type", "side", "result"],
      ...["stake", "payout", "edge", "xp"],
    ].map((column) => [column, column]),
  ),
  from: `from (
    select position, recorded_at, ${ID_OF_STREAM} as player_id, ${textAt("gameId")} as game_id,
      ${textAt("gameType")} as game_type, ${textAt("side")} as side, ${result} as result, ${wholeAt("stake")} as stake,
      ${wholeAt("payout")} as payout, ${wholeAt("edge")} as edge, ${wholeAt("xp")} as xp
    from slice where ${ofTypes("CoinflipPlayed")}
    union all
    select s.position, s.recorded_at, p.player_id, s.game_id, s.game_type, p.side, s.result, p.stake, p.payout, p.edge, p.xp
    from (
      select position, recorded_at, payload, ${textAt("gameId")} as game_id, ${result} as result,
        case when strpos(payload, '"currency":null') > 0 then '${LIMITEDS_COINFLIP}' else '${LIVE_COINFLIP}' end as game_type
      ${SETTLED}
    ) s cross join lateral (values
      (${textAt("winnerId")}, result, ${wholeAt("winnerStake")}, ${wholeAt("payout")}, ${wholeAt("edge")}, ${wholeAt("winnerXp")}),
      (${textAt("loserId")}, case result when 'rbx' then 'tix' else 'rbx' end, ${wholeAt("loserStake")}, 0, 0, ${wholeAt("loserXp")})
    ) p(player_id, side, stake, payout, edge, xp)
  ) played`,
};

/** The same games, once each, with what the house kept; `currency` is null where items were staked. */
export const coinflipSettlements = decodedEvents("coinflip_settlements", "CoinflipSettled", {
  ...texts("gameId", "signature", "serverSeed", "digest", "result", "winnerId", "currency"),
  ...wholes("wagered", "payout", "edge"),
});

export const coinflipRounds: GameRounds = {
  played: coinflipsPlayed,
  gameType: "game_type",
  ofOwnPlayers: `player_id not like '${guestIdOf("%")}'`,
  isDrawn: false,
  endsAlone: true,
  stakedBy: `case game_type when '${LIVE_COINFLIP}' then 'creator' else 'nobody' end`,
  // The house keeps nothing of items played for between players.
  settled: {
    facts: coinflipSettlements,
    gameType: `'${LIVE_COINFLIP}'`,
    currency: "currency",
    wagered: "wagered",
  },
  // Of twice the winner's stake.
  houseGain: `case when game_type = '${LIVE_COINFLIP}' and result = side then 2 * stake - payout end`,
};
