import type { GameRounds } from "../../games/rounds.ts";
import { same } from "../../kernel/events/columns.ts";
import {
  type DecodedEvents,
  flatDecodedEvents,
  textAt,
  wholeAt,
} from "../../kernel/events/decoded-events.ts";
import { drawnFlip } from "../seed-pairs/flips.ts";

/** Flips against the house by a player's rules. Amounts in minor units. */
const userFlips = flatDecodedEvents("user_flips", "UserCoinFlipped", {
  ...drawnFlip,
  game_id: textAt("betId"),
  made_game_id: textAt("gameId"),
  creator_id: textAt("creatorId"),
  share: wholeAt("share"),
});

/** The same flips for the house: the creator's share counts as paid out. */
const settled: DecodedEvents = {
  name: "user_flips_settled",
  needs: [userFlips],
  columns: {
    ...same("recorded_at", "side", "stake"),
    payout: "payout + share",
    edge: "edge",
  },
  from: `from ${userFlips.name}`,
};

/** And for the creator. */
const earned: DecodedEvents = {
  name: "user_flips_earned",
  needs: [userFlips],
  columns: {
    ...same("position", "recorded_at", "made_game_id", "creator_id"),
    currency: "upper(side)",
    volume: "stake",
    share: "share",
  },
  from: `from ${userFlips.name}`,
};

/** What a coinflip by a player's rules is called in answers. */
export const USER_COINFLIP = "user_coinflip";
const gameType = `'${USER_COINFLIP}'`;

export const userFlipRounds: GameRounds = {
  played: userFlips,
  gameType,
  isDrawn: true,
  stakedBy: "'own'",
  settled: { facts: settled, gameType, currency: "upper(side)", wagered: "stake" },
  houseGain: "stake - payout - share",
  earned,
};
