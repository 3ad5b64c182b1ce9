import type { Projection } from "./projection.ts";

/** What a feature brings to this room. */
export interface ProjectionFeature {
  /** Its folder's name in every room. */
  readonly name: string;
  /** Its tables that follow the log. Queries need no entry. */
  readonly readModels: readonly Projection[];
}
