import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { newsQuery } from "#web/features/notifications/queries.ts";
import { toast } from "#web/lib/toast.ts";

/** Tells a player, on whatever page, what happened to their account while they are here: a deposit credited, say. */
export default function NewsWatcher() {
  const { data } = useQuery(newsQuery);
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (!data) return;
    const newest = data[0]?.position ?? 0;
    const last = seen.current;
    seen.current = Math.max(newest, last ?? 0);
    // What happened before the page was opened stands where it belongs.
    if (last === null || newest <= last || !data[0]) return;
    toast({ title: data[0].title, description: data[0].message });
  }, [data]);
  return null;
}
