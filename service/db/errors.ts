/** How the writer handles a failed batch: find the command at fault, hold and retry it, or stop. */
export type FailureClass = "culprit" | "retry" | "unknown";

const sqlStatePattern = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/** Data exception, integrity constraint violation, error raised by our own SQL: one of the commands is at fault. */
const culpritClasses = new Set(["22", "23", "P0"]);

/** Connection, rollback, resources, object state, operator intervention, system error: a retry may succeed. */
const retryClasses = new Set(["08", "40", "53", "55", "57", "58"]);

/**
 * Class 25, but no command is at fault. Idle-in-transaction and transaction time limits: the connection is gone.
 * Read-only transaction: after a failover, this server is not, or not yet, the primary.
 */
const retryStates = new Set(["25006", "25P03", "25P04"]);

const retryCodes = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ERR_STREAM_DESTROYED",
]);

/** Messages of `pg` errors that have no code and mean a failed connection. */
const retryMessages = [
  "Connection terminated",
  "No server takes writes",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Query read timeout",
  "Cannot use a pool after calling end on the pool",
];

/** The five characters of a database error's SQLSTATE, null for any other error. The same on both engines. */
export function sqlState(error: unknown): string | null {
  const code = codeOf(error);
  // Node's codes can look like it, with five capitals and digits (E2BIG); only they come with a system call.
  if (code === null || !sqlStatePattern.test(code)) return null;
  return error instanceof Error && "syscall" in error ? null : code;
}

/** Classifies a failure by its remedy. Anything not known to be safe to retry is "unknown". */
export function classify(error: unknown): FailureClass {
  const state = sqlState(error);
  if (state === null) return isConnectionFailure(error) ? "retry" : "unknown";
  const stateClass = state.slice(0, 2);
  if (culpritClasses.has(stateClass)) return "culprit";
  if (retryClasses.has(stateClass) || retryStates.has(state)) return "retry";
  return "unknown";
}

/** Returns a thrown Error as it is and wraps anything else in one. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // When several addresses of one host fail together, the error contains the reasons.
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(isConnectionFailure);
  const code = codeOf(error);
  if (code !== null && retryCodes.has(code)) return true;
  return retryMessages.some((message) => error.message.startsWith(message));
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}
