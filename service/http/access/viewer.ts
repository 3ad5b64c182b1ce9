import { ANYBODY, type Viewer } from "#domain/player/privacy.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Caller } from "./caller.ts";

/** Knows friendships. */
export interface Friends {
  of(playerId: string, models: ReadModels): Promise<ReadonlySet<string>>;
}

/** For a service without friendships. */
export const NO_FRIENDS: Friends = { of: async () => ANYBODY.friends };

/** The viewer, as far as it decides which data of others are shown. */
export async function viewerOf(
  caller: Caller | null,
  { friends, models }: { readonly friends: Friends; readonly models: ReadModels },
): Promise<Viewer> {
  if (caller === null) return ANYBODY;
  return { playerId: caller.playerId, friends: await friends.of(caller.playerId, models) };
}
