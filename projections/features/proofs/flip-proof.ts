import type { ClientSeedOrigin } from "#domain/fairness/client-seed.ts";
import { ST1 } from "#domain/fairness/st1.ts";
import type { Stake } from "#domain/features/live-coinflips/items/stake.ts";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { instantOf } from "../../kernel/values.ts";
import type { GameRow } from "../house-flips/game-history.ts";
import { provenItems } from "../live-coinflips/staked-items.ts";

interface ProofRow extends GameRow {
  readonly nonce: number;
  readonly server_seed_hash: string;
  readonly client_seed: string;
  readonly client_seed_by: ClientSeedOrigin;
  readonly server_seed: string | null;
  /** Of a game against the bot; null of any other. */
  readonly items: string | null;
}

/** All that is needed to recompute one game; null for an unknown id. */
export async function flipProof(models: ReadModels, gameId: string): Promise<FlipProof | null> {
  const [row] = await models.ask<ProofRow>(
    (table) => `select g.position, game_id, game_type, nonce, side, result, settled_at,
        server_seed_hash, client_seed, client_seed_by,
        (select items from ${table("bot_stakes")} b where b.game_id = g.game_id) as items,
        (select server_seed from ${table("revealed_seeds")} r
          where r.player_id = g.player_id and r.pair = g.pair) as server_seed
      from ${table("games")} g join ${table("seed_pairs")} p on p.player_id = g.player_id and p.pair = g.pair
      where g.game_id = $1`,
    [gameId],
  );
  if (row === undefined) return null;
  return {
    id: row.game_id,
    gameType: row.game_type,
    scheme: ST1,
    serverSeedHash: row.server_seed_hash,
    serverSeed: row.server_seed,
    clientSeed: row.client_seed,
    clientSeedBy: row.client_seed_by,
    nonce: row.nonce,
    side: row.side,
    result: row.result,
    won: row.result === row.side,
    items: row.items === null ? [] : provenItems(JSON.parse(row.items) as Stake),
    position: Number(row.position),
    settledAt: instantOf(row.settled_at),
  };
}
