import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { ItemGridSkeleton } from "#web/features/limiteds/item-card.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

interface LoadedItemsProps<T> {
  /** What the items are, such as 'Your items'. */
  readonly of: string;
  readonly query: UseQueryResult<readonly T[]>;
  /** Cards that hold the place of the items until they are there. */
  readonly skeletons: number;
  readonly empty: ComponentProps<typeof EmptyState>;
  readonly children: (items: readonly T[]) => ReactNode;
}

/** Items as cards, or their loading, empty or error state. */
export function LoadedItems<T>({ of, query, skeletons, empty, children }: LoadedItemsProps<T>) {
  const { data, error, refetch } = query;
  if (data && data.length > 0) return children(data);
  if (!data && !error) return <ItemGridSkeleton count={skeletons} />;
  return (
    <Card>
      {data ? (
        <EmptyState {...empty} />
      ) : (
        <LoadError error={error} what={of} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}
