import type { Row, Statement } from "#projections/kernel/sql.ts";
import type { AppendSession, AppendSessionOptions, TurnWork } from "#service/db/append-session.ts";
import type { OpenDatabase } from "#service/db/database.ts";

/** A fault of one piece of work. */
export interface Fault {
  /** Whether the work is done nevertheless, and only its outcome is lost. */
  readonly isDone: boolean;
  /** Whether the connection is lost with it. */
  readonly losesConnection: boolean;
  readonly error: Error;
}

/** The faults of a database, decided before each piece of work. */
export interface FaultPlan {
  /** @returns its fault, or null for none */
  next(work: "append" | "turn" | "query" | "transaction"): Fault | null;
  /** Called in a turn with something to append, after it has followed and decided. */
  inTurn(): void;
}

/** An error as the driver throws it for a SQLSTATE. */
export const databaseError = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });

/** Wraps a database and adds the faults of a plan. */
export function faultyDatabase(db: OpenDatabase, plan: FaultPlan): OpenDatabase {
  return {
    engine: db.engine,
    query: (text, values) => spoilt(plan.next("query"), () => db.query(text, values)),
    run: (statement) => spoilt(plan.next("query"), () => db.run(statement)),
    transaction: (work, options) => spoilt(plan.next("transaction"), () => db.transaction(work, options)),
    listen: (channel, onPayload) => db.listen(channel, onPayload),
    openAppendSession: async (options: AppendSessionOptions) =>
      new FaultySession(await db.openAppendSession(options), plan),
    close: () => db.close(),
  };
}

async function spoilt<T>(fault: Fault | null, work: () => Promise<T>): Promise<T> {
  if (fault === null) return work();
  if (fault.isDone) await work();
  throw fault.error;
}

class FaultySession implements AppendSession {
  readonly depth: number;
  readonly #session: AppendSession;
  readonly #plan: FaultPlan;
  readonly #onLost: ((error: Error) => void)[] = [];
  #lostWith: Error | null = null;

  constructor(session: AppendSession, plan: FaultPlan) {
    this.#session = session;
    this.#plan = plan;
    this.depth = session.depth;
  }

  get isAlive(): boolean {
    return this.#lostWith === null && this.#session.isAlive;
  }

  send<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    return this.#spoilt("append", () => this.#session.send<R>(statement));
  }

  turn<R extends Row = Row>(opening: readonly Statement[], work: TurnWork): Promise<readonly R[] | null> {
    const slow: TurnWork = async (results, tx) => {
      const last = await work(results, tx);
      if (last !== null) this.#plan.inTurn();
      return last;
    };
    return this.#spoilt("turn", () => this.#session.turn<R>(opening, slow));
  }

  onLost(callback: (error: Error) => void): void {
    if (this.#lostWith === null) {
      this.#onLost.push(callback);
      this.#session.onLost(callback);
    } else callback(this.#lostWith);
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  async #spoilt<T>(kind: "append" | "turn", work: () => Promise<T>): Promise<T> {
    if (this.#lostWith !== null) throw this.#lostWith;
    const fault = this.#plan.next(kind);
    // From here on everything on this connection fails; statements sent before still arrive.
    if (fault?.losesConnection) this.#lostWith = fault.error;
    try {
      return await spoilt(fault, work);
    } finally {
      if (fault?.losesConnection) for (const callback of this.#onLost.splice(0)) callback(fault.error);
    }
  }
}
