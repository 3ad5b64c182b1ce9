import { ConfigError } from "#service/config.ts";
import { asError, classify, sqlState } from "#service/db/errors.ts";
import { FolderLockedError } from "#service/db/pglite/folder-lock.ts";
import { ClockError } from "#service/db/same-time.ts";
import { MigrationError } from "#service/db/schema/migrate.ts";
import { LogNumberError } from "#service/event-store/log-number.ts";
import { BrokenSiteError } from "#service/http/files/built-site.ts";
import { LogForkedError } from "#service/ledger/heads/head-signing-job.ts";
import { HeadsFileError } from "#service/ledger/heads/heads-file.ts";

const KNOWN = [
  ConfigError,
  FolderLockedError,
  BrokenSiteError,
  MigrationError,
  ClockError,
  LogNumberError,
  LogForkedError,
  HeadsFileError,
] as const;

/** SQLSTATEs of a database that lets nobody in: unknown role, password or database, or no permission to connect. */
const REFUSED = new Set(["28000", "28P01", "3D000", "42501"]);

/** Why a service cannot start. @property isKnown an operator can mend it; otherwise the whole error is shown */
export interface StartTrouble {
  readonly isKnown: boolean;
  readonly text: string;
}

/** Explains a failed start to the operator. */
export function startTrouble(thrown: unknown): StartTrouble {
  const error = asError(thrown);
  const text = sentenceOf(error);
  return text === null ? { isKnown: false, text: error.stack ?? error.message } : { isKnown: true, text };
}

function sentenceOf(error: Error): string | null {
  if (KNOWN.some((kind) => error instanceof kind)) return error.message;
  if ("syscall" in error && error.syscall === "listen")
    return `PORT: cannot be listened on: ${error.message}`;
  if (classify(error) === "retry" || REFUSED.has(sqlState(error) ?? ""))
    return `DATABASE_URL: the database cannot be used: ${messageOf(error)}`;
  return null;
}

/** A host with several addresses fails with one reason each, and no message of its own. */
const messageOf = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((one) => asError(one).message).join("; ")
    : error.message;
