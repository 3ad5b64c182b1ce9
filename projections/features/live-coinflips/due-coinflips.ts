import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";

/** Games that wait for their beacon, and whose round is out. */
export interface DueCoinflip {
  readonly gameId: string;
  readonly chainHash: string;
  readonly round: number;
  readonly publishAt: number;
}

interface DueRow extends Row {
  readonly game_id: string;
  readonly chain_hash: string;
  readonly round: bigint;
  readonly publish_at: bigint;
}

/** Which games are wanted: due by an instant in milliseconds, of available chains, without some. */
interface Due {
  readonly by: number;
  readonly chainHashes: readonly string[];
  readonly limit: number;
  readonly but: readonly string[];
}

/** Locked games whose round was published by an instant, the oldest first. */
export async function dueCoinflips(models: ReadModels, wanted: Due): Promise<DueCoinflip[]> {
  const rows = await models.ask<DueRow>(
    (table) => `select game_id, chain_hash, round, publish_at from ${table("live_coinflips")}
      where ended_as is null and joined_position is not null and publish_at <= $1 and chain_hash = any ($2::text[])
        and game_id <> all ($3::text[])
      order by publish_at, game_id limit $4`,
    [wanted.by, arrayLiteral(wanted.chainHashes), arrayLiteral(wanted.but), wanted.limit],
  );
  return rows.map(dueOf);
}

const dueOf = (row: DueRow): DueCoinflip => ({
  gameId: row.game_id,
  chainHash: row.chain_hash,
  round: Number(row.round),
  publishAt: Number(row.publish_at),
});

/** Locked games whose round should have come by an instant, whatever their chain. @param by milliseconds */
export async function overdueCoinflips(
  models: ReadModels,
  by: number,
  limit: number,
): Promise<DueCoinflip[]> {
  const rows = await models.ask<DueRow>(
    (table) => `select game_id, chain_hash, round, publish_at from ${table("live_coinflips")}
      where ended_as is null and joined_position is not null and publish_at <= $1
      order by publish_at, game_id limit $2`,
    [by, limit],
  );
  return rows.map(dueOf);
}

/** Open games of a player. */
export async function openCoinflipsOf(
  models: ReadModels,
  playerId: string,
  limit: number,
): Promise<string[]> {
  const rows = await models.ask<Row & { readonly game_id: string }>(
    (table) => `select game_id from ${table("live_coinflips")}
      where ended_as is null and joined_position is null and creator_id = $1 order by game_id limit $2`,
    [playerId, limit],
  );
  return rows.map((row) => row.game_id);
}

/** Open games whose time is over. @param by milliseconds */
export async function expiredCoinflips(models: ReadModels, by: number, limit: number): Promise<string[]> {
  const rows = await models.ask<Row & { readonly game_id: string }>(
    (table) => `select game_id from ${table("live_coinflips")}
      where ended_as is null and joined_position is null and expires_at <= $1
      order by expires_at, game_id limit $2`,
    [by, limit],
  );
  return rows.map((row) => row.game_id);
}
