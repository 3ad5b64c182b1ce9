/** Time, as the process that hosts the projections has it. */
export interface Scheduler {
  /** Calls `work` once after a while; the returned function calls it off. Must not keep a process alive. */
  after(ms: number, work: () => void): () => void;
}

/** Waits for a while. */
export const pause = (scheduler: Scheduler, ms: number): Promise<void> =>
  new Promise((resolve) => void scheduler.after(ms, resolve));
