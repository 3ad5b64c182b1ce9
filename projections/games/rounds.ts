import { DAY_MS } from "#domain/kernel/time.ts";
import { same } from "../kernel/events/columns.ts";
import type { DecodedEvents } from "../kernel/events/decoded-events.ts";

/** How a game's rounds look to those who read games of every kind. Every text is an SQL expression. */
export interface GameRounds {
  /** A row for each player of a round, with `player_id`, `game_id`, `side`, `result`, `stake`, `payout` and `xp`. */
  readonly played: DecodedEvents;
  /** What the game is called in answers, over `played`. */
  readonly gameType: string;
  /** The condition that a row is of a player of this log, where others play too. */
  readonly ofOwnPlayers?: string;
  /** Whether it is drawn from the player's pair of seeds; `played` has `pair` and `nonce` then. */
  readonly isDrawn: boolean;
  /** Whose side is named after the currency at stake, over `played`: a {@link StakedBy}. */
  readonly stakedBy: string;
  /** What the house took and gave, with `payout` and `edge`. */
  readonly settled: {
    readonly facts: DecodedEvents;
    readonly gameType: string;
    /** Null where the house has no part. */
    readonly currency: string;
    readonly wagered: string;
    /** How many games a row is; one where nothing is said. */
    readonly games?: string;
  };
  /** Whether it may end while its player is away: others, or a round's time, decide when. */
  readonly endsAlone?: true;
  /** What the house gained by a row, over `played`; null where it is no revenue of the house's. */
  readonly houseGain: string;
  /**
   * The type of its events, where each is a row of `played` that moves nothing but `houseGain`, from the player to the
   * house in the currency of `settled`: whoever adds up money need not look at the legs of each.
   */
  readonly movesGainOnly?: string;
  /**
   * Creators' shares of rounds whose rows are written before the share is known, so not in `houseGain`: with
   * `position`, `recorded_at`, `round_id`, `creator_id`, `currency` and `share`.
   */
  readonly sharedLater?: DecodedEvents;
  /**
   * Of a game that players make: each time its creator earned, with `made_game_id`, `creator_id`, `currency`, `volume`
   * and `share`. `played` has `made_game_id` then, too.
   */
  readonly earned?: DecodedEvents;
}

/** The player's own side, the opener's, the opposite one, or none: items count in RBX. */
export type StakedBy = "own" | "creator" | "other" | "nobody";

/** The games of all features, for read models of games of every kind. */
export interface AllGames {
  readonly rounds: readonly GameRounds[];
  /** A player's sums by kind of game and UTC day, counted from 1970: shared by all readers of sums. */
  readonly playerDays: DecodedEvents;
  /** Each player's games in order, as `game_id`, `side`, `result`, `xp`: sorted once for all readers. */
  readonly inOrder: DecodedEvents;
  /** Each player's experience from games at a position, as `xp`, and in the slice up to it, as `gained`. */
  readonly gains: DecodedEvents;
  /** The games that players make, of every kind. */
  readonly made: MadeGames;
}

/** Plays of player-made games. */
export interface MadeGames {
  /** A row for each player of a round, with `made_game_id`, `player_id`, `stake` and `payout`. */
  readonly played: DecodedEvents;
  /** A row each time a creator earned, with `made_game_id`, `creator_id`, `currency`, `volume` and `share`. */
  readonly earned: DecodedEvents;
}

/** The rows of this log's own players. Figures of players from other logs are kept in their own logs. */
export const fromOwn = ({ played, ofOwnPlayers }: GameRounds): string =>
  ofOwnPlayers === undefined ? `from ${played.name}` : `from ${played.name} where ${ofOwnPlayers}`;

/** Combines the games' declarations. */
export function allGamesOf(rounds: readonly GameRounds[]): AllGames {
  const played = rounds.map((game) => game.played);
  const each = rounds.map(
    (game) =>
      `select player_id, ${game.gameType} as game_type, recorded_at, stake, payout, xp ${fromOwn(game)}`,
  );
  const playerDays: DecodedEvents = {
    name: "player_days",
    needs: played,
    columns: {
      player_id: "player_id",
      game_type: "game_type",
      day: `recorded_at / ${DAY_MS}`,
      games: "count(*)",
      wins: "count(*) filter (where payout > 0)",
      won: "coalesce(sum(payout - stake) filter (where payout > 0), 0)",
      lost: "coalesce(sum(stake) filter (where payout = 0), 0)",
      wagered: "sum(stake)",
      paid: "sum(payout)",
      biggest_win: "max(payout - stake)",
      xp: "sum(xp)",
    },
    from: `from (${each.join(" union all ")}) games group by player_id, game_type, recorded_at / ${DAY_MS}`,
  };
  const inOrder: DecodedEvents = {
    name: "games_in_order",
    needs: played,
    columns: same("player_id", "position", "recorded_at", "game_id", "side", "result", "xp"),
    from: `from (${rounds
      .map((game) => `select player_id, position, recorded_at, game_id, side, result, xp ${fromOwn(game)}`)
      .join(" union all ")}) games order by player_id, position, game_id`,
  };
  const gains: DecodedEvents = {
    name: "experience_gains",
    needs: [inOrder],
    columns: {
      player_id: "player_id",
      position: "position",
      recorded_at: "max(recorded_at)",
      // Sums of integers are several times as fast as those of bigint, which become numeric.
      xp: "sum(xp::integer)::integer",
      gained: "sum(sum(xp::integer)::integer) over (partition by player_id order by position)",
    },
    from: "from games_in_order group by player_id, position",
  };
  return { rounds, playerDays, inOrder, gains, made: madeGamesOf(rounds) };
}

function madeGamesOf(rounds: readonly GameRounds[]): MadeGames {
  const made = rounds.flatMap(({ played, earned }) => (earned === undefined ? [] : [{ played, earned }]));
  return {
    played: together("made_played", ["made_game_id", "player_id", "stake", "payout"], {
      facts: made.map(({ played }) => played),
    }),
    earned: together(
      "made_earned",
      ["position", "recorded_at", "made_game_id", "creator_id", "currency", "volume", "share"],
      { facts: made.map(({ earned }) => earned) },
    ),
  };
}

/** Rows of several facts under one name. */
function together(
  name: string,
  columns: readonly string[],
  { facts }: { readonly facts: readonly DecodedEvents[] },
): DecodedEvents {
  const each = facts.map((one) => `select ${columns.join(", ")} from ${one.name}`);
  return {
    name,
    needs: facts,
    columns: Object.fromEntries(columns.map((column) => [column, column])),
    from: `from (${each.join(" union all ")}) made`,
  };
}
