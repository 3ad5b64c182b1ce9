import type { UseQueryResult } from "@tanstack/react-query";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

interface UnloadedProps extends Pick<UseQueryResult, "error" | "refetch"> {
  /** What is not there, as the beginning of a sentence. */
  readonly what: string;
  /** Rows that hold its place while it loads, and the height of one. */
  readonly rows: number;
  readonly className: string;
}

/** Takes the place of a list that is loading, or could not be loaded. */
export function Unloaded({ error, refetch, what, rows, className }: UnloadedProps) {
  if (error) return <LoadError error={error} what={what} onRetry={() => void refetch()} />;
  return <SkeletonRows rows={rows} className={className} />;
}
