import { decodedEvents, flatDecodedEvents, textAt, wholeAt } from "../../kernel/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
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
    ...same("game_id", "currency", "number", "version", "chain", "link", "commitment", "creator_id", "edge"),
    ...same("house_part", "cap", "beacon", "publish_at", "starts_at"),
  }),
  part(starts.name, same("started_at", "signature")),
  part(crashSettlements.name, { ...ended("settled"), ...same("point", "seed", "digest") }),
  part(voids.name, { ...ended("void"), ...same("seed") }),
];

const BET_COLUMNS = ["bet_id", "player_id", "stake", "auto", "out_at", "payout", "cause"] as const;

/** Every round of a crash game from its opening to its end, and every bet of it with how it left. */
export const crashRoundsProjection: Projection = {
  name: "crash-rounds",
  version: 1,
  tables: {
    crash_rounds: {
      columns: { round_id: "text not null", ...COLUMNS },
      key: ["round_id"],
      indexes: [
        // Those that are open: few, whatever is in the table.
        { on: "game_id, currency", where: "ended_as is null" },
        "game_id, ended_position",
      ],
      fillfactor: 70,
    },
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
  apply: (table) => [
    `insert into ${table("crash_rounds")} as t (round_id, ${NAMES.join(", ")})
    select round_id, ${NAMES.map((name) => `max(${name})`).join(", ")}
    from (
      ${PARTS.join("\n      union all ")}
    ) parts group by round_id
    on conflict (round_id) do update set ${NAMES.map((name) => `${name} = coalesce(excluded.${name}, t.${name})`).join(", ")}`,
    `insert into ${table("crash_bets")} as t (round_id, seq, ${BET_COLUMNS.join(", ")})
    select round_id, seq, ${BET_COLUMNS.map((name) => `max(${name})`).join(", ")}
    from (
      select round_id, seq, bet_id, player_id, stake, auto, null::bigint as out_at, null::bigint as payout,
        null::text as cause from ${bets.name}
      union all
      select round_id, seq, null, null, null, null, out_at, payout, cause from ${crashCashOuts.name}
    ) parts group by round_id, seq
    on conflict (round_id, seq) do update set
      ${BET_COLUMNS.map((name) => `${name} = coalesce(excluded.${name}, t.${name})`).join(", ")}`,
  ],
};
