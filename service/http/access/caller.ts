import type { ServerResponse } from "node:http";
import type { AnswerHeaders } from "#service/http/answer.ts";

/** Who makes a request. */
export interface Caller {
  readonly playerId: string;
  /** Hash of the session token; names the session in memory. */
  readonly session: string;
  /** Whether the settings name them as an admin. */
  readonly isListed: boolean;
}

/** Finds out who makes a request, by its `Cookie` header. Null stands for nobody. */
export interface Callers {
  /** The cookie that says who it is. */
  readonly cookieName: string;
  /** Who it is as far as that is known without asking the database; undefined when it has to be asked. */
  known(cookies: string | undefined): Caller | null | undefined;
  /** The caller when this process last looked: the session may have ended since. */
  remembered(cookies: string | undefined): Caller | null;
  find(cookies: string | undefined): Promise<Caller | null>;
  /** When they last signed in because we asked for it, in milliseconds since 1970; null for never. */
  freshAt(caller: Caller): Promise<number | null>;
}

/** The app's record of a request while it is answered. */
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
  /** The connection; there is none where the app is asked directly, as in tests. */
  Bindings: { incoming?: { socket?: { remoteAddress?: string } }; outgoing?: ServerResponse };
}
