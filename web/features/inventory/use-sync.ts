import { useMutation, useQueryClient } from "@tanstack/react-query";
import { inventoryQuery } from "#web/features/inventory/queries.ts";
import { limitedsQuery } from "#web/features/limiteds/queries.ts";
import { call, isUnauthorized } from "#web/lib/api/api.ts";
import { toast } from "#web/lib/toast.ts";

/** A notice of a sync. */
export interface SyncNotice {
  readonly title: string;
  readonly description?: string;
}

/** A page's texts for a sync; the session watcher reports an ended session. */
export interface SyncTexts {
  readonly done: (count: number) => SyncNotice;
  readonly failed: (error: Error) => SyncNotice;
}

/** Syncs the player's items from the platform, and shows the result. */
export function useSync(texts: SyncTexts) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /sync-inventory", { body: {} }),
    onSuccess: async ({ count }) => {
      toast(texts.done(count));
      await Promise.all([
        queryClient.invalidateQueries(inventoryQuery),
        // A sync may list items that the catalogue did not have.
        queryClient.invalidateQueries(limitedsQuery),
      ]);
    },
    onError: (error) => {
      if (!isUnauthorized(error)) toast({ ...texts.failed(error), variant: "destructive" });
    },
  });
}
