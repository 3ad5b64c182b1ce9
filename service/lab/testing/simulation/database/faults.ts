import type { Statement } from "#projections/kernel/sql.ts";

/** A fault of one exchange between a process and the database. */
export const FAULT_KINDS = [
  /** The connection is cut before the statement arrives. */
  "lost before",
  /** It is cut after the commit; the reply is lost. */
  "lost after",
  /** It is cut while the statement is in transit, which is carried out later. */
  "orphaned",
  /** The server process is ended in the middle of the statement. */
  "killed",
  /** No reply ever comes, whether or not the statement was carried out. */
  "silent",
  /** The statement is delayed. */
  "slow",
  /** The reply is delayed. */
  "slow reply",
  /** The process dies; its last messages may arrive. */
  "crash",
  /** The database restarts and is away for a while. */
  "away",
  /**
   * The statement is refused with an SQLSTATE and rolled back: a unique key, disk full, cancelled, connection failure,
   * deadlock.
   */
  "23505",
  "53100",
  "57014",
  "08006",
  "40P01",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly process: number;
  /** The number of the affected exchange of the process, counted from the moment faults begin. */
  readonly at: number;
  readonly kind: FaultKind;
  /** Duration of a delay. */
  readonly ms: number;
}

/** The faults of a run, each of which happens once. */
export class FaultPlan {
  readonly #faults: readonly Fault[];
  readonly #exchanges = new Map<number, number>();
  #isOn = false;
  /** How many of them have happened. */
  met = 0;

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
  }

  /** Switches faults on, or finally off. */
  set isOn(isOn: boolean) {
    this.#isOn = isOn;
  }

  /** The fault of a process's next exchange, if any. */
  next(process: number): Fault | null {
    if (!this.#isOn) return null;
    const exchange = this.#exchanges.get(process) ?? 0;
    this.#exchanges.set(process, exchange + 1);
    const fault = this.#faults.find(({ at, process: whose }) => at === exchange && whose === process);
    if (fault === undefined) return null;
    this.met += 1;
    return fault;
  }
}

/** Whether a statement appends to the log, with or without a deadline. */
export const isAppend = (statement: Statement | null | undefined): boolean =>
  statement?.name?.startsWith("append") === true;

/** The SQLSTATE of a refusal; only appends can break a constraint. */
export function sqlStateOf(kind: FaultKind, appends: boolean): string | null {
  if (!/^[0-9]/.test(kind)) return null;
  return kind.startsWith("23") && !appends ? "40001" : kind;
}
