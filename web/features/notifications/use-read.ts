import { useMutation, useQueryClient } from "@tanstack/react-query";
import { noticesQuery, unreadQuery } from "#web/features/notifications/queries.ts";
import { call, isUnauthorized } from "#web/lib/api/api.ts";
import { tellOtherWindows } from "#web/lib/live/other-windows.ts";
import { toast } from "#web/lib/toast.ts";

/** What to mark as read: one notification, or all up to a position. */
type Read = { readonly id: string } | { readonly upTo: number };

/** Marks notifications as read, at once in the list, and asks for it again. */
export function useRead() {
  const queryClient = useQueryClient();
  const { queryKey } = noticesQuery;
  return useMutation({
    mutationFn: async (read: Read): Promise<void> => {
      if ("id" in read)
        await call("POST /social/notifications/{id}/read", { params: { id: read.id }, body: {} });
      else await call("POST /social/notifications/read-all", { body: read });
    },
    onMutate: (read) =>
      queryClient.setQueryData(queryKey, (list) =>
        list?.map((one) =>
          ("id" in read ? one.id === read.id : one.position <= read.upTo) ? { ...one, isRead: true } : one,
        ),
      ),
    onSuccess: () => tellOtherWindows("notifications"),
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({
        title: "Error",
        description: "Failed to mark notification as read",
        variant: "destructive",
      });
    },
    onSettled: () =>
      Promise.all(
        [queryKey, unreadQuery.queryKey].map((key) => queryClient.invalidateQueries({ queryKey: key })),
      ),
  });
}
