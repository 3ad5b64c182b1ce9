import type { OpenDatabase } from "#service/db/database.ts";
import { classify } from "#service/db/errors.ts";
import type { TestEngine } from "#service/lab/testing/engines.ts";
import { FaultPlan } from "./database/faults.ts";
import { MortalDatabase } from "./database/mortal-database.ts";
import { readLog, type StoredLog } from "./database/stored-log.ts";
import { Dice } from "./dice.ts";
import type { History } from "./history.ts";
import type { Program } from "./program.ts";
import { play } from "./run.ts";
import type { Stage } from "./stage.ts";

/** Server processes end a moment after the request, at any point of their work. */
const KILL_WITHIN_MS = 5;
/** Far more retries than connections that could end during one look at the log. */
const READS_MAX = 20;

/** Plays a program on a real database. On PGlite, which has one user, it is played by one process. */
export async function playOn(engine: TestEngine, db: OpenDatabase, program: Program): Promise<History> {
  const stage = new RealStage(engine, db, program);
  try {
    return await play(engine.name === "pglite" ? { ...program, processes: 1 } : program, stage);
  } finally {
    await stage.close();
  }
}

class RealStage implements Stage {
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly pace = { aftermath: 100, orphans: 150, askAgain: 30 };
  crash: (process: number) => void = () => {};
  readonly kill: Stage["kill"];
  readonly #engine: TestEngine;
  readonly #db: OpenDatabase;
  readonly #handles = new Map<number, OpenDatabase>();

  constructor(engine: TestEngine, db: OpenDatabase, { seed, faults }: Program) {
    this.dice = new Dice(seed);
    this.faults = new FaultPlan(faults);
    this.#engine = engine;
    this.#db = db;
    this.kill = engine.name === "postgres" ? (what) => this.#kill(what) : null;
  }

  /** Each process has connections of its own, which its successors take over. */
  async open(process: number): Promise<MortalDatabase> {
    const handle = this.#handles.get(process) ?? (await this.#engine.another(this.#db)) ?? this.#db;
    this.#handles.set(process, handle);
    return new MortalDatabase(handle, this, process);
  }

  position(): null {
    return null;
  }

  /** Retries reads while connections are being ended. */
  async log(): Promise<StoredLog> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await readLog(this.#db);
      } catch (error) {
        if (classify(error) !== "retry" || tried === READS_MAX) throw error;
      }
    }
  }

  async close(): Promise<void> {
    for (const handle of this.#handles.values()) if (handle !== this.#db) await handle.close();
  }

  #kill(what: "killed" | "away"): void {
    const whose = what === "away" ? "" : "and application_name like '% append'";
    setTimeout(() => {
      const done = this.#db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() ${whose}`,
      );
      // Another such query may end its own connection.
      done.catch(() => {});
    }, this.dice.below(KILL_WITHIN_MS));
  }
}
