import type { Database, Sql, Statement, TransactionOptions } from "../kernel/sql.ts";

/** Stands in for a process that ends, or a connection that is lost, in the middle of a transaction. */
export class CrashError extends Error {
  override readonly name = "CrashError";
}

/** What happens to a transaction whose work is done, before it is committed. */
export type BeforeCommit = () => Promise<void> | void;

/** A database whose transactions can be held up, or ended, at the worst moment. */
export function faultyDatabase(db: Database, beforeCommit: BeforeCommit): Database {
  return {
    engine: db.engine,
    query: (text, values) => db.query(text, values),
    run: (statement) => db.run(statement),
    transaction: <T>(work: (tx: Sql) => Promise<T>, options?: TransactionOptions) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        await beforeCommit();
        return result;
      }, options),
  };
}

/** A database that has a look at each statement of its transactions before it runs, and may throw there. */
export function observedDatabase(db: Database, look: (statement: Statement) => void): Database {
  const observed = (tx: Sql): Sql => ({
    query: (text, values) => tx.query(text, values),
    run: (statement) => {
      look(statement);
      return tx.run(statement);
    },
  });
  return {
    engine: db.engine,
    query: (text, values) => db.query(text, values),
    run: (statement) => db.run(statement),
    transaction: (work, options) => db.transaction((tx) => work(observed(tx)), options),
  };
}

/** A database on which a step over more events than this takes too long. */
export const slowDatabase = (db: Database, eventsMax: number): Database =>
  observedDatabase(db, ({ name, values: [, from, limit] = [] }) => {
    const isStep = name?.startsWith("advance_") === true;
    if (isStep && Number(limit) - Number(from) > eventsMax)
      throw Object.assign(new CrashError("canceling statement due to statement timeout"), { code: "57014" });
  });

/** A door that can be closed and opened. */
export class Gate {
  #open: (() => void) | null = null;
  #passed: Promise<void> = Promise.resolve();

  close(): void {
    this.#passed = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open?.();
    this.#open = null;
  }

  pass(): Promise<void> {
    return this.#passed;
  }
}
