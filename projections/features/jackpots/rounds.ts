import { decodedEvents, flatDecodedEvents, textAt, wholeAt } from "../../kernel/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import { jackpotSettlements } from "./plays.ts";

const ROUND = { round_id: textAt("roundId") };

const openings = flatDecodedEvents("jackpot_openings", "JackpotRoundOpened", {
  ...ROUND,
  game_id: textAt("gameId"),
  currency: textAt("currency"),
  number: wholeAt("number"),
  version: wholeAt("version"),
  chain: wholeAt("chain"),
  link: wholeAt("link"),
  commitment: textAt("commitment"),
  edge: wholeAt("edge"),
});
const countdowns = decodedEvents("jackpot_countdowns", "JackpotCountdownStarted", {
  round_id: "payload ->> 'roundId'",
  beacon: "payload ->> 'beacon'",
  publish_at: `(payload #>> '{beacon,chain,genesisAt}')::bigint
    + ((payload #>> '{beacon,round}')::bigint - 1) * (payload #>> '{beacon,chain,periodMs}')::bigint`,
});
// Parsed: a client seed may hold what text cut out of a payload must not.
const entries = decodedEvents("jackpot_entrances", "JackpotEntered", {
  round_id: "payload ->> 'roundId'",
  seq: "(payload ->> 'seq')::bigint",
  bet_id: "payload ->> 'betId'",
  player_id: "payload ->> 'playerId'",
  client_seed: "payload ->> 'clientSeed'",
  stake: "(payload ->> 'stake')::bigint",
  ticket_from: "(payload ->> 'from')::bigint",
  ticket_to: "(payload ->> 'to')::bigint",
});
const voids = flatDecodedEvents("jackpot_voids", "JackpotVoided", { ...ROUND, seed: textAt("seed") });

/** Columns that each kind of fact fills; the rest of a round's row stays as it was. */
const COLUMNS = {
  game_id: "text",
  currency: "text",
  number: "bigint",
  version: "bigint",
  chain: "bigint",
  link: "bigint",
  commitment: "text",
  edge: "bigint",
  opened_position: "bigint",
  opened_at: "bigint",
  countdown_position: "bigint",
  beacon: "text",
  publish_at: "bigint",
  ended_position: "bigint",
  ended_at: "bigint",
  ended_as: "text",
  payout: "bigint",
  ticket: "bigint",
  winner_id: "text",
  winner_seq: "bigint",
  seed: "text",
  signature: "text",
  digest: "text",
} as const;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as readonly Column[];

/** The rows that one kind of fact brings, with nothing in the columns that it does not fill. */
function part(name: string, filled: { readonly [C in Column]?: string }): string {
  const columns = NAMES.map((column) => `${filled[column] ?? `null::${COLUMNS[column]}`} as ${column}`);
  return `select round_id, ${columns.join(", ")} from ${name}`;
}

const same = (...columns: readonly Column[]) => Object.fromEntries(columns.map((name) => [name, name]));
const ended = (as: string) => ({
  ended_position: "position",
  ended_at: "recorded_at",
  ended_as: `'${as}'`,
});

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
    jackpot_rounds: {
      columns: { round_id: "text not null", ...COLUMNS },
      key: ["round_id"],
      indexes: [
        // Those that are open: few, whatever is in the table.
        { on: "game_id, currency", where: "ended_as is null" },
        "game_id, ended_position",
      ],
      fillfactor: 70,
    },
    jackpot_entries: {
      columns: {
        round_id: "text not null",
        seq: "bigint not null",
        position: "bigint not null",
        bet_id: "text not null",
        player_id: "text not null",
        client_seed: "text not null",
        stake: "bigint not null",
        ticket_from: "bigint not null",
        ticket_to: "bigint not null",
      },
      key: ["round_id", "seq"],
      insertsOnly: true,
      indexes: [],
    },
  },
  keepsEveryEvent: true,
  reads: [openings, countdowns, entries, jackpotSettlements, voids],
  apply: (table) => [
    `insert into ${table("jackpot_rounds")} as t (round_id, ${NAMES.join(", ")})
    select round_id, ${NAMES.map((name) => `max(${name})`).join(", ")}
    from (
      ${PARTS.join("\n      union all ")}
    ) parts group by round_id
    on conflict (round_id) do update set ${NAMES.map((name) => `${name} = coalesce(excluded.${name}, t.${name})`).join(", ")}`,
    `insert into ${table("jackpot_entries")}
      (round_id, seq, position, bet_id, player_id, client_seed, stake, ticket_from, ticket_to)
    select round_id, seq, position, bet_id, player_id, client_seed, stake, ticket_from, ticket_to from ${entries.name}`,
  ],
};
