import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#web/lib/api/api.ts";

/** Names of a kind per call: the API's maximum. */
const NAMES_PER_CALL = 100;

/** What has a name: a player, by id, or an item, by its number at the platform. */
type Kind = "players" | "items";

interface Waiting {
  readonly kind: Kind;
  readonly id: string;
  readonly tell: (name: string | null) => void;
  readonly fail: (error: unknown) => void;
}

let waiting: Waiting[] = [];

/** The name of one id; all that are asked for in one turn of the page become one call. */
function nameOf(kind: Kind, id: string): Promise<string | null> {
  return new Promise((tell, fail) => {
    if (waiting.length === 0) setTimeout(askForAll, 0);
    waiting.push({ kind, id, tell, fail });
  });
}

function askForAll(): void {
  const all = waiting;
  waiting = [];
  for (let first = 0; first < all.length; first += NAMES_PER_CALL) {
    const some = all.slice(first, first + NAMES_PER_CALL);
    ask(some).catch((error: unknown) => {
      for (const { fail } of some) fail(error);
    });
  }
}

async function ask(some: readonly Waiting[]): Promise<void> {
  const ids = (kind: Kind) =>
    [...new Set(some.filter((one) => one.kind === kind).map(({ id }) => id))].join(",");
  const { players, items } = await call("GET /admin/names", {
    query: { players: ids("players"), items: ids("items") },
  });
  const names = {
    players: new Map(players.map(({ id, username }) => [id, username])),
    items: new Map(items.map(({ assetId, name }) => [String(assetId), name])),
  };
  for (const { kind, id, tell } of some) tell(names[kind].get(id) ?? null);
}

/** The name of a player or an item; null until it is known, and where there is none. */
export function useName(kind: Kind, id: string | null): string | null {
  const { data } = useQuery({
    ...queryOptions({
      queryKey: ["name", kind, id] as const,
      queryFn: () => (id === null ? null : nameOf(kind, id)),
    }),
    enabled: id !== null,
  });
  return data ?? null;
}
