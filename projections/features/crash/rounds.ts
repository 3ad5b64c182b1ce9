import { decodedEvents, flatDecodedEvents, textAt, wholeAt } from "../../kernel/events/decoded-events.ts";
import { ended, gatheredRows, same } from "../../kernel/events/gathered.ts";
import type { Projection } from "../../kernel/projection.ts";
import { roundsTable } from "../game-rounds/rounds-table.ts";
import { crashCashOuts, crashSettlements } from "./plays.ts";

const openings = decodedEvents("crash_openings", "CrashRoundOpened", {
  round_id: "payload ->> 'roundId'",
  game_id: "payload ->> 'gameId'",
  currency: "payload ->> 'currency'",
  number: "(payload ->> 'number')::bigint",
  version: "(payload ->> 'version')::bigint",
  chain: "(payload ->> 'chain')::bigint",
  link: "(payload ->> 'link')::bigint",
  commitment: "payload ->> 'commitment'",
  creator_id: "payload ->> 'creatorId'",
  edge: "(payload ->> 'edge')::bigint",
  house_part: "(payload ->> 'housePart')::bigint",
  cap: "(payload ->> 'cap')::bigint",
  beacon: "payload ->> 'beacon'",
  starts_at: "(payload ->> 'startsAt')::bigint",
  publish_at: `(payload #>> '{beacon,chain,genesisAt}')::bigint
    + ((payload #>> '{beacon,round}')::bigint - 1) * (payload #>> '{beacon,chain,periodMs}')::bigint`,
});
const bets = decodedEvents("crash_bets_placed", "CrashBetPlaced", {
  round_id: "payload ->> 'roundId'",
  seq: "(payload ->> 'seq')::bigint",
  bet_id: "payload ->> 'betId'",
  player_id: "payload ->> 'playerId'",
  stake: "(payload ->> 'stake')::bigint",
  auto: "(payload ->> 'auto')::bigint",
});
const starts = flatDecodedEvents("crash_starts", "CrashRoundStarted", {
  round_id: textAt("roundId"),
  started_at: wholeAt("startsAt"),
  signature: textAt("signature"),
});
const voids = flatDecodedEvents("crash_voids", "CrashRoundVoided", {
  round_id: textAt("roundId"),
  seed: textAt("seed"),
});

/** Columns that each kind of fact fills; the rest of a round's row stays as it was. */
const COLUMNS = {
  game_id: "text",
  currency: "text",
  number: "bigint",
  version: "bigint",
  chain: "bigint",
  link: "bigint",
  commitment: "text",
  creator_id: "text",
  edge: "bigint",
  house_part: "bigint",
  cap: "bigint",
  opened_position: "bigint",
  opened_at: "bigint",
  beacon: "text",
  publish_at: "bigint",
  starts_at: "bigint",
  started_at: "bigint",
  signature: "text",
  ended_position: "bigint",
  ended_at: "bigint",
  ended_as: "text",
  point: "bigint",
  seed: "text",
  digest: "text",
} as const;
const { part, gather } = gatheredRows("round_id", COLUMNS);

const PARTS = [
  part(openings.name, {
    opened_position: "position",
    opened_at: "recorded_at",
    ...same("game_id", "currency", "number", "version", "chain", "link", "commitment", "creator_id", "edge"),
    ...same("house_part", "cap", "beacon", "publish_at", "starts_at"),
  }),
  part(starts.name, same("started_at", "signature")),
  part(crashSettlements.name, { ...ended("settled"), ...same("point", "seed", "digest") }),
  part(voids.name, { ...ended("void"), ...same("seed") }),
];

const betRows = gatheredRows("round_id, seq", {
  bet_id: "text",
  player_id: "text",
  stake: "bigint",
  auto: "bigint",
  out_at: "bigint",
  payout: "bigint",
  cause: "text",
});
const BET_PARTS = [
  betRows.part(bets.name, same("bet_id", "player_id", "stake", "auto")),
  betRows.part(crashCashOuts.name, same("out_at", "payout", "cause")),
];

/** Every round of a crash game from its opening to its end, and every bet of it with how it left. */
export const crashRoundsProjection: Projection = {
  name: "crash-rounds",
  version: 1,
  tables: {
    crash_rounds: roundsTable(COLUMNS),
    crash_bets: {
      columns: {
        round_id: "text not null",
        seq: "bigint not null",
        bet_id: "text",
        player_id: "text",
        stake: "bigint",
        auto: "bigint",
        out_at: "bigint",
        payout: "bigint",
        cause: "text",
      },
      key: ["round_id", "seq"],
      indexes: [],
      fillfactor: 70,
    },
  },
  keepsEveryEvent: true,
  reads: [openings, bets, starts, crashCashOuts, crashSettlements, voids],
  apply: (table) => [gather(table, "crash_rounds", PARTS), betRows.gather(table, "crash_bets", BET_PARTS)],
};
