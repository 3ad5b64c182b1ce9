import { playerAccount } from "#domain/accounts/account.ts";
import type { CurrentUser } from "#domain/features/players/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { moneyHoldings } from "#projections/features/ledger/holdings-of.ts";
import { playerProgress } from "#projections/features/players/player-progress.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Database, Row } from "#projections/kernel/sql.ts";
import type { Standing } from "#service/http/access/access.ts";
import type { FinishedSignIn } from "#service/integrations/platform/sign-in/sign-in.ts";
import type { Sealer } from "#service/keys/seal.ts";
import type { IdentityRow } from "./identity-rows.ts";

/** The context that binds a sealed token to its player. */
export const tokenPlace = (playerId: string): string => `florin-platform-token/${playerId}`;

const sealText = (sealer: Sealer, text: string | null, playerId: string): string | null =>
  text === null ? null : sealer.seal(Buffer.from(text, "utf8"), tokenPlace(playerId));

/** The identity row of a player who has just signed in, with the platform's tokens sealed. */
export function identityRow(
  playerId: string,
  { profile, tokens }: Pick<FinishedSignIn, "profile" | "tokens">,
  { sealer, at }: { readonly sealer: Sealer; readonly at: number },
): IdentityRow {
  return {
    player_id: playerId,
    platform_id: profile.sub,
    username: profile.username,
    display_name: profile.displayName,
    email: profile.email,
    profile_image_url: profile.pictureUrl,
    access_token: sealText(sealer, tokens.accessToken, playerId),
    refresh_token: sealText(sealer, tokens.refreshToken, playerId),
    token_expires_at: tokens.expiresAt,
    created_at: at,
    updated_at: at,
  };
}

/** The player behind a platform account; null before the first sign-in. */
export async function playerOfPlatform(db: Database, platformId: string): Promise<string | null> {
  const [row] = await db.query<Row & { player_id: string }>(
    "select player_id from identities where platform_id = $1",
    [platformId],
  );
  return row?.player_id ?? null;
}

/** Updates a player's details from the platform: names and pictures change, the id does not. */
export async function updateIdentity(db: Database, row: IdentityRow): Promise<void> {
  await db.query(
    `update identities set username = $2, display_name = $3, email = $4, profile_image_url = $5, access_token = $6,
      refresh_token = $7, token_expires_at = $8, updated_at = $9 where player_id = $1`,
    [
      row.player_id,
      row.username,
      row.display_name,
      row.email,
      row.profile_image_url,
      row.access_token,
      row.refresh_token,
      row.token_expires_at,
      row.updated_at,
    ],
  );
}

interface UserRow extends Row {
  readonly username: string;
  readonly display_name: string;
  readonly email: string | null;
  readonly profile_image_url: string | null;
  readonly is_verified: boolean;
}

/** The signed-in player as shown to that player. Balances come from the holdings, and so are never stale. */
export async function currentUser(
  player: Standing & { readonly playerId: string },
  { db, models, logId }: { readonly db: Database; readonly models: ReadModels; readonly logId: number },
): Promise<CurrentUser | null> {
  const [row] = await db.run<UserRow>({
    name: "current_user_row",
    text: `select username, display_name, email, profile_image_url, is_verified
      from identities where player_id = $1`,
    values: [player.playerId],
  });
  if (row === undefined) return null;
  const balances = await moneyHoldings({ sql: db, logId }, playerAccount(player.playerId));
  const { level, experience } = await playerProgress(models, player.playerId);
  return {
    id: player.playerId,
    username: row.username,
    displayName: row.display_name,
    firstName: row.display_name,
    email: row.email,
    profileImageUrl: row.profile_image_url,
    rbxBalance: formatMinor(balances.RBX),
    tixBalance: formatMinor(balances.TIX),
    usdBalance: formatMinor(balances.USD),
    level,
    experience,
    isVerified: row.is_verified,
    roles: [...player.roles],
    suspension: player.suspension,
  };
}
