import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";

/**
 * Requests under one idempotency key that run at the same time in this process. The first one uses up what proves them,
 * so all get its answer.
 */
export class RunningRequests {
  readonly #running = new Map<string, Promise<unknown>>();

  /** Does some work, or waits for the same request that does it already. */
  share<A>({ keyed, commandId, requestHash }: CommandOrigin, work: () => Promise<A>): Promise<A> {
    if (!keyed) return work();
    const name = `${commandId} ${Buffer.from(requestHash).toString("hex")}`;
    const running = this.#running.get(name);
    if (running !== undefined) return running as Promise<A>;
    const begun = work().finally(() => this.#running.delete(name));
    this.#running.set(name, begun);
    return begun;
  }
}
