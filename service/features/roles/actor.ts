import { playerStream } from "#domain/features/players/events.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import type { Actor } from "#domain/features/roles/admin.ts";
import { arrayLiteral, type Row } from "#projections/kernel/sql.ts";
import type { LogView, StreamRead } from "#service/event-store/commands/submission.ts";
import type { Deps } from "#service/http/deps.ts";

/** Somebody who acts or is acted upon, and whether the settings name them as an admin. */
export interface Person {
  readonly playerId: string;
  readonly isListed: boolean;
}

/** Looks up whether the settings name a player as an admin; nobody does of a player who is not there. */
export async function personOf(
  playerId: string,
  { db, config }: Pick<Deps, "db" | "config">,
): Promise<Person> {
  const [row] = await db.query<Row & { platform_id: string }>(
    "select platform_id from identities where player_id = $1",
    [playerId],
  );
  return { playerId, isListed: row !== undefined && config.adminPlatformIds.has(row.platform_id) };
}

/** The players whom the settings name as admins. */
export async function listedAdmins({
  db,
  config,
}: Pick<Deps, "db" | "config">): Promise<ReadonlySet<string>> {
  const rows = await db.query<Row & { player_id: string }>(
    "select player_id from identities where platform_id = any ($1::text[])",
    [arrayLiteral([...config.adminPlatformIds])],
  );
  return new Set(rows.map(({ player_id }) => player_id));
}

/** The state of a person that must be in memory. */
export const readOfPlayer = (playerId: string): StreamRead => ({
  kind: playerStreamKind,
  name: playerStream(playerId),
});

/** A player as of the head. */
export const playerIn = (view: LogView, playerId: string) =>
  view.stream(playerStreamKind, playerStream(playerId));

/** A person as decisions know them, as of the head. */
export const actorIn = (view: LogView, { playerId, isListed }: Person): Actor => ({
  player: playerIn(view, playerId),
  isListed,
});
