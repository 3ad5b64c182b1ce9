import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { asError } from "#service/db/errors.ts";
import type { LiveHub } from "#service/features/live/live-hub.ts";
import type { Sessions } from "./sessions.ts";

/** Interval of checks of open streams' sessions, in milliseconds: no stream outlives its session longer. */
export const SESSIONS_CHECKED_EVERY_MS = 2_000;

export interface SessionGuardOptions {
  readonly live: LiveHub;
  readonly sessions: Pick<Sessions, "over">;
  readonly scheduler: Scheduler;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** Ends live streams whose session has ended. While the database is away they stay open, without messages. */
export class SessionGuard {
  readonly #options: SessionGuardOptions;
  #cancel: () => void = () => undefined;
  #checking: Promise<void> | null = null;

  constructor(options: SessionGuardOptions) {
    this.#options = options;
  }

  start(): void {
    this.#cancel = this.#options.scheduler.after(SESSIONS_CHECKED_EVERY_MS, () => {
      this.#checking ??= this.#check().finally(() => {
        this.#checking = null;
      });
      this.start();
    });
  }

  /** Stops, after a running check. */
  async stop(): Promise<void> {
    this.#cancel();
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { live, sessions, onTrouble } = this.#options;
    const open = live.sessions;
    if (open.size === 0) return;
    try {
      live.endSessions(await sessions.over([...open]));
    } catch (error) {
      onTrouble("the sessions of live streams could not be checked", asError(error));
    }
  }
}
