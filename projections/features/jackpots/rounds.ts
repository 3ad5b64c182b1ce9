import { ofType, same, texts, textsAt, wholesAt } from "../../kernel/events/columns.ts";
import { decodedEvents, flatDecodedEvents, textAt, wholeAt } from "../../kernel/events/decoded-events.ts";
import { ended, gatheredRows } from "../../kernel/events/gathered.ts";
import type { Projection } from "../../kernel/projection.ts";
import { PUBLISH_AT, roundsTable } from "../game-rounds/rounds-table.ts";
import { jackpotSettlements } from "./plays.ts";

const ROUND = { round_id: textAt("roundId") };

const openings = flatDecodedEvents("jackpot_openings", "JackpotRoundOpened", {
  ...ROUND,
  ...textsAt("gameId", "currency"),
  ...wholesAt("number", "version", "chain", "link"),
  commitment: textAt("commitment"),
  edge: wholeAt("edge"),
});
const countdowns = decodedEvents("jackpot_countdowns", "JackpotCountdownStarted", {
  ...texts("roundId", "beacon"),
  publish_at: PUBLISH_AT,
});
// Parsed, not cut out: a client seed may contain any character.
const entries = decodedEvents("jackpot_entrances", "JackpotEntered", {
  round_id: "payload ->> 'roundId'",
  seq: "(payload ->> 'seq')::bigint",
  ...texts("betId", "playerId", "clientSeed"),
  stake: "(payload ->> 'stake')::bigint",
  ticket_from: "(payload ->> 'from')::bigint",
  ticket_to: "(payload ->> 'to')::bigint",
});
const voids = flatDecodedEvents("jackpot_voids", "JackpotVoided", { ...ROUND, seed: textAt("seed") });

/** Columns that each kind of fact fills; the rest of a round's row stays as it was. */
const COLUMNS = {
  game_id: "text",
  currency: "text",
  ...ofType("bigint", "number", "version", "chain", "link"),
  commitment: "text",
  ...ofType("bigint", "edge", "opened_position", "opened_at", "countdown_position"),
  beacon: "text",
  ...ofType("bigint", "publish_at", "ended_position", "ended_at"),
  ended_as: "text",
  payout: "bigint",
  ticket: "bigint",
  winner_id: "text",
  winner_seq: "bigint",
  ...ofType("text", "seed", "signature", "digest"),
} as const;
const { part, gather } = gatheredRows("round_id", COLUMNS);

const PARTS = [
  part(openings.name, {
    opened_position: "position",
    opened_at: "recorded_at",
    ...same("game_id", "currency", "number", "version", "chain", "link", "commitment", "edge"),
  }),
  part(countdowns.name, { countdown_position: "position", ...same("beacon", "publish_at") }),
  part(jackpotSettlements.name, {
    ...ended("settled"),
    ...same("payout", "ticket", "winner_id", "winner_seq", "seed", "signature", "digest"),
  }),
  part(voids.name, { ...ended("void"), ...same("seed") }),
];

/** Every round of a jackpot from its opening to its end, and every entry of it. */
export const jackpotRoundsProjection: Projection = {
  name: "jackpot-rounds",
  version: 1,
  tables: {
    jackpot_rounds: roundsTable(COLUMNS),
    jackpot_entries: {
      columns: {
        round_id: "text not null",
        seq: "bigint not null",
        position: "bigint not null",
        ...ofType("text not null", "bet_id", "player_id", "client_seed"),
        ...ofType("bigint not null", "stake", "ticket_from", "ticket_to"),
      },
      key: ["round_id", "seq"],
      insertsOnly: true,
      indexes: [],
    },
  },
  keepsEveryEvent: true,
  reads: [openings, countdowns, entries, jackpotSettlements, voids],
  apply: (table) => [
    gather(table, "jackpot_rounds", PARTS),
    `insert into ${table("jackpot_entries")}
      (round_id, seq, position, bet_id, player_id, client_seed, stake, ticket_from, ticket_to)
    select round_id, seq, position, bet_id, player_id, client_seed, stake, ticket_from, ticket_to from ${entries.name}`,
  ],
};
