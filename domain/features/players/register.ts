import type { SeedSource } from "../../fairness/seed-source.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { Player } from "../../player/player.ts";
import { playerRegistered } from "./events.ts";

export interface RegisterPlayer {
  readonly playerId: string;
  /** Chosen by the server, and said to be so until the player chooses one. */
  readonly clientSeed: string;
}

/** Registers a player at the first sign-in, with starting balances and a committed pair of seeds. */
export function registerPlayer(
  command: RegisterPlayer,
  player: Player,
  seeds: Pick<SeedSource, "fresh">,
): Decision<{ readonly playerId: string }> {
  if (player.status === "registered") return refuse("already_registered", "This player already exists.");
  const event = playerRegistered(command.playerId, {
    pair: 1,
    serverSeedHash: seeds.fresh(1),
    nextServerSeedHash: seeds.fresh(2),
    clientSeed: command.clientSeed,
    clientSeedBy: "server",
  });
  return accept([event], { playerId: command.playerId });
}
