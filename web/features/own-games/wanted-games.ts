import type { Wanted } from "#web/features/own-games/queries.ts";
import { useAddress } from "#web/lib/address.ts";
import { GAME_NAMES } from "#web/lib/games/games.ts";
import { instantOf } from "#web/lib/instant.ts";

const CURRENCIES = { "": "Both", RBX: "RBX", TIX: "TIX" } as const;
const RESULTS = { "": "All", won: "Won", lost: "Lost" } as const;

/** The kinds of games to choose from. */
const GAME_OPTIONS = { "": "All games", ...GAME_NAMES };

/** The fields of a form that says which games are wanted. */
export const GAME_FIELDS = [
  { name: "game", label: "Game", options: GAME_OPTIONS },
  { name: "currency", label: "Currency", options: CURRENCIES },
  { name: "result", label: "Result", options: RESULTS },
  { name: "from", label: "From, local time", type: "datetime-local" },
  { name: "to", label: "Before, local time", type: "datetime-local" },
] as const;

/** A choice of a list, if it is one. */
const choiceOf = <T extends string>(options: Readonly<Record<T, string>>, value: string) =>
  value !== "" && Object.hasOwn(options, value) ? (value as Exclude<T, "">) : undefined;

/**
 * The filter of the player's games, kept in the address.
 * @param pages the parameter of the list of them, which a change begins anew
 */
export function useWantedGames(pages: string) {
  const { get, change } = useAddress(pages);
  const values = Object.fromEntries(GAME_FIELDS.map(({ name }) => [name, get(name)]));
  const wanted: Wanted = {
    ...defined("game", choiceOf<string>(GAME_OPTIONS, get("game"))),
    ...defined("currency", choiceOf(CURRENCIES, get("currency"))),
    ...defined("result", choiceOf(RESULTS, get("result"))),
    ...defined("from", instantOf(get("from"))),
    ...defined("to", instantOf(get("to"))),
  };
  return { values, wanted, change };
}

const defined = <K extends string, T>(name: K, value: T | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [key in K]?: T };
