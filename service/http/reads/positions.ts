/** How many sessions' newest writes are remembered; older ones are read as they are. */
const SESSIONS_MAX = 20_000;

/** The position of each session's newest write, so that its reads wait until they show it. */
export class Positions {
  readonly #bySession = new Map<string, number>();

  /** Remembers a write of a session. */
  wrote(session: string, position: number): void {
    const known = this.#bySession.get(session) ?? 0;
    this.#bySession.delete(session);
    this.#bySession.set(session, Math.max(known, position));
    if (this.#bySession.size <= SESSIONS_MAX) return;
    for (const oldest of this.#bySession.keys()) {
      this.#bySession.delete(oldest);
      return;
    }
  }

  /** The newest position a session wrote, 0 when none is known. */
  of(session: string): number {
    return this.#bySession.get(session) ?? 0;
  }
}
