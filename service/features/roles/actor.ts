import { playerStream } from "#domain/features/players/events.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import type { Actor } from "#domain/features/roles/admin.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { Player } from "#domain/player/player.ts";
import { arrayLiteral, type Row } from "#projections/kernel/sql.ts";
import type { LogView } from "#service/event-store/commands/submission.ts";
import type { Deps } from "#service/http/deps.ts";

/** An actor or a subject, and whether the settings name them as an admin. */
export interface Person {
  readonly playerId: string;
  readonly isListed: boolean;
}

/** Looks up whether the settings name a player as an admin; false for an unknown player. */
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

/** The stream that a decision about a person reads. */
export const readOfPlayer = (playerId: string): StreamRead<Player> => ({
  kind: playerStreamKind,
  name: playerStream(playerId),
});

/** A player as of the head. */
export const playerIn = (view: LogView, playerId: string) => view.stream(readOfPlayer(playerId));

/** A person as of the head, for decisions. */
export const actorIn = (view: LogView, { playerId, isListed }: Person): Actor => ({
  player: playerIn(view, playerId),
  isListed,
});
