import type { PROPOSAL_STATUSES } from "#domain/features/proposals/contract.ts";
import type { KeptAct } from "#domain/features/proposals/events.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorBy, placeOf } from "../../kernel/cursor.ts";
import { texts } from "../../kernel/events/columns.ts";
import { type DecodedEvents, decodedEvents, parsedOf } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";

const proposalsMade = decodedEvents("proposals_made", "ProposalMade", {
  ...texts("proposalId", "by", "reason"),
  expires_at: "(payload ->> 'expiresAt')::bigint",
  act: "payload ->> 'act'",
});

const proposalsEnded: DecodedEvents = {
  name: "proposals_ended",
  columns: {
    recorded_at: "recorded_at",
    ...texts("proposalId", "by"),
    status: "case type when 'ProposalConfirmed' then 'confirmed' else 'withdrawn' end",
  },
  from: parsedOf("recorded_at, type", "ProposalConfirmed", "ProposalWithdrawn"),
};

/** Proposals and their outcome; lapsing follows from the time. */
export const proposalsProjection: Projection = {
  name: "proposals",
  version: 1,
  tables: {
    proposals: {
      columns: {
        proposal_id: "text not null",
        position: "bigint not null",
        at: "bigint not null",
        by: "text not null",
        reason: "text not null",
        expires_at: "bigint not null",
        act: "text not null",
        status: "text not null",
        ended_by: "text",
        ended_at: "bigint",
      },
      key: ["proposal_id"],
      indexes: ["position"],
    },
  },
  reads: [proposalsMade, proposalsEnded],
  apply: (table) => [
    `insert into ${table("proposals")}
      (proposal_id, position, at, by, reason, expires_at, act, status, ended_by, ended_at)
    select m.proposal_id, m.position, m.recorded_at, m.by, m.reason, m.expires_at, m.act,
      coalesce(e.status, 'proposed'), e.by, e.recorded_at
    from proposals_made m left join proposals_ended e on e.proposal_id = m.proposal_id`,
    `update ${table("proposals")} p set status = e.status, ended_by = e.by, ended_at = e.recorded_at
    from proposals_ended e where e.proposal_id = p.proposal_id and p.status = 'proposed'`,
  ],
};

type Status = (typeof PROPOSAL_STATUSES)[number];

/** A proposal as the read model keeps it; instants in milliseconds. */
export interface ProposalRow {
  readonly id: string;
  readonly position: number;
  readonly at: number;
  readonly by: string;
  readonly reason: string;
  readonly expiresAt: number;
  readonly act: KeptAct;
  readonly status: Status;
  readonly endedBy: string | null;
  readonly endedAt: number | null;
}

interface StoredRow extends Row {
  readonly proposal_id: string;
  readonly position: bigint;
  readonly at: bigint;
  readonly by: string;
  readonly reason: string;
  readonly expires_at: bigint;
  readonly act: string;
  readonly status: Status;
  readonly ended_by: string | null;
  readonly ended_at: bigint | null;
}

/** As it stands at `$1`, in milliseconds. */
const COLUMNS = `proposal_id, position, at, by, reason, expires_at, act, ended_by, ended_at,
  case when status = 'proposed' and expires_at <= $1 then 'lapsed' else status end as status`;

const rowOf = (row: StoredRow): ProposalRow => ({
  id: row.proposal_id,
  position: Number(row.position),
  at: Number(row.at),
  by: row.by,
  reason: row.reason,
  expiresAt: Number(row.expires_at),
  act: JSON.parse(row.act) as KeptAct,
  status: row.status,
  endedBy: row.ended_by,
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
});

/**
 * Proposals, the newest first.
 * @param at milliseconds
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function proposalsAt(
  models: ReadModels,
  at: number,
  { status, limit = LIST_LIMIT_DEFAULT, next }: PageQuery & { readonly status?: Status | undefined },
): Promise<Page<ProposalRow>> {
  const rows = await models.ask<StoredRow>(
    (table) => `select * from (select ${COLUMNS} from ${table("proposals")} where position < $2) p
      where $3::text is null or status = $3 order by position desc limit $4`,
    [at, placeOf(next), status ?? null, limit + 1],
  );
  return pageOf(rows, limit, { item: rowOf, cursor: cursorBy("position") });
}

/** One proposal; null while the read model does not have it. @param at milliseconds */
export async function proposalById(models: ReadModels, id: string, at: number): Promise<ProposalRow | null> {
  const [row] = await models.ask<StoredRow>(
    (table) => `select ${COLUMNS} from ${table("proposals")} where proposal_id = $2`,
    [at, id],
  );
  return row === undefined ? null : rowOf(row);
}

/** The names of items by their numbers at the platform. */
export async function itemNames(
  models: ReadModels,
  assetIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await models.ask<Row & { readonly asset_id: bigint; readonly name: string }>(
    (table) => `select asset_id, name from ${table("limiteds")} where asset_id = any ($1::bigint[])`,
    [arrayLiteral(assetIds.map(String))],
  );
  return new Map(rows.map(({ asset_id, name }) => [Number(asset_id), name]));
}
