import { issuance, playerAccount } from "#domain/accounts/account.ts";
import { playerStream } from "#domain/features/players/events.ts";
import { type RegisterPlayer, registerPlayer } from "#domain/features/players/register.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { seedsOf } from "#service/keys/seeds-of.ts";
import { readsOfBalances } from "./balances.ts";
import { type IdentityRow, identitySideRow } from "./sign-in/identity-rows.ts";

/** The command that registers a player. Their identity is written beside the log, in the same batch. */
export function registerCommand(
  origin: CommandOrigin,
  command: RegisterPlayer,
  identity?: IdentityRow,
): Submission<{ readonly playerId: string }> {
  const player = { kind: playerStreamKind, name: playerStream(command.playerId) };
  const account = playerAccount(command.playerId);
  return {
    ...origin,
    ...(identity === undefined ? {} : { sideRows: [identitySideRow(identity)] }),
    reads: () => ({
      streams: [player],
      holdings: [account, issuance].flatMap(readsOfBalances),
    }),
    begins: player,
    decide: (view) => registerPlayer(command, view.stream(player), seedsOf(view)),
  };
}
