import { useQuery } from "@tanstack/react-query";
import { PersonList, PersonRow } from "#web/features/friendships/person-row.tsx";
import { blocksQuery } from "#web/features/friendships/queries.ts";
import { useUnblock } from "#web/features/friendships/use-friend-act.ts";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";

/** The players that the player blocked; absent if none. */
export function BlockedPlayers() {
  const { data = [] } = useQuery(blocksQuery);
  const { mutate, isPending } = useUnblock();
  if (data.length === 0) return null;
  return (
    <TitledCard id="blocked" title="Blocked Players" description="Blocked players are not notified.">
      <PersonList label="Blocked players">
        {data.map(({ id, user }) => (
          <PersonRow key={id} person={user} note={null}>
            <Button
              size="sm"
              disabled={isPending}
              onClick={() => mutate(user.id)}
              aria-label={`Unblock ${user.displayName}`}
            >
              Unblock
            </Button>
          </PersonRow>
        ))}
      </PersonList>
    </TitledCard>
  );
}
