import { endpoints } from "#domain/features/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { type Act, act, habit, type Moment, pick } from "#service/demo/crowd/habit.ts";
import { type CrowdGames, nextOnMadeGames } from "#service/features/user-games/crowd.ts";

/** Few enough games that demo players meet in them. */
const GAMES_WANTED = 2;
/** The games of demo players. */
const GAMES: CrowdGames = {
  gameType: "crash",
  wanted: GAMES_WANTED,
  games: [
    { title: "Rocket", description: "Up it goes. Leave in time.", houseEdge: 3, maxBet: 500 },
    { title: "Slow climb", description: "Small stakes, 1% house edge.", houseEdge: 1, minBet: 1, maxBet: 50 },
  ],
};
/** Demo players do not cash out by hand: every bet has a target. */
const TARGETS = [1.1, 1.3, 1.5, 2, 2, 3, 5, 10] as const;

export const crashHabit = habit({
  name: "crash",
  weight: 3,
  look: (ask) => ask(endpoints.userGames, { gameType: "crash", limit: "100" }),
  choose: nextCrash,
});

/** Makes a crash game while demo players have too few, else bets on another player's. */
export function nextCrash(games: readonly UserGameListed[], moment: Moment): Act | null {
  return nextOnMadeGames(GAMES, { games, moment }, ({ game: { id, version }, side, betAmount }) => {
    const autoCashOut = pick(TARGETS, moment.chance) ?? TARGETS[0];
    return act(endpoints.betOnRound, { betAmount, currency: side, autoCashOut, version }, { id });
  });
}
