import { availableParallelism } from "node:os";
import type { Config } from "#service/config.ts";
import { SegmentThreads } from "#service/ledger/verifier/parallel/segment-threads.ts";
import type { VerifyOptions } from "#service/ledger/verify.ts";
import type { Terminal } from "./log-tool.ts";

/** Most parallel threads: each takes a connection, and the thread that checks contents takes as long as three. */
const AT_ONCE_MAX = 4;

/** How many logs are verified at once, and how many threads follow the chain of each. */
export interface Shares {
  readonly logs: number;
  readonly threadsEach: number;
}

/** Divides a machine's cores among the logs to verify. */
export function sharesOf(logs: number, processors: number = availableParallelism()): Shares {
  const atOnce = Math.min(processors, AT_ONCE_MAX);
  const together = Math.min(logs, atOnce);
  return { logs: together, threadsEach: Math.floor(atOnce / together) };
}

/**
 * Threads that follow the chain of a log on PostgreSQL. None with PGlite, which has one connection, nor within another
 * program, which has no script to start them with.
 */
export function threadsFor(
  { databaseUrl: url }: Pick<Config, "databaseUrl">,
  { program, complain }: Pick<Terminal, "program" | "complain">,
  { threadsEach }: Shares = sharesOf(1),
): Pick<VerifyOptions, "threads"> {
  if (url === null || program === undefined) return {};
  const begin = (snapshot: string) => new SegmentThreads(program, threadsEach, { url, snapshot });
  const onUnused = (reason: Error): void =>
    complain(`Verified by one thread, because the others could not: ${reason.message}`);
  return { threads: { begin, onUnused } };
}
