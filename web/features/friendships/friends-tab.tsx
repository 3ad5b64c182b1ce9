import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import type { FriendListed } from "#domain/features/friendships/contract.ts";
import { BlockedPlayers } from "#web/features/friendships/blocked-players.tsx";
import { FindPlayers } from "#web/features/friendships/find-players.tsx";
import { NO_FRIENDS } from "#web/features/friendships/messages.ts";
import { BlockPlayer, RemoveFriend } from "#web/features/friendships/part-dialog.tsx";
import { PersonList, PersonRow } from "#web/features/friendships/person-row.tsx";
import { friendsQuery } from "#web/features/friendships/queries.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const SKELETONS = 3;
/** Presence changes without events: polling interval while the list is in view, in milliseconds. */
const PRESENCE_EVERY_MS = 30_000;

const PRESENCE = { online: "Online", today: "Here today", week: "Here this week" } as const;

function Friend({ friend }: Pick<FriendListed, "friend">) {
  const { id, displayName, presence } = friend;
  return (
    <PersonRow person={friend} note={presence && PRESENCE[presence]}>
      <RemoveFriend id={id} name={displayName} />
      <BlockPlayer id={id} name={displayName} />
    </PersonRow>
  );
}

function FriendList() {
  const { data, error, refetch } = useQuery({ ...friendsQuery, refetchInterval: PRESENCE_EVERY_MS });
  if (!data)
    return <Unloaded {...{ error, refetch }} what="Your friends" rows={SKELETONS} className="h-16" />;
  if (data.length === 0) return <EmptyState icon={Users} {...NO_FRIENDS} />;
  return (
    <PersonList label="Your friends">
      {data.map(({ id, friend }) => (
        <Friend key={id} friend={friend} />
      ))}
    </PersonList>
  );
}

/** The player's friends, a search for more, and who is blocked. */
export default function FriendsTab() {
  return (
    <div className="space-y-6">
      <Card aria-label="Friends">
        <FriendList />
      </Card>
      <FindPlayers />
      <BlockedPlayers />
    </div>
  );
}
