import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Tally } from "./acknowledged.ts";
import type { Databases } from "./databases.ts";
import { withDb } from "./play/with-writer.ts";
import { audit } from "./report/audit.ts";

/** Durations of runs, and the number of rounds. */
export interface Spans {
  readonly rounds: number;
  /** Duration of load before and during the measurement, in milliseconds. */
  readonly warmMs: number;
  readonly measureMs: number;
  /** Bets before memory is first measured; the second time is after as many again. */
  readonly memoryBets: number;
  /** Entries of a long history, a fifth of them one player's. */
  readonly historyEntries: number;
  /** The folder of long logs, for their rows; null without. */
  readonly longFolder: string | null;
}

/** The measurements of one run of a subject, by name. */
export type Measures = Readonly<Record<string, number>>;

/** The number of callers at which something is fastest, by its name. */
export type Best = readonly (readonly [string, number])[];

/** A subject of measurements, run once in every round. */
export interface Subject {
  readonly id: string;
  run(bench: Bench): Promise<Measures>;
}

/** Pause before each run for the machine to come to rest, in milliseconds. */
const REST_MS = 200;

/** The context of every subject: databases, durations, and notes for the report. */
export class Bench {
  readonly databases: Databases;
  readonly spans: Spans;
  /** A folder for what a run writes beside the database. */
  readonly folder: string;
  readonly notes: string[] = [];
  readonly #best: Map<string, number>;

  /** @param options.best findings of an earlier process */
  constructor(options: {
    readonly databases: Databases;
    readonly spans: Spans;
    readonly folder: string;
    readonly best?: Best;
  }) {
    this.databases = options.databases;
    this.spans = options.spans;
    this.folder = options.folder;
    this.#best = new Map(options.best);
  }

  /** The findings so far. */
  get found(): Best {
    return [...this.#best];
  }

  /** Adopts findings of another process. */
  remember(best: Best): void {
    for (const [what, callers] of best) this.#best.set(what, callers);
  }

  /** Prints progress. Never on standard output, which may carry a document. */
  say(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Prints trouble that a writer or a projector recovers from by itself. */
  readonly onTrouble = (what: string, error: Error): void => this.say(`  ${what}: ${error.message}`);

  /** Adds a note to the report, once. */
  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }

  /** Runs with a database of its own, which is removed afterwards. */
  async onDatabase<T>(options: { readonly filled: boolean }, run: (url: string) => Promise<T>): Promise<T> {
    const url = await this.databases.make(options);
    try {
      await rest();
      return await run(url);
    } finally {
      await this.databases.drop(url);
    }
  }

  /** Audits the database after a run. @throws AuditError */
  async audit(url: string, kind: "log" | "baseline", told: Tally): Promise<void> {
    await withDb(this.databases.asAuditor(url), (db) => audit(db, kind, told));
  }

  /** Tries each of several numbers of callers once, and keeps the fastest. */
  async best(
    what: string,
    candidates: readonly number[],
    measuredAt: (callers: number) => Promise<Measures>,
  ): Promise<number> {
    const known = this.#best.get(what);
    if (known !== undefined) return known;
    let best = { callers: 1, rate: 0 };
    const tried: string[] = [];
    for (const callers of candidates) {
      const { rate = 0 } = await measuredAt(callers);
      tried.push(`${callers}: ${Math.round(rate)}/s`);
      if (rate > best.rate) best = { callers, rate };
    }
    this.#best.set(what, best.callers);
    const text = `${what} at its best with ${best.callers} at once (${tried.join(", ")})`;
    this.note(text);
    this.say(`  ${text}`);
    return best.callers;
  }
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Heap in use after garbage collection, in megabytes. */
export function heapMb(): number {
  collect();
  return Math.round(process.memoryUsage().heapUsed / 1_048_576);
}

/** Collects garbage of earlier runs, so that no later run pays for it. */
async function rest(): Promise<void> {
  collect();
  await sleep(REST_MS);
}
