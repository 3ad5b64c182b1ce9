import { endpoints } from "#domain/features/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { type Act, act, habit, type Moment } from "#service/demo/crowd/habit.ts";
import { type CrowdGames, nextOnMadeGames } from "#service/features/user-games/crowd.ts";

/** Few enough pots that a second player soon joins the first. */
const POTS_WANTED = 2;
/** The games of demo players. */
const POTS: CrowdGames = {
  gameType: "jackpot",
  wanted: POTS_WANTED,
  games: [
    {
      title: "The big pot",
      description: "Whoever holds the ticket takes it all.",
      houseEdge: 2,
      maxBet: 1_000,
    },
    {
      title: "Coffee money",
      description: "Small entries, quick rounds.",
      houseEdge: 5,
      minBet: 1,
      maxBet: 50,
    },
  ],
};

export const jackpotHabit = habit({
  name: "jackpots",
  weight: 3,
  look: (ask) => ask(endpoints.userGames, { gameType: "jackpot", limit: "100" }),
  choose: nextJackpot,
});

/** Makes a jackpot while demo players have too few, otherwise enters another player's. */
export function nextJackpot(games: readonly UserGameListed[], moment: Moment): Act | null {
  return nextOnMadeGames(POTS, { games, moment }, ({ game: { id, version }, side, betAmount }) =>
    act(endpoints.betOnRound, { betAmount, currency: side, version }, { id }),
  );
}
