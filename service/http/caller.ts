import type { PlayerRole } from "#service/features/players/sessions.ts";

/** Who makes a request. */
export interface Caller {
  readonly playerId: string;
  /** Hash of the session token; names the session in memory. */
  readonly session: string;
  readonly roles: readonly PlayerRole[];
}

/** What the app keeps of a request while it is answered. */
export interface Env {
  Variables: {
    requestId: string;
    /** `undefined` until asked for, null when nobody is signed in. */
    caller: Caller | null | undefined;
  };
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
}
