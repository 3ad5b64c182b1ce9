import { ofType, same, texts, textsAt, wholes } from "../../kernel/events/columns.ts";
import { decodedEvents, flatDecodedEvents, textAt, wholeAt } from "../../kernel/events/decoded-events.ts";
import { ended, gatheredRows } from "../../kernel/events/gathered.ts";
import type { Projection } from "../../kernel/projection.ts";
import { PUBLISH_AT, roundsTable } from "../game-rounds/rounds-table.ts";
import { crashCashOuts, crashSettlements } from "./plays.ts";

const openings = decodedEvents("crash_openings", "CrashRoundOpened", {
  ...texts("roundId", "gameId", "currency"),
  ...wholes("number", "version", "chain", "link"),
  ...texts("commitment", "creatorId"),
  ...wholes("edge", "housePart", "cap"),
  beacon: "payload ->> 'beacon'",
  starts_at: "(payload ->> 'startsAt')::bigint",
  publish_at: PUBLISH_AT,
});
const bets = decodedEvents("crash_bets_placed", "CrashBetPlaced", {
  round_id: "payload ->> 'roundId'",
  seq: "(payload ->> 'seq')::bigint",
  ...texts("betId", "playerId"),
  ...wholes("stake", "auto"),
});
const starts = flatDecodedEvents("crash_starts", "CrashRoundStarted", {
  round_id: textAt("roundId"),
  started_at: wholeAt("startsAt"),
  signature: textAt("signature"),
});
const voids = flatDecodedEvents("crash_voids", "CrashRoundVoided", {
  ...textsAt("roundId", "seed"),
});

/** Columns that each kind of fact fills; the rest of a round's row stays as it was. */
const COLUMNS = {
  game_id: "text",
  currency: "text",
  ...ofType("bigint", "number", "version", "chain", "link"),
  commitment: "text",
  creator_id: "text",
  ...ofType("bigint", "edge", "house_part", "cap", "opened_position", "opened_at"),
  beacon: "text",
  ...ofType("bigint", "publish_at", "starts_at", "started_at"),
  signature: "text",
  ...ofType("bigint", "ended_position", "ended_at"),
  ended_as: "text",
  point: "bigint",
  ...ofType("text", "seed", "digest"),
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

const BET_COLUMNS = {
  ...ofType("text", "bet_id", "player_id"),
  ...ofType("bigint", "stake", "auto", "out_at", "payout"),
  cause: "text",
} as const;
const betRows = gatheredRows("round_id, seq", BET_COLUMNS);
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
        ...BET_COLUMNS,
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
