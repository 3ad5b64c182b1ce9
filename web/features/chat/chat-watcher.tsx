import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChatFrames } from "#domain/features/chat/frames.ts";
import { withChanged, withSaid } from "#web/features/chat/conversation.ts";
import { CHAT_ROOM, newestQuery, roomQuery } from "#web/features/chat/queries.ts";
import { useRoom } from "#web/lib/room.ts";

/** Keeps the newest page as new as the room, on whatever page: messages are told as they are said. */
export default function ChatWatcher() {
  const queryClient = useQueryClient();
  const isOpen = useQuery(roomQuery).data?.isOpen === true;
  const { queryKey } = newestQuery;
  useRoom<ChatFrames>(isOpen ? CHAT_ROOM : null, {
    chat: (said) => {
      const page = queryClient.getQueryData(queryKey);
      // An answer that is on its way may be older than this.
      const isAsked = queryClient.isFetching({ queryKey }) > 0;
      if (page === undefined && !isAsked) return;
      const next = page === undefined || isAsked ? null : withSaid(page, said);
      if (next === null) void queryClient.invalidateQueries({ queryKey });
      else queryClient.setQueryData(queryKey, next);
    },
    chat_change: ({ messages }) => {
      queryClient.setQueryData(queryKey, (page) => page && [...withChanged(page, messages)]);
    },
  });
  return null;
}
