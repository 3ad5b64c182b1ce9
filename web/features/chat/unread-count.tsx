import { useQuery } from "@tanstack/react-query";
import { chatSettings } from "#web/features/chat/chat-settings.ts";
import { unreadIn } from "#web/features/chat/conversation.ts";
import { newestQuery, PAGE_MESSAGES, readQuery, roomQuery } from "#web/features/chat/queries.ts";
import { useUser } from "#web/lib/session.ts";
import { useStore } from "#web/lib/store.ts";

/** How many messages the player has not read; 0 while the chat is closed to them. */
export function useUnread(): number {
  const { id } = useUser();
  const { ignored } = useStore(chatSettings);
  const isOpen = useQuery(roomQuery).data?.isOpen === true;
  const { data: page } = useQuery({ ...newestQuery, enabled: isOpen });
  const { data: read } = useQuery({ ...readQuery, enabled: isOpen });
  if (!isOpen || !page || !read) return 0;
  return unreadIn(page, { userId: id, readUpTo: read.readUpTo, ignored });
}

/** The number of unread messages behind the link to the chat. */
export function UnreadCount() {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <span className="ml-1.5 inline-grid min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-ground text-xs tabular-nums leading-5">
      {unread >= PAGE_MESSAGES ? `${PAGE_MESSAGES}+` : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
