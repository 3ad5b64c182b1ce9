import { snapshotOf } from "#domain/kernel/events/snapshot.ts";
import { arrayLiteral, type Sql } from "#projections/kernel/sql.ts";
import type { StreamSnapshot } from "#service/event-store/append/batch.ts";

/** Writes snapshots of committed states. An older one never replaces a newer one. */
export async function saveSnapshots(
  snapshots: readonly StreamSnapshot[],
  { sql, logId }: { readonly sql: Sql; readonly logId: number },
): Promise<void> {
  await sql.run({
    name: "save_snapshots",
    text: `insert into snapshots (log_id, stream, version, position, fold_version, state)
      select $1, t.* from unnest($2::text[], $3::bigint[], $4::bigint[], $5::int[], $6::text[]) as t
      on conflict (log_id, stream) do update set version = excluded.version, position = excluded.position,
        fold_version = excluded.fold_version, state = excluded.state
      where snapshots.position < excluded.position or snapshots.fold_version <> excluded.fold_version`,
    values: [
      logId,
      arrayLiteral(snapshots.map(({ entry }) => entry.name)),
      arrayLiteral(snapshots.map(({ version }) => version)),
      arrayLiteral(snapshots.map(({ position }) => position)),
      arrayLiteral(snapshots.map(({ entry }) => entry.kind.foldVersion)),
      arrayLiteral(snapshots.map(({ state }) => snapshotOf(state))),
    ],
  });
}
