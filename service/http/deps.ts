import type { Logger } from "pino";
import type { ModelsRuntime } from "#projections/kernel/models-runtime.ts";
import type { Replicas } from "#projections/kernel/replicas/replicas.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import type { Config } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { Writer } from "#service/event-store/writer.ts";
import type { RunningFeature } from "#service/features/service-feature.ts";
import type { HeadSigner } from "#service/ledger/heads/head-signer.ts";
import type { HeadSigningJob } from "#service/ledger/heads/head-signing-job.ts";
import type { Access, SecondFactors } from "./access/access.ts";
import type { Callers } from "./access/caller.ts";
import type { Friends } from "./access/viewer.ts";
import type { Limits } from "./limits/limits.ts";
import type { RequestCounts } from "./limits/request-counts.ts";
import type { Positions } from "./reads/positions.ts";
import type { QuietHead } from "./reads/quiet-head.ts";

/** The parts that every feature may use. */
export interface Core {
  /** The features begun so far, in order. */
  readonly features: readonly RunningFeature[];
  readonly config: Config;
  readonly db: OpenDatabase;
  readonly writer: Writer;
  readonly reads: ModelsRuntime;
  /** How long an answer waits for read models to reach a position, in milliseconds. */
  readonly readWaitMs: number;
  readonly signer: HeadSigner;
  /** Keeps signed heads outside of the database. */
  readonly heads: Pick<HeadSigningJob, "keep" | "kept" | "trouble">;
  readonly log: Logger;
  readonly now: () => number;
  /** Schedules by the same clock as `now`, and keeps no process alive. */
  readonly scheduler: Scheduler;
  /** Reaches the platform, and pauses before the next request to it. */
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** What every route may use; a feature's routes also get its own services. */
export interface Deps extends Core {
  readonly positions: Positions;
  readonly quietHead: QuietHead;
  /** Replicas for queries, if any; decisions always read from the primary. */
  readonly replicas: Replicas;
  readonly callers: Callers;
  readonly access: Access;
  readonly secondFactors: SecondFactors;
  readonly friends: Friends;
  readonly limits: Limits;
  readonly requests: RequestCounts;
}
