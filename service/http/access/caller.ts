import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AnswerHeaders } from "#service/http/answer.ts";

/** The signed-in player behind a request. */
export interface Caller {
  readonly playerId: string;
  /** Hash of the session token; identifies the session in memory. */
  readonly session: string;
  /** Whether the settings list them as an admin. */
  readonly isListed: boolean;
}

/** Finds the caller of a request by its `Cookie` header. Null means nobody. */
export interface Callers {
  /** The name of the session cookie. */
  readonly cookieName: string;
  /** The caller as known without a query; undefined when only the database can tell. */
  known(cookies: string | undefined): Caller | null | undefined;
  /** The caller at the last look-up of this process: the session may have ended since. */
  remembered(cookies: string | undefined): Caller | null;
  find(cookies: string | undefined): Promise<Caller | null>;
  /** When they last signed in at our request, in milliseconds since 1970; null for never. */
  freshAt(caller: Caller): Promise<number | null>;
}

/** The app's state of a request while it is answered. */
export interface Env {
  Variables: {
    requestId: string;
    /** Undefined before the look-up, null for visitors. */
    caller: Caller | null | undefined;
    /** The answer's headers gathered so far. */
    answerHeaders: AnswerHeaders;
    /** Whether the answer was created with them. */
    hasAnswerHeaders: boolean | undefined;
  };
  /** The connection; absent when the app is called directly, as in tests. */
  Bindings: {
    incoming?: { headers?: IncomingHttpHeaders; socket?: { remoteAddress?: string } };
    outgoing?: ServerResponse;
  };
}
