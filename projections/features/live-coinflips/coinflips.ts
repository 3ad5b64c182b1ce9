import { ofType, same, texts } from "../../kernel/events/columns.ts";
import { decodedEvents } from "../../kernel/events/decoded-events.ts";
import { ended, gatheredRows } from "../../kernel/events/gathered.ts";
import type { Projection } from "../../kernel/projection.ts";
import { coinflipSettlements } from "./flips.ts";

const SIDE = (which: "creator" | "joiner") => ({
  [`${which}_id`]: `payload #>> '{${which},playerId}'`,
  [`${which}_client_seed`]: `payload #>> '{${which},clientSeed}'`,
  [`${which}_client_seed_by`]: `payload #>> '{${which},clientSeedBy}'`,
  [`${which}_stakes`]: `payload #>> '{${which},stakes}'`,
});

const openings = decodedEvents("coinflip_openings", "CoinflipOpened", {
  ...texts("gameId", "side", "commitment"),
  expires_at: "(payload ->> 'expiresAt')::bigint",
  ...SIDE("creator"),
});
const joins = decodedEvents("coinflip_joins", "CoinflipJoined", {
  game_id: "payload ->> 'gameId'",
  round: "(payload ->> 'round')::bigint",
  chain: "payload ->> 'chain'",
  chain_hash: "payload #>> '{chain,chainHash}'",
  publish_at: `(payload #>> '{chain,genesisAt}')::bigint
    + ((payload ->> 'round')::bigint - 1) * (payload #>> '{chain,periodMs}')::bigint`,
  ...SIDE("joiner"),
});
const voids = decodedEvents("coinflip_voids", "CoinflipVoided", {
  ...texts("gameId", "serverSeed"),
});
const cancellations = decodedEvents("coinflip_cancellations", "CoinflipCancelled", {
  game_id: "payload ->> 'gameId'",
});
const expiries = decodedEvents("coinflip_expiries", "CoinflipExpired", { game_id: "payload ->> 'gameId'" });

/** Columns that each kind of fact fills; the rest of a game's row stays as it was. */
const COLUMNS = {
  opened_position: "bigint",
  opened_at: "bigint",
  ...ofType("text", "creator_id", "creator_client_seed", "creator_client_seed_by", "creator_stakes", "side"),
  ...ofType("text", "commitment"),
  ...ofType("bigint", "expires_at", "joined_position", "joined_at"),
  ...ofType("text", "joiner_id", "joiner_client_seed", "joiner_client_seed_by", "joiner_stakes"),
  round: "bigint",
  chain: "text",
  chain_hash: "text",
  ...ofType("bigint", "publish_at", "ended_position", "ended_at"),
  ...ofType("text", "ended_as", "signature", "server_seed", "digest", "result", "winner_id", "currency"),
  wagered: "bigint",
  payout: "bigint",
} as const;
const { part, gather } = gatheredRows("game_id", COLUMNS);

const PARTS = [
  part("coinflip_openings", {
    opened_position: "position",
    opened_at: "recorded_at",
    ...same("creator_id", "creator_client_seed", "creator_client_seed_by", "creator_stakes"),
    ...same("side", "commitment", "expires_at"),
  }),
  part("coinflip_joins", {
    joined_position: "position",
    joined_at: "recorded_at",
    ...same("joiner_id", "joiner_client_seed", "joiner_client_seed_by", "joiner_stakes"),
    ...same("round", "chain", "chain_hash", "publish_at"),
  }),
  part("coinflip_settlements", {
    ...ended("settled"),
    ...same("signature", "server_seed", "digest", "result", "winner_id", "currency", "wagered", "payout"),
  }),
  part("coinflip_voids", { ...ended("void"), ...same("server_seed") }),
  part("coinflip_cancellations", ended("cancelled")),
  part("coinflip_expiries", ended("expired")),
];

/** Every coinflip between players. A slice may hold a whole game, so its facts are merged first. */
export const coinflipsProjection: Projection = {
  name: "live-coinflips",
  version: 2,
  tables: {
    live_coinflips: {
      columns: { game_id: "text not null", ...COLUMNS },
      key: ["game_id"],
      indexes: [
        // Locked games, and void games, each found without scanning others.
        "ended_as, joined_position, opened_position",
        // Open games in list order: nothing to sort, however many there are.
        { on: "opened_position", where: "ended_as is null and joined_position is null" },
      ],
      fillfactor: 70,
    },
  },
  keepsEveryEvent: true,
  reads: [openings, joins, coinflipSettlements, voids, cancellations, expiries],
  apply: (table) => [gather(table, "live_coinflips", PARTS)],
};
