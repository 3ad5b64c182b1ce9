import { useQuery } from "@tanstack/react-query";
import { UNREAD_MAX } from "#domain/features/notifications/rules.ts";
import { unreadQuery } from "#web/features/notifications/queries.ts";

/** A count as short as a badge. @example countText(100) // "99+" */
export const countText = (count: number): string =>
  count >= UNREAD_MAX ? `${UNREAD_MAX - 1}+` : String(count);

/** How much is unread, behind the name of the tab. */
export function UnreadCount() {
  const { data } = useQuery(unreadQuery);
  return <> ({data ? countText(data.count) : "–"})</>;
}
