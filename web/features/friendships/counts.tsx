import { useQuery } from "@tanstack/react-query";
import { LISTED_MAX } from "#domain/features/friendships/rules.ts";
import { friendsQuery, requestsQuery } from "#web/features/friendships/queries.ts";
import { NewCount } from "#web/ui/lists/new-count.tsx";

/** The count, or "more" beyond one list. */
const shown = (count: number): string => (count >= LISTED_MAX ? `${LISTED_MAX}+` : String(count));

/** How many friends, behind a label. */
export function FriendCount() {
  const { data } = useQuery(friendsQuery);
  return <> ({data?.length ?? "–"})</>;
}

/** How many requests wait for an answer, behind a label. */
export function RequestCount() {
  const { data } = useQuery(requestsQuery("in"));
  return <> ({data === undefined ? "–" : shown(data.length)})</>;
}

/** Requests that wait for an answer, behind the link to the social hub. */
export function RequestNews() {
  const { data } = useQuery(requestsQuery("in"));
  const count = data?.length ?? 0;
  return (
    count > 0 && <NewCount count={shown(count)} what={count === 1 ? "friend request" : "friend requests"} />
  );
}
