import type { NewEvent } from "../../kernel/event.ts";
import { playerStream } from "../players/events.ts";
import type { Role } from "./rules.ts";

/** Who did it, and why. */
type Act = { readonly by: string; readonly reason: string };

/** Who confirmed what another proposed; null where one was enough. */
type Confirmed = { readonly confirmedBy: string | null };

/** An admin gave a player a role. */
export type RoleGranted = NewEvent<"RoleGranted", Act & Confirmed & { readonly role: Role }>;
/** An admin took a role from a player. */
export type RoleRevoked = NewEvent<"RoleRevoked", Act & { readonly role: Role }>;
/** An admin suspended a player: no stakes, no deposits, and no role counts. */
export type PlayerSuspended = NewEvent<"PlayerSuspended", Act>;
/** An admin lifted a player's suspension. */
export type SuspensionLifted = NewEvent<"SuspensionLifted", Act & Confirmed>;

export type RoleEvent = RoleGranted | RoleRevoked | PlayerSuspended | SuspensionLifted;

/** What an admin did to a player; it moves nothing. */
export const roleEvent = <E extends RoleEvent>(
  type: E["type"],
  playerId: string,
  payload: E["payload"],
): NewEvent => ({
  type,
  schemaVersion: VERSIONS[type],
  stream: playerStream(playerId),
  payload,
  postings: [],
});

const VERSIONS: { readonly [T in RoleEvent["type"]]: number } = {
  RoleGranted: 2,
  RoleRevoked: 1,
  PlayerSuspended: 1,
  SuspensionLifted: 2,
};
