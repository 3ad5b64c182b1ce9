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

/** What a page says of a sync; the session watcher shows that a session ended. */
export interface SyncTexts {
  readonly done: (count: number) => SyncNotice;
  readonly failed: (error: Error) => SyncNotice;
}

/** Takes over what the player has at the platform, and shows what came of it. */
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
