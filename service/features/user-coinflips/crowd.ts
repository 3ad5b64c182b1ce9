import { endpoints } from "#domain/features/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { type Act, act, amountOf, habit, type Moment, pick, stakeOf } from "#service/demo/crowd/habit.ts";
import { isDemoName } from "#service/platform/sandbox/personas.ts";

/** Demo players see to so many coins of their own, one each at most. */
export const COINS_WANTED = 5;
/** A flip stakes at most this part of a balance. */
const PARTS = 100n;
/** No coin of a higher edge is played, in percent. */
const EDGE_MAX = 10;
/** What demo players make. */
const COINS = [
  { title: "Even money", description: "Hardly any edge: 1 %.", houseEdge: 1, maxBet: 500 },
  { title: "Penny toss", description: "Small stakes only.", houseEdge: 3, minBet: 1, maxBet: 20 },
  { title: "High roller's coin", description: null, houseEdge: 2.5, minBet: 10, maxBet: 5_000 },
  { title: "Lucky Tuesday", description: "Every day is Tuesday.", houseEdge: 5, maxBet: 100 },
  { title: "The honest coin", description: "No edge at all. Check it.", houseEdge: 0, maxBet: 50 },
] as const;

export const userCoinflipHabit = habit({
  name: "user-coinflips",
  weight: 2,
  look: (ask) => ask(endpoints.userGames, { gameType: "coinflip", limit: "100" }),
  choose: nextUserCoinflip,
});

/** Makes a coin while demo players have too few, else flips one of somebody else's. */
export function nextUserCoinflip(games: readonly UserGameListed[], moment: Moment): Act | null {
  const { me, chance } = moment;
  const crowds = games.filter(({ creator }) => isDemoName(creator.firstName));
  const isMaker = crowds.some(({ creatorId }) => creatorId === me.id);
  if (crowds.length < COINS_WANTED && !isMaker) {
    const taken = new Set(crowds.map(({ title }) => title));
    const coin = pick(
      COINS.filter(({ title }) => !taken.has(title)),
      chance,
    );
    if (coin !== undefined) return act(endpoints.createUserGame, { ...coin, gameType: "coinflip" });
  }
  const game = pick(
    games.filter(({ creatorId, houseEdge }) => creatorId !== me.id && Number(houseEdge) <= EDGE_MAX),
    chance,
  );
  return game === undefined ? null : flipOf(game, moment);
}

function flipOf({ id, minBet, maxBet }: UserGameListed, { me, chance }: Moment): Act | null {
  const betSide = pick(["rbx", "tix"] as const, chance) ?? "rbx";
  const betAmount = stakeOf(betSide === "rbx" ? me.rbxBalance : me.tixBalance, PARTS, chance);
  if (betAmount === null) return null;
  const stake = amountOf(betAmount.toFixed(2));
  const isTaken = stake >= amountOf(minBet) && stake <= amountOf(maxBet);
  return isTaken ? act(endpoints.playUserGame, { betAmount, betSide }, { id }) : null;
}
