import { randomBytes } from "node:crypto";
import { invariant } from "#domain/kernel/invariant.ts";
import { forgottenPlayer } from "#service/features/players/forgotten.ts";
import { registerCommand } from "#service/features/players/register-command.ts";
import type { PlayerServices } from "#service/features/players/services.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import type { Deps } from "#service/http/deps.ts";
import { timeOrderedId } from "#service/ids.ts";
import type { FinishedSignIn } from "#service/integrations/platform/sign-in/sign-in.ts";
import { identityRow, playerOfPlatform, updateIdentity } from "./identities.ts";

const CLIENT_SEED_BYTES = 12;

type Signed = Pick<FinishedSignIn, "profile" | "tokens">;
type Needs = Pick<Deps & PlayerServices, "db" | "writer" | "tokenSealer" | "now" | "config">;

/** The signed-in player, and the position written; 0 for none. */
export interface SignedInPlayer {
  readonly playerId: string;
  readonly position: number;
}

/**
 * The player of a platform account that has just signed in, registered the first time. Two first sign-ins at once make
 * one player: platform ids are unique in the database.
 * @throws Error when the log is unavailable
 */
export async function signInPlayer(signed: Signed, deps: Needs): Promise<SignedInPlayer> {
  const known = (await playerOfPlatform(deps.db, signed.profile.sub)) ?? (await comeBack(signed, deps));
  if (known === null) return register(signed, deps);
  const row = identityRow(known, signed, { sealer: deps.tokenSealer, at: deps.now() });
  await updateIdentity(deps.db, row);
  return { playerId: known, position: 0 };
}

async function register(signed: Signed, deps: Needs): Promise<SignedInPlayer> {
  const at = deps.now();
  const playerId = timeOrderedId("p", at);
  const clientSeed = randomBytes(CLIENT_SEED_BYTES).toString("base64url");
  const identity = identityRow(playerId, signed, { sealer: deps.tokenSealer, at });
  const command = registerCommand(playerOrigin(playerId, at), { playerId, clientSeed }, identity);
  const outcome = await deps.writer.submit(command);
  if (outcome.kind === "committed") return { playerId, position: outcome.position };
  const other = await playerOfPlatform(deps.db, signed.profile.sub);
  if (other !== null) return { playerId: other, position: deps.writer.head.position };
  if (outcome.kind === "failed") throw outcome.error;
  invariant(outcome.kind === "unavailable", "a registration under a new id is not refused");
  throw new Error("The registration was not committed.");
}

/** Restores a forgotten player on their return; null for everybody else. */
async function comeBack(signed: Signed, { db, config, tokenSealer, now }: Needs): Promise<string | null> {
  const playerId = await forgottenPlayer(db, signed.profile.sub, {
    sealer: tokenSealer,
    keys: config.tokenKeys,
  });
  if (playerId === null) return null;
  const row = identityRow(playerId, signed, { sealer: tokenSealer, at: now() });
  await db.transaction(async (tx) => {
    const [names, values] = [Object.keys(row), Object.values(row)];
    await tx.query(
      `insert into identities (${names.join(", ")}) values (${names.map((_, i) => `$${i + 1}`).join(", ")})
        on conflict do nothing`,
      values,
    );
    await tx.query("delete from forgotten_players where player_id = $1", [playerId]);
  });
  return playerId;
}
