import type { PlayerRole } from "#service/features/players/sessions.ts";
import type { AnswerHeaders } from "./answer.ts";

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
    /** What the answer's headers will be, as far as they are known. */
    answerHeaders: AnswerHeaders;
    /** Whether the answer was made with them. */
    hasAnswerHeaders: boolean | undefined;
  };
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
}
