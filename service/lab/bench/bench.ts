import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Tally } from "./acknowledged.ts";
import type { Databases } from "./databases.ts";
import { withDb } from "./play/with-writer.ts";
import { audit } from "./report/audit.ts";

/** How long a run takes, and how often everything is run. */
export interface Spans {
  readonly rounds: number;
  /** Load before the measuring begins, and while it goes on, in milliseconds. */
  readonly warmMs: number;
  readonly measureMs: number;
  /** Bets after which memory is measured the first time; the second time is after as many again. */
  readonly memoryBets: number;
  /** How many entries a long history has, a fifth of them one player's. */
  readonly historyEntries: number;
  /** The folder of long logs, for the rows about them; null without. */
  readonly longFolder: string | null;
}

/** The measurements of one run of a subject, by name. */
export type Measures = Readonly<Record<string, number>>;

/** At how many callers something is fastest, by what it is. */
export type Best = readonly (readonly [string, number])[];

/** Something that is measured, once in every round. */
export interface Subject {
  readonly id: string;
  run(bench: Bench): Promise<Measures>;
}

/** Before a run begins the machine may come to rest, in milliseconds. */
const REST_MS = 200;

/** The context of every subject: databases, times, and a place for remarks. */
export class Bench {
  readonly databases: Databases;
  readonly spans: Spans;
  /** A folder for what a run writes beside the database. */
  readonly folder: string;
  readonly notes: string[] = [];
  readonly #best: Map<string, number>;

  /** @param options.best what was found out by trying, in a process before this */
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

  /** Takes over what another process has found out by trying. */
  remember(best: Best): void {
    for (const [what, callers] of best) this.#best.set(what, callers);
  }

  /** Tells the person who waits something. Never on standard output, which may carry a document. */
  say(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Tells of trouble that a writer or a projector gets over by itself. */
  readonly onTrouble = (what: string, error: Error): void => this.say(`  ${what}: ${error.message}`);

  /** Keeps a remark for the report, once. */
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

  /** Judges what a run left in its database. @throws AuditError */
  async audit(url: string, kind: "log" | "baseline", told: Tally): Promise<void> {
    await withDb(this.databases.asAuditor(url), (db) => audit(db, kind, told));
  }

  /** Tries each of some numbers of callers once, and keeps the one that is fastest. */
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

/** Collects garbage that earlier runs left, so that nobody pays for it who did not make it. */
async function rest(): Promise<void> {
  collect();
  await sleep(REST_MS);
}
