import type { Currency } from "#domain/accounts/account.ts";
import { textsAt, wholesAt } from "../../kernel/events/columns.ts";
import { flatDecodedEvents, textAt } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";

const announcements = flatDecodedEvents("chain_announcements", "HashChainAnnounced", {
  ...textsAt("gameId", "currency"),
  ...wholesAt("number", "length"),
  terminal: textAt("terminal"),
});

/** Every hash chain that was announced. */
export const hashChainsProjection: Projection = {
  name: "hash-chains",
  version: 1,
  tables: {
    hash_chains: {
      columns: {
        game_id: "text not null",
        currency: "text not null",
        number: "bigint not null",
        length: "bigint not null",
        terminal: "text not null",
        position: "bigint not null",
      },
      key: ["game_id", "currency", "number"],
      insertsOnly: true,
      indexes: [],
    },
  },
  keepsEveryEvent: true,
  reads: [announcements],
  apply: (table) => [
    `insert into ${table("hash_chains")} (game_id, currency, number, length, terminal, position)
    select game_id, currency, number, length, terminal, position from ${announcements.name}`,
  ],
};

interface ChainRow extends Row {
  readonly length: bigint;
  readonly terminal: string;
  readonly position: bigint;
}

/** Which chain of which game. */
export interface ChainName {
  readonly gameId: string;
  readonly currency: Currency;
  readonly number: number;
}

/** A chain as it was announced, and where; null without one. */
export async function announcedChain(models: ReadModels, { gameId, currency, number }: ChainName) {
  const [row] = await models.ask<ChainRow>(
    (table) => `select length, terminal, position from ${table("hash_chains")}
      where game_id = $1 and currency = $2 and number = $3::bigint`,
    [gameId, currency, number],
  );
  if (row === undefined) return null;
  return { number, length: Number(row.length), terminal: row.terminal, position: Number(row.position) };
}
