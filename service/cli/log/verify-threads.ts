import { availableParallelism } from "node:os";
import type { Config } from "#service/config.ts";
import { SegmentThreads } from "#service/ledger/verifier/parallel/segment-threads.ts";
import type { VerifyOptions } from "#service/ledger/verify.ts";
import type { Terminal } from "./log-tool.ts";

/**
 * Threads that follow the chain of a log on PostgreSQL, one for each processor. PGlite has one connection; and a
 * program within another one has no script of its own to begin them with.
 */
export function threadsFor(
  { databaseUrl: url }: Pick<Config, "databaseUrl">,
  { program, complain }: Pick<Terminal, "program" | "complain">,
): Pick<VerifyOptions, "threads"> {
  if (url === null || program === undefined) return {};
  const begin = (snapshot: string) => new SegmentThreads(program, availableParallelism(), { url, snapshot });
  const onUnused = (reason: Error): void =>
    complain(`Verified by one thread, because the others could not: ${reason.message}`);
  return { threads: { begin, onUnused } };
}
