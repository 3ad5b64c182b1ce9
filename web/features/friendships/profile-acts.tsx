import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { BlockPlayer, RemoveFriend } from "#web/features/friendships/part-dialog.tsx";
import { blocksQuery, friendsQuery, requestsQuery } from "#web/features/friendships/queries.ts";
import { useAsk, useUnblock } from "#web/features/friendships/use-friend-act.ts";
import type { Answer } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Profile = Answer<"GET /players/{id}">;
interface ProfileProps {
  readonly profile: Profile;
}

function Acts({ profile: { id, username, displayName } }: ProfileProps) {
  const { data: friends, error: friendsLost } = useQuery(friendsQuery);
  const { data: sent, error: sentLost } = useQuery(requestsQuery("out"));
  const { data: blocks, error: blocksLost } = useQuery(blocksQuery);
  const ask = useAsk();
  const unblock = useUnblock();
  if (!friends || !sent || !blocks)
    return friendsLost || sentLost || blocksLost ? null : <Skeleton className="h-11 w-44 sm:h-9" />;
  if (blocks.some(({ user }) => user.id === id))
    return (
      <Button size="sm" disabled={unblock.isPending} onClick={() => unblock.mutate(id)}>
        Unblock
      </Button>
    );
  const isFriend = friends.some(({ friend }) => friend.id === id);
  const isAsked = sent.some(({ toUser }) => toUser.username === username);
  return (
    <div className="flex flex-wrap gap-2">
      {isFriend && <RemoveFriend id={id} name={displayName} />}
      {!isFriend && (
        <Button size="sm" disabled={isAsked || ask.isPending} onClick={() => ask.mutate(username)}>
          <UserPlus className="size-4" aria-hidden="true" />
          {isAsked ? "Request sent" : "Add friend"}
        </Button>
      )}
      <BlockPlayer id={id} name={displayName} />
    </div>
  );
}

/** Actions on a player's profile. Visitors and hidden profiles have none. */
export default function ProfileActs({ profile }: ProfileProps) {
  const session = useSession();
  if (session.status !== "signed-in" || profile.stats === null) return null;
  return <Acts profile={profile} />;
}
