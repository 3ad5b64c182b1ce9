import type { Row, Sql, Statement } from "#projections/kernel/sql.ts";

/** Time limits of the writer's connection, so that a hung process cannot block its rivals. Not on PGlite. */
export interface AppendSessionOptions {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly idleInTransactionTimeoutMs: number;
}

/**
 * The work of a turn between its opening statements and its commit: it receives their rows, one list each, and returns
 * the last statement, or null for none. Only `tx` may be used inside.
 */
export type TurnWork = (results: readonly (readonly Row[])[], tx: Sql) => Promise<Statement | null>;

/** The writer's own connection for appends, so that nothing can come between its statements. */
export interface AppendSession {
  /** How many statements may usefully be in flight: 2 on PostgreSQL, which queues the second; 1 on PGlite. */
  readonly depth: number;
  /** False once the connection is lost or closed. A session never reconnects: open another. */
  readonly isAlive: boolean;
  /**
   * Runs one statement as a transaction of its own and returns its rows after the commit. Statements sent without
   * waiting run and answer in the order of sending; a failing one does not affect the others. Throws the database's
   * error, a connection error whose outcome is unknown, or an error when a turn is under way.
   */
  send<R extends Row = Row>(statement: Statement): Promise<readonly R[]>;
  /**
   * One read committed transaction. The opening statements are sent with BEGIN, the statement that `work` returns with
   * COMMIT, so a turn on PostgreSQL waits for the network twice. Returns the rows of the last statement after the
   * commit, or null without one. Throws, with everything rolled back, when any part fails, but never before `work` has
   * ended, so that the caller can undo its changes.
   */
  turn<R extends Row = Row>(opening: readonly Statement[], work: TurnWork): Promise<readonly R[] | null>;
  /** Calls `callback` once when the connection is lost; at once if it is lost already. `close` does not call it. */
  onLost(callback: (error: Error) => void): void;
  /** Ends the session. Statements in flight are answered first, within a bounded time. Safe to call twice. */
  close(): Promise<void>;
}

/** The transaction ended, but not with a commit: the server answered COMMIT with another tag. */
export class NotCommittedError extends Error {
  constructor(tag: string) {
    super(`The transaction was not committed: the server answered COMMIT with ${tag}`);
    this.name = "NotCommittedError";
  }
}

/** A session was used in a way that would put a statement inside another caller's transaction. */
export class SessionBusyError extends Error {
  constructor() {
    super("The append session is in a turn: nothing else may be sent on it until the turn has ended");
    this.name = "SessionBusyError";
  }
}
