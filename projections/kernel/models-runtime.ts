import type { ProjectionsHealth } from "./health.ts";
import type { ReadModels } from "./read-models.ts";
import type { Comparison } from "./rebuild/compare.ts";
import type { ReplicaHealth } from "./replicas/replicas.ts";
import type { Database } from "./sql.ts";

/** Whether a query must see rows just written beside the log; it matters if tables follow the log elsewhere. */
export type Freshness = "fresh" | "replicated";

/** A process's read models, wherever their tables are. */
export interface ModelsRuntime extends ReadModels {
  /** The database that the tables are in. */
  readonly db: Database;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Says that the log may have grown. Cheap, and never waits. */
  wake(): void;
  /** Where every projection stands against the log. */
  health(): Promise<ProjectionsHealth>;
  /** How the database of the tables follows the log; null where it is the log's own. */
  subscriber(): ReplicaHealth | null;
  /** Why no query is answered at the moment; null if they are. */
  readonly trouble: string | null;
  /** Waits until the named projections have passed a position or the head. @returns whether they have */
  whenReached(names: readonly string[], position: number, timeoutMs: number): Promise<boolean>;
  /** These read models, for queries that wait, bounded, until their tables have passed a position. */
  reaching(position: number, timeoutMs: number, freshness?: Freshness): ReadModels;
  /** Rebuilds projections beside the active ones, then replaces them. */
  rebuild(
    names: readonly string[],
    onProgress?: (position: number, goal: number) => void,
  ): Promise<readonly Comparison[]>;
}
