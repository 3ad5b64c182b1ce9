import type { SideRow, SideTable } from "#service/event-store/append/side-tables.ts";

/** A player's identity, written in the same batch as the registration. */
export interface IdentityRow {
  readonly player_id: string;
  readonly platform_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly email: string | null;
  readonly profile_image_url: string | null;
  readonly access_token: string | null;
  readonly refresh_token: string | null;
  readonly token_expires_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Players' identities, kept beside the log and written with their registration. */
export const identities: SideTable = {
  name: "identities",
  columns: {
    player_id: "text",
    platform_id: "text",
    username: "text",
    display_name: "text",
    email: "text",
    profile_image_url: "text",
    access_token: "text",
    refresh_token: "text",
    token_expires_at: "bigint",
    created_at: "bigint",
    updated_at: "bigint",
  } satisfies Record<keyof IdentityRow, string>,
};

/** The row of a player's identity, for the batch of the registration. */
export const identitySideRow = (row: IdentityRow): SideRow => ({ table: identities, row });
