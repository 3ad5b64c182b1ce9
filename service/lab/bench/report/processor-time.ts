import { readFile } from "node:fs/promises";
import type { OpenDatabase } from "#service/db/database.ts";
import type { Measures } from "#service/lab/bench/bench.ts";

/** The kernel's unit of process times (USER_HZ of Linux), in microseconds. */
const TICK_US = 10_000;
/** Indexes of user and system time in `/proc/<pid>/stat` after the name (proc(5): fields 14 and 15). */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

const APPENDS = / append$/;

/** Microseconds of processor time by consumer, from any starting point. */
type Times = Readonly<Record<string, number>>;

/** The time of a process of this machine; 0 without one, as with a remote server. */
async function timeOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[USER_TIME] ?? 0) + Number(fields[SYSTEM_TIME] ?? 0)) * TICK_US;
}

/** Measures processor time, which other load hardly affects. The database counts only if it runs on this machine. */
export class ProcessorTime {
  readonly #db: OpenDatabase | null;
  #began: Times = {};
  #took: Times = {};

  /** @param db whose server's processes count; null for none */
  constructor(db: OpenDatabase | null) {
    this.#db = db;
  }

  async begin(): Promise<void> {
    this.#began = await this.#times();
  }

  async end(): Promise<void> {
    const ended = await this.#times();
    this.#took = Object.fromEntries(
      Object.entries(ended).map(([who, time]) => [who, time - (this.#began[who] ?? 0)]),
    );
  }

  /** @returns microseconds per piece of work: of this process, the appending backend, and the others */
  each(count: number): Measures {
    return Object.fromEntries(Object.entries(this.#took).map(([who, time]) => [who, time / count]));
  }

  async #times(): Promise<Times> {
    const backends =
      (await this.#db?.query<{ pid: number; name: string }>(
        "select pid, application_name as name from pg_stat_activity where datname = current_database()",
      )) ?? [];
    const times = { cpu: 0, cpuAppend: 0, cpuReads: 0 };
    for (const { pid, name } of backends)
      times[APPENDS.test(name) ? "cpuAppend" : "cpuReads"] += await timeOf(pid);
    const { user, system } = process.cpuUsage();
    times.cpu = user + system;
    return this.#db === null ? { cpu: times.cpu } : times;
  }
}
