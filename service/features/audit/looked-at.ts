import { type Look, recordAccess } from "#service/features/roles/access-log.ts";
import type { Deps } from "#service/http/deps.ts";

/** Players already logged that an export remembers, so that each access is logged once. */
const REMEMBERED_MAX = 10_000;

/** Logs an admin's access before players' data is shown: once for each player of a request. */
export function looksOf({ caller, context }: Omit<Look, "what">, what: string, deps: Deps) {
  const remembered = new Set<string>();
  return async (playerIds: readonly string[]): Promise<void> => {
    const fresh = [...new Set(playerIds)].filter((id) => !remembered.has(id));
    if (fresh.length === 0) return;
    await recordAccess({ caller, context, what }, fresh, deps);
    if (remembered.size + fresh.length > REMEMBERED_MAX) remembered.clear();
    for (const id of fresh) remembered.add(id);
  };
}

/** Streams and accounts of one player. */
const OF_PLAYER = /^(?:player|inventory|receivable|creator-share):([A-Za-z0-9_-]{1,64})$/;

/** The players whose streams and accounts these are. */
export const playersAmong = (names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const id = OF_PLAYER.exec(name)?.[1];
    return id === undefined ? [] : [id];
  });
