import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Notification } from "#domain/features/notifications/contract.ts";
import { newsQuery, noticesQuery, unreadQuery } from "#web/features/notifications/queries.ts";
import { call } from "#web/lib/api/api.ts";
import { useReadElsewhere } from "#web/lib/live/other-windows.ts";
import { toastNews } from "#web/lib/toast.ts";

/** Results of games are listed only: a game shows its own result. */
const QUIET: readonly Notification["type"][] = ["level", "game"];

const COUNTED = [unreadQuery.queryKey, noticesQuery.queryKey] as const;

/** Notifies a player on any page of changes to their account, such as a credited deposit. */
export default function NewsWatcher() {
  const { data } = useQuery(newsQuery);
  useReadElsewhere("notifications", COUNTED);
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (!data) return;
    const newest = data[0];
    const last = seen.current;
    seen.current = Math.max(newest?.position ?? 0, last ?? 0);
    if (!newest) return;
    // Earlier news is shown where it belongs, unless it has no page of its own.
    const isNews = last === null ? !newest.isRead && newest.actionUrl === null : newest.position > last;
    if (!isNews || QUIET.includes(newest.type)) return;
    toastNews({ title: newest.title, description: newest.message });
    // An unread notice is shown again with the next page, rather than lost.
    if (newest.actionUrl === null)
      call("POST /social/notifications/{id}/read", { params: { id: newest.id }, body: {} }).catch(() => {});
  }, [data]);
  return null;
}
