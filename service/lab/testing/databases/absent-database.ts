import type { AppendSession } from "#service/db/append-session.ts";
import type { OpenDatabase } from "#service/db/database.ts";

const gone = (): Error => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/**
 * A database that is unreachable while a test says so: every query fails, and every session is lost.
 * @example const absent = new AbsentDatabase(); createSite(engine, { throughDatabase: absent.through });
 */
export class AbsentDatabase {
  isAway = false;

  /** The database for a service. */
  readonly through = (db: OpenDatabase): OpenDatabase => ({
    engine: db.engine,
    run: (statement) => this.#unlessAway(() => db.run(statement)),
    query: (text, values) => this.#unlessAway(() => db.query(text, values)),
    transaction: (work, options) => this.#unlessAway(() => db.transaction(work, options)),
    listen: (channel, onPayload) => this.#unlessAway(() => db.listen(channel, onPayload)),
    openAppendSession: (options) =>
      this.#unlessAway(async () => this.#session(await db.openAppendSession(options))),
    close: () => db.close(),
  });

  #session(session: AppendSession): AppendSession {
    return {
      depth: session.depth,
      get isAlive() {
        return session.isAlive;
      },
      send: (statement) => this.#unlessAway(() => session.send(statement)),
      turn: (opening, work) => this.#unlessAway(() => session.turn(opening, work)),
      onLost: (callback) => session.onLost(callback),
      close: () => session.close(),
    };
  }

  #unlessAway<T>(work: () => Promise<T>): Promise<T> {
    return this.isAway ? Promise.reject(gone()) : work();
  }
}
