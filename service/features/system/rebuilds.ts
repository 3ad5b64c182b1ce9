import type { Rebuilt } from "#domain/features/system/contract.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { asError } from "#service/db/errors.ts";
import type { Deps } from "#service/http/deps.ts";

/** The admin and the read model to rebuild. */
interface Asked {
  readonly name: string;
  readonly by: string;
}

/** Rebuilds requested by admins: one at a time in a process, with the newest outcome for each read model. */
export class Rebuilds {
  readonly #deps: Pick<Deps, "reads" | "now" | "log">;
  readonly #last = new Map<string, Rebuilt>();
  #running: string | null = null;

  constructor(deps: Pick<Deps, "reads" | "now" | "log">) {
    this.#deps = deps;
  }

  /** The read model being rebuilt by this process; null for none. */
  get running(): string | null {
    return this.#running;
  }

  /** The outcome of a read model's newest rebuild in this process; null for none. */
  last(name: string): Rebuilt | null {
    return this.#last.get(name) ?? null;
  }

  /** Takes the only slot. @returns whether it was free; its holder calls `start` or `leave` */
  take(name: string): boolean {
    if (this.#running !== null) return false;
    this.#running = name;
    return true;
  }

  leave(): void {
    this.#running = null;
  }

  /** Begins the rebuild; `last` shows its outcome. */
  start(asked: Asked): void {
    const startedAt = this.#deps.now();
    void this.#rebuild(asked, startedAt).then((rebuilt) => {
      this.#last.set(asked.name, rebuilt);
      this.leave();
    });
  }

  async #rebuild({ name, by }: Asked, startedAt: number): Promise<Rebuilt> {
    const { reads, now, log } = this.#deps;
    const times = () => ({ startedAt: instantOf(startedAt), finishedAt: instantOf(now()), by });
    try {
      const [comparison] = await reads.rebuild([name]);
      const { position = null, rows = null, live = null, rebuilt = null } = comparison ?? {};
      return {
        ...times(),
        outcome: live === null || live === rebuilt ? "same" : "different",
        ...{ position, rows, live, rebuilt },
      };
    } catch (error) {
      log.warn({ name, error: asError(error).message }, "a rebuild failed");
      return { ...times(), outcome: "failed", position: null, rows: null, live: null, rebuilt: null };
    }
  }
}
