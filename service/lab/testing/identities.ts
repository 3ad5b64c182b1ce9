import type { IdentityRow } from "#service/features/players/sign-in/identity-rows.ts";

/** The identity of a player known only by name. @param name by default the player's id */
export const identityOf = (
  playerId: string,
  {
    platformId,
    name = playerId,
    at,
  }: { readonly platformId: string; readonly name?: string; readonly at: number },
): IdentityRow => ({
  player_id: playerId,
  platform_id: platformId,
  username: name,
  display_name: name,
  email: null,
  profile_image_url: null,
  access_token: null,
  refresh_token: null,
  token_expires_at: null,
  created_at: at,
  updated_at: at,
});
