import { invariant } from "#domain/kernel/invariant.ts";
import type { Database, Sql } from "./sql.ts";

/** One view of the database: nothing that others commit shows in it. */
export interface Snapshot {
  /** The transaction that has it, which may write. */
  readonly tx: Sql;
  /** Reads in the same snapshot on a connection of its own, in parallel; in turn if there is only one. */
  onSameSnapshot<T>(read: (tx: Sql) => Promise<T>): Promise<T>;
}

/** Runs `work` in a snapshot, which is committed at the end. */
export function inSnapshot<T>(db: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => work({ tx, onSameSnapshot: await readerOnSameSnapshot(db, tx) }), {
    isolation: "repeatable read",
  });
}

async function readerOnSameSnapshot(db: Database, tx: Sql): Promise<Snapshot["onSameSnapshot"]> {
  if (db.engine === "pglite") return (read) => read(tx);
  const [row] = await tx.query<{ id: string }>("select pg_export_snapshot() as id");
  const id = row?.id ?? "";
  invariant(/^[0-9A-F-]+$/.test(id), "a snapshot has an id");
  return (read) =>
    db.transaction(
      async (other) => {
        await other.query(`set transaction snapshot '${id}'`);
        return read(other);
      },
      { isolation: "repeatable read", readOnly: true },
    );
}
