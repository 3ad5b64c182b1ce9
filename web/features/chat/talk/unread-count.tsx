import { useQuery } from "@tanstack/react-query";
import { newestQuery, PAGE_MESSAGES, readQuery, roomQuery } from "#web/features/chat/queries.ts";
import { unreadIn } from "#web/features/chat/talk/conversation.ts";
import { useIgnored } from "#web/features/chat/use-ignored.ts";
import { useUser } from "#web/lib/api/session.ts";
import { NewCount } from "#web/ui/lists/new-count.tsx";

/** How many messages the player has not read; 0 while the chat is closed to them. */
export function useUnread(): number {
  const { id } = useUser();
  const ignored = useIgnored();
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
  return <NewCount count={unread >= PAGE_MESSAGES ? `${PAGE_MESSAGES}+` : unread} what="unread" />;
}
