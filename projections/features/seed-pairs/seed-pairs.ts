import type { ClientSeedOrigin } from "#domain/fairness/client-seed.ts";
import type { Fairness } from "#domain/features/seed-pairs/contract.ts";
import { ofType, textsAt } from "../../kernel/events/columns.ts";
import {
  decodedEvents,
  flatDecodedEvents,
  ID_OF_STREAM,
  wholeAt,
} from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";

const registrations = flatDecodedEvents("registrations", "PlayerRegistered", {
  player_id: ID_OF_STREAM,
  pair: wholeAt("pair"),
  ...textsAt("serverSeedHash", "nextServerSeedHash", "clientSeed", "clientSeedBy"),
});

// Both of its pairs have the same keys, so it has to be parsed; rotations are rare.
const rotations = decodedEvents("rotations", "SeedPairRotated", {
  player_id: ID_OF_STREAM,
  revealed_pair: "(payload #>> '{revealed,pair}')::int",
  server_seed: "payload #>> '{revealed,serverSeed}'",
  nonces: "(payload #>> '{revealed,nonces}')::int",
  pair: "(payload #>> '{current,pair}')::int",
  server_seed_hash: "payload #>> '{current,serverSeedHash}'",
  next_server_seed_hash: "payload #>> '{current,nextServerSeedHash}'",
  client_seed: "payload #>> '{current,clientSeed}'",
  client_seed_by: "payload #>> '{current,clientSeedBy}'",
});

const PAIR_COLUMNS = "player_id, pair, server_seed_hash, next_server_seed_hash, client_seed, client_seed_by";

/** Every seed pair, its commitment and its reveal: two tables, as a pair may begin and end in one slice. */
export const seedPairsProjection: Projection = {
  name: "seed-pairs",
  version: 1,
  tables: {
    seed_pairs: {
      columns: {
        player_id: "text not null",
        pair: "integer not null",
        ...ofType("text not null", "server_seed_hash", "next_server_seed_hash", "client_seed"),
        ...ofType("text not null", "client_seed_by"),
        began_at_position: "bigint not null",
      },
      key: ["player_id", "pair"],
    },
    revealed_seeds: {
      columns: {
        player_id: "text not null",
        pair: "integer not null",
        server_seed: "text not null",
        nonces: "integer not null",
        ended_at_position: "bigint not null",
      },
      key: ["player_id", "pair"],
    },
  },
  reads: [registrations, rotations],
  apply: (table) => [
    `insert into ${table("seed_pairs")} (${PAIR_COLUMNS}, began_at_position)
    select ${PAIR_COLUMNS}, position from registrations
    union all select ${PAIR_COLUMNS}, position from rotations`,
    `insert into ${table("revealed_seeds")} (player_id, pair, server_seed, nonces, ended_at_position)
    select player_id, revealed_pair, server_seed, nonces, position from rotations`,
  ],
};

interface FairnessRow extends Row {
  readonly server_seed_hash: string;
  readonly next_server_seed_hash: string;
  readonly client_seed: string;
  readonly client_seed_by: ClientSeedOrigin;
  readonly last_nonce: number | null;
}

/** A player's pair in use; null before registration. The nonce follows from the pair's last game. */
export async function fairness(models: ReadModels, playerId: string): Promise<Fairness | null> {
  const [row] = await models.ask<FairnessRow>(
    (
      table,
    ) => `select server_seed_hash, next_server_seed_hash, client_seed, client_seed_by, g.nonce as last_nonce
      from (select * from ${table("seed_pairs")} where player_id = $1 order by pair desc limit 1) p
      left join lateral (
        select nonce from ${table("games")} g
        where g.player_id = p.player_id and g.position > p.began_at_position and g.pair = p.pair
        order by g.position desc limit 1
      ) g on true`,
    [playerId],
  );
  if (row === undefined) return null;
  return {
    serverSeedHash: row.server_seed_hash,
    nextServerSeedHash: row.next_server_seed_hash,
    clientSeed: row.client_seed,
    clientSeedBy: row.client_seed_by,
    nonce: row.last_nonce === null ? 0 : row.last_nonce + 1,
  };
}
