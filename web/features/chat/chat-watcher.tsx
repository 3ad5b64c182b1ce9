import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import type { ChatFrames } from "#domain/features/chat/frames.ts";
import { CHAT_ROOM, newestQuery, readQuery, roomQuery } from "#web/features/chat/queries.ts";
import { withChanged, withSaid } from "#web/features/chat/talk/conversation.ts";
import { useReadElsewhere } from "#web/lib/live/other-windows.ts";
import { useRoom } from "#web/lib/live/room.ts";

/** The newest page updated by a message; null where it must be fetched. */
type Next = (page: readonly ChatMessage[]) => readonly ChatMessage[] | null;

const COUNTED = [readQuery.queryKey] as const;

/** Keeps the newest page in step with the room, on every page. */
export default function ChatWatcher() {
  const queryClient = useQueryClient();
  useReadElsewhere("chat", COUNTED);
  const isOpen = useQuery(roomQuery).data?.isOpen === true;
  const { queryKey } = newestQuery;
  const follow = (next: Next): void => {
    const query = queryClient.getQueryCache().find({ queryKey });
    if (query?.state.fetchStatus === "fetching" && query.promise !== undefined) {
      // A pending answer may be older than this, and the first one is not refetched.
      const settled = () => follow(next);
      query.promise.then(settled, settled);
      return;
    }
    const page = queryClient.getQueryData(queryKey);
    if (page === undefined) return;
    const after = next(page);
    if (after === null) void queryClient.invalidateQueries({ queryKey });
    else queryClient.setQueryData(queryKey, [...after]);
  };
  useRoom<ChatFrames>(isOpen ? CHAT_ROOM : null, {
    chat: (said) => follow((page) => withSaid(page, said)),
    chat_change: ({ messages }) => follow((page) => withChanged(page, messages)),
  });
  // The page may enter the room before this is loaded: earlier messages went unhandled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the room opens
  useEffect(() => {
    if (isOpen) follow(() => null);
  }, [isOpen]);
  return null;
}
