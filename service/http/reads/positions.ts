/** Sessions whose newest writes are remembered; reads of forgotten ones do not wait. */
const SESSIONS_MAX = 20_000;
/** How long a session reads from the primary after a write beside the log, in milliseconds: then replicas have it. */
const BESIDE_MS = 6_000;

/** Each session's last write, so that its reads wait until they show it. */
export class Positions {
  readonly #bySession = new Map<string, number>();
  readonly #besideAt = new Map<string, number>();

  /** Remembers a write of a session. */
  wrote(session: string, position: number): void {
    remember(this.#bySession, session, Math.max(this.of(session), position));
  }

  /** The newest position a session wrote, 0 for none known. */
  of(session: string): number {
    return this.#bySession.get(session) ?? 0;
  }

  /** Remembers that a session may have written beside the log, where no position tells of it. */
  wroteBeside(session: string, at: number): void {
    remember(this.#besideAt, session, at);
  }

  /** Whether a session may just have written beside the log. */
  justWroteBeside(session: string, at: number): boolean {
    const wroteAt = this.#besideAt.get(session);
    return wroteAt !== undefined && at - wroteAt <= BESIDE_MS;
  }
}

function remember(map: Map<string, number>, session: string, value: number): void {
  map.delete(session);
  map.set(session, value);
  if (map.size <= SESSIONS_MAX) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
