import { ConfigError } from "#service/config.ts";
import { asError, classify, sqlState } from "#service/db/errors.ts";
import { DataFolderError } from "#service/db/pglite/data-folder.ts";
import { FolderLockedError } from "#service/db/pglite/folder-lock.ts";
import { ClockError } from "#service/db/same-time.ts";
import { MigrationError } from "#service/db/schema/migrate.ts";
import { LogNumberError } from "#service/event-store/log-number.ts";
import { BrokenSiteError } from "#service/http/files/built-site.ts";
import { BindError } from "#service/http/listening/bind.ts";
import { LogForkedError } from "#service/ledger/heads/head-signing-job.ts";
import { HeadsFileError } from "#service/ledger/heads/heads-file.ts";
import { HeadsPlaceError } from "#service/ledger/heads/heads-place.ts";

const KNOWN = [
  ConfigError,
  FolderLockedError,
  DataFolderError,
  BindError,
  BrokenSiteError,
  MigrationError,
  ClockError,
  LogNumberError,
  LogForkedError,
  HeadsFileError,
  HeadsPlaceError,
] as const;

/** SQLSTATEs of a database that lets nobody in: unknown role, password or database, or no permission to connect. */
const REFUSED = new Set(["28000", "28P01", "3D000", "42501"]);

/** What the driver says of a server without TLS, where the address asks for it. */
const NO_TLS = "The server does not support SSL connections";

/** Why a service cannot start. @property isKnown an operator can mend it; otherwise the whole error is shown */
export interface StartTrouble {
  readonly isKnown: boolean;
  readonly text: string;
}

/** Whether the message of an error says what to mend. */
export const isExplained = (error: Error): boolean => KNOWN.some((kind) => error instanceof kind);

/** Explains a failed start to the operator. */
export function startTrouble(thrown: unknown): StartTrouble {
  const error = asError(thrown);
  const text = sentenceOf(error);
  return text === null ? { isKnown: false, text: error.stack ?? error.message } : { isKnown: true, text };
}

function sentenceOf(error: Error): string | null {
  if (isExplained(error)) return error.message;
  if (classify(error) === "retry" || REFUSED.has(sqlState(error) ?? "") || error.message === NO_TLS)
    return `DATABASE_URL: the database cannot be used: ${messageOf(error)}`;
  return null;
}

/** A host with several addresses fails with one reason each, and no message of its own. */
const messageOf = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((one) => asError(one).message).join("; ")
    : error.message;
