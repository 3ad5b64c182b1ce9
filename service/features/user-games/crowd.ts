import type { Side } from "#domain/fairness/st1.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { GameType } from "#domain/features/game-tables/table.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { type Act, act, amountOf, type Moment, pick, stakeOf } from "#service/demo/crowd/habit.ts";
import { isDemoName } from "#service/integrations/platform/sandbox/personas.ts";

/** A bet stakes at most a hundredth of a balance. */
const PARTS = 100n;
/** Maximum edge of a game that demo players play, in percent. */
const EDGE_MAX = 10;

/** A game that demo players make. */
export interface CrowdGame {
  readonly title: string;
  readonly description: string | null;
  readonly houseEdge: number;
  readonly minBet?: number;
  readonly maxBet: number;
}

/** Demo players' games of one kind, at most one per player. */
export interface CrowdGames {
  readonly gameType: GameType;
  /** How many there should be. */
  readonly wanted: number;
  readonly games: readonly CrowdGame[];
}

/** A stake in a game, in the API's format. */
export interface CrowdStake {
  readonly game: UserGameListed;
  readonly side: Side;
  readonly betAmount: number;
}

/** Makes a game while demo players have too few, otherwise plays another player's. */
export function nextOnMadeGames(
  { gameType, wanted, games: own }: CrowdGames,
  { games, moment }: { readonly games: readonly UserGameListed[]; readonly moment: Moment },
  play: (stake: CrowdStake) => Act,
): Act | null {
  const { me, chance } = moment;
  const crowds = games.filter(({ creator }) => isDemoName(creator.firstName));
  const isMaker = crowds.some(({ creatorId }) => creatorId === me.id);
  if (crowds.length < wanted && !isMaker) {
    const taken = new Set(crowds.map(({ title }) => title));
    const made = pick(
      own.filter(({ title }) => !taken.has(title)),
      chance,
    );
    if (made !== undefined) return act(endpoints.createUserGame, { ...made, gameType });
  }
  const game = pick(
    games.filter(({ creatorId, houseEdge }) => creatorId !== me.id && Number(houseEdge) <= EDGE_MAX),
    chance,
  );
  const stake = game === undefined ? null : stakeIn(game, moment);
  return stake === null ? null : play(stake);
}

function stakeIn(game: UserGameListed, { me, chance }: Moment): CrowdStake | null {
  const side = pick(["rbx", "tix"] as const, chance) ?? "rbx";
  const betAmount = stakeOf(side === "rbx" ? me.rbxBalance : me.tixBalance, PARTS, chance);
  if (betAmount === null) return null;
  const stake = amountOf(betAmount.toFixed(2));
  const isTaken = stake >= amountOf(game.minBet) && stake <= amountOf(game.maxBet);
  return isTaken ? { game, side, betAmount } : null;
}
