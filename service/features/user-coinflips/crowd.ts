import { endpoints } from "#domain/features/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { type Act, act, habit, type Moment } from "#service/demo/crowd/habit.ts";
import { type CrowdGames, nextOnMadeGames } from "#service/features/user-games/crowd.ts";

/** Wanted coins of demo players. */
export const COINS_WANTED = 5;
/** The games of demo players. */
const COINS: CrowdGames = {
  gameType: "coinflip",
  wanted: COINS_WANTED,
  games: [
    { title: "Even money", description: "Hardly any: a 1% house edge.", houseEdge: 1, maxBet: 500 },
    { title: "Penny toss", description: "Small stakes only.", houseEdge: 3, minBet: 1, maxBet: 20 },
    { title: "High roller's coin", description: null, houseEdge: 2.5, minBet: 10, maxBet: 5_000 },
    { title: "Lucky Tuesday", description: "Every day is Tuesday.", houseEdge: 5, maxBet: 100 },
    { title: "The honest coin", description: "No edge at all. Check it.", houseEdge: 0, maxBet: 50 },
  ],
};

export const userCoinflipHabit = habit({
  name: "user-coinflips",
  weight: 2,
  look: (ask) => ask(endpoints.userGames, { gameType: "coinflip", limit: "100" }),
  choose: nextUserCoinflip,
});

/** Makes a coin while demo players have too few, otherwise flips another player's. */
export function nextUserCoinflip(games: readonly UserGameListed[], moment: Moment): Act | null {
  return nextOnMadeGames(COINS, { games, moment }, ({ game: { id }, side, betAmount }) =>
    act(endpoints.playUserGame, { betAmount, betSide: side }, { id }),
  );
}
