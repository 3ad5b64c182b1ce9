import type { NewEvent } from "../../kernel/event.ts";
import { playerStream } from "../players/events.ts";
import type { Role } from "./rules.ts";

/** Who did it, and why. */
type Act = { readonly by: string; readonly reason: string };

/** An admin gave a player a role. */
export type RoleGranted = NewEvent<"RoleGranted", Act & { readonly role: Role }>;
/** An admin took a role from a player. */
export type RoleRevoked = NewEvent<"RoleRevoked", Act & { readonly role: Role }>;
/** An admin suspended a player: no stakes, no deposits, and no role counts. */
export type PlayerSuspended = NewEvent<"PlayerSuspended", Act>;
/** An admin lifted a player's suspension. */
export type SuspensionLifted = NewEvent<"SuspensionLifted", Act>;

export type RoleEvent = RoleGranted | RoleRevoked | PlayerSuspended | SuspensionLifted;

/** What an admin did to a player; it moves nothing. */
export const roleEvent = <E extends RoleEvent>(
  type: E["type"],
  playerId: string,
  payload: E["payload"],
): NewEvent => ({ type, schemaVersion: 1, stream: playerStream(playerId), payload, postings: [] });
