import type { Row, Sql, SqlValue, Statement } from "#projections/kernel/sql.ts";
import type { AppendSession, AppendSessionOptions, TurnWork } from "#service/db/append-session.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { ANNOUNCE } from "#service/event-store/head-announcer.ts";
import type { ProcessDatabase, Stage } from "#service/lab/testing/simulation/stage.ts";
import { type Fault, type FaultKind, isAppend, sqlStateOf } from "./faults.ts";
import { SqlError } from "./simulated-log.ts";
import { connectionLost, sleep } from "./simulated-server.ts";

/** Longest delay of a simulation on a real clock. */
const SLOW_MAX_MS = 40;
const ARRIVES_PERCENT = 50;

const forever = (): Promise<never> => new Promise(() => {});
const slow = ({ ms }: Fault): Promise<void> => sleep(Math.min(ms, SLOW_MAX_MS));

/** The part of a stage that affects a database. */
type Fate = Pick<Stage, "dice" | "faults" | "crash" | "kill">;

/** A real database for one process, which can die, and lose its connections and replies. */
export class MortalDatabase implements ProcessDatabase {
  readonly engine: "postgres" | "pglite";
  readonly #db: OpenDatabase;
  readonly #stage: Fate;
  readonly #process: number;
  readonly #sessions = new Set<MortalSession>();
  #isDead = false;

  constructor(db: OpenDatabase, stage: Fate, process: number) {
    this.#db = db;
    this.engine = db.engine;
    this.#stage = stage;
    this.#process = process;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get openSessions(): number {
    return [...this.#sessions].filter(({ isAlive }) => isAlive).length;
  }

  die(): void {
    this.#isDead = true;
    for (const session of this.#sessions) session.lose();
  }

  /** Applies the next exchange's fault, and returns the rest of it. */
  async meet(appends: boolean): Promise<Fault | null> {
    const fault = this.#stage.faults.next(this.#process);
    if (fault === null) return null;
    const state = sqlStateOf(fault.kind, appends);
    if (state !== null) throw new SqlError(state, "This is what the program wants");
    if (fault.kind === "slow") await slow(fault);
    if (fault.kind === "crash") this.#stage.crash(this.#process);
    if (fault.kind === "killed" || fault.kind === "away") this.#stage.kill?.(fault.kind);
    return fault;
  }

  /** An answer, unless the process is dead. */
  heard<T>(answer: Promise<T>): Promise<T> {
    return answer.then(
      (value) => (this.#isDead ? forever() : value),
      (error: unknown) => (this.#isDead ? forever() : Promise.reject(error)),
    );
  }

  run<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    return this.heard(this.#run<R>(statement));
  }

  async #run<R extends Row>(statement: Statement): Promise<readonly R[]> {
    const fault = statement.name === ANNOUNCE.name ? null : await this.meet(false);
    if (fault !== null && isLostBefore(fault.kind)) throw connectionLost();
    const rows = await this.#db.run<R>(statement);
    if (fault?.kind === "slow reply") await slow(fault);
    if (fault !== null && isLostAfter(fault.kind)) throw connectionLost();
    return rows;
  }

  query<R extends Row = Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly R[]> {
    return this.run({ text, values });
  }

  transaction(): Promise<never> {
    return Promise.reject(new Error("The writer has no transactions but its turns"));
  }

  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const listening = this.#db.listen(channel, (payload) => {
      if (!this.#isDead) onPayload(payload);
    });
    return this.heard(listening);
  }

  openAppendSession(options: AppendSessionOptions): Promise<AppendSession> {
    return this.heard(this.#openSession(options));
  }

  async #openSession(options: AppendSessionOptions): Promise<AppendSession> {
    const session = new MortalSession(await this.#db.openAppendSession(options), {
      owner: this,
      arrives: () => this.#stage.dice.percent(ARRIVES_PERCENT),
    });
    this.#sessions.add(session);
    if (this.#isDead) session.lose();
    return session;
  }

  async close(): Promise<void> {}
}

const isLostBefore = (kind: FaultKind): boolean => kind === "lost before" || kind === "away";
const isLostAfter = (kind: FaultKind): boolean =>
  kind === "lost after" || kind === "silent" || kind === "killed";

interface Surroundings {
  readonly owner: MortalDatabase;
  /** Whether a message in transit arrives after the connection was lost. */
  arrives(): boolean;
}

/** A real session that can be lost on one side alone: the server carries on with what it received. */
class MortalSession implements AppendSession {
  readonly depth: number;
  readonly #session: AppendSession;
  readonly #owner: MortalDatabase;
  readonly #arrives: () => boolean;
  readonly #waiting = new Set<(error: Error) => void>();
  /** Statements inside a turn: they fail with the connection, so that the server rolls the turn back. */
  readonly #inTurn = new Set<(error: Error) => void>();
  /** The server's pending work. */
  readonly #underWay = new Set<Promise<unknown>>();
  #lostWith: Error | null = null;
  #onLost: ((error: Error) => void)[] = [];
  #line: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(session: AppendSession, { owner, arrives }: Surroundings) {
    this.#session = session;
    this.#owner = owner;
    this.#arrives = arrives;
    this.depth = session.depth;
    session.onLost(() => this.lose());
  }

  get isAlive(): boolean {
    return this.#lostWith === null && !this.#isClosed;
  }

  send<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    return this.#unlessLost(this.#send<R>(statement));
  }

  async #send<R extends Row>(statement: Statement): Promise<readonly R[]> {
    const before = this.#line;
    const meeting = before.then(() => this.#meetSend(statement));
    // Statements arrive in sending order, whatever fault one of them meets.
    this.#line = meeting.then(
      () => {},
      () => {},
    );
    const { fault, answer } = await meeting;
    const rows = (await answer) as readonly R[];
    if (fault?.kind === "slow reply") await slow(fault);
    if (fault !== null && isLostAfter(fault.kind)) this.lose();
    return rows;
  }

  async #meetSend(
    statement: Statement,
  ): Promise<{ readonly fault: Fault | null; readonly answer: Promise<readonly Row[]> }> {
    const fault = await this.#owner.meet(isAppend(statement));
    if (fault !== null && isLostBefore(fault.kind)) this.lose();
    if (fault?.kind === "orphaned") {
      this.lose();
      await slow(fault);
    } else if (this.#lostWith !== null && !this.#arrives()) throw connectionLost();
    return { fault, answer: this.#carry(this.#session.send(statement)) };
  }

  turn<R extends Row = Row>(opening: readonly Statement[], work: TurnWork): Promise<readonly R[] | null> {
    let working: Promise<unknown> = Promise.resolve();
    const watched: TurnWork = (results, tx) => {
      const run: Sql["run"] = (statement) => this.#unlessCut(tx.run(statement));
      const done = work(results, { run, query: (text, values = []) => run({ text, values }) });
      working = done.catch(() => {});
      return done;
    };
    return this.#unlessLost(this.#turn<R>(opening, watched), () => working);
  }

  async #turn<R extends Row>(opening: readonly Statement[], work: TurnWork): Promise<readonly R[] | null> {
    const fault = await this.#owner.meet(false);
    if (fault !== null && isLostBefore(fault.kind)) this.lose();
    if (this.#lostWith !== null) throw connectionLost();
    const rows = await this.#carry(
      this.#session.turn<R>(opening, async (results, tx) => {
        if (this.#lostWith !== null) throw connectionLost();
        const last = await work(results, tx);
        const commit = await this.#owner.meet(isAppend(last));
        if (commit !== null && isLostBefore(commit.kind)) this.lose();
        // The caller sees a lost connection while the server goes on to commit.
        if (commit?.kind === "orphaned" || commit?.kind === "lost after") {
          this.lose();
          return last;
        }
        if (this.#lostWith !== null && !this.#arrives()) throw connectionLost();
        return last;
      }),
    );
    if (fault !== null && isLostAfter(fault.kind)) this.lose();
    return rows;
  }

  onLost(callback: (error: Error) => void): void {
    if (this.#lostWith !== null) callback(this.#lostWith);
    else this.#onLost.push(callback);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#lostWith === null) await this.#end();
  }

  /** The connection is lost from the process's point of view. */
  lose(): void {
    if (this.#lostWith !== null) return;
    const error = connectionLost();
    this.#lostWith = error;
    const callbacks = this.#onLost;
    this.#onLost = [];
    void this.#end();
    for (const reject of [...this.#inTurn]) reject(error);
    if (this.#owner.isDead) return;
    for (const reject of [...this.#waiting]) reject(error);
    if (!this.#isClosed) for (const callback of callbacks) callback(error);
  }

  async #end(): Promise<void> {
    // A delayed message of an orphan still needs the connection.
    await sleep(2 * SLOW_MAX_MS * Number(this.#lostWith !== null));
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay]);
    await this.#session.close();
  }

  #carry<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return done;
  }

  /** The result of a statement inside a turn, or its connection's loss: this also ends a dead process's turn. */
  #unlessCut<T>(answer: Promise<T>): Promise<T> {
    if (this.#lostWith !== null) {
      answer.catch(() => {});
      return Promise.reject(this.#lostWith);
    }
    return new Promise<T>((resolve, reject) => {
      this.#inTurn.add(reject);
      answer.then(resolve, reject).finally(() => this.#inTurn.delete(reject));
    });
  }

  /** The result of a turn, or its connection's loss, which is reported only after the work of the turn has ended. */
  #unlessLost<T>(answer: Promise<T>, working = (): Promise<unknown> => Promise.resolve()): Promise<T> {
    if (this.#lostWith !== null) {
      answer.catch(() => {});
      return this.#owner.heard(Promise.reject(this.#lostWith));
    }
    return this.#owner.heard(
      new Promise<T>((resolve, reject) => {
        const lose = (error: Error): void => void working().then(() => reject(error));
        this.#waiting.add(lose);
        answer.then(
          (value) => {
            this.#waiting.delete(lose);
            resolve(value);
          },
          (error: unknown) => {
            this.#waiting.delete(lose);
            reject(error as Error);
          },
        );
      }),
    );
  }
}
