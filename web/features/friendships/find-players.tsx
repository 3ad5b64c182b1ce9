import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { FoundPlayer } from "#domain/features/friendships/contract.ts";
import { SEARCH_CHARS_MIN } from "#domain/features/friendships/rules.ts";
import { PersonList, PersonRow } from "#web/features/friendships/person-row.tsx";
import { foundQuery } from "#web/features/friendships/queries.ts";
import { useAsk, useUnblock } from "#web/features/friendships/use-friend-act.ts";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { SearchField } from "#web/ui/forms/criteria.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

const NOTES: { readonly [R in FoundPlayer["relation"]]: string | null } = {
  none: null,
  asked: "Request sent",
  asking: "Wants to be your friend",
  friends: "Your friend",
  blocked: "Blocked by you",
};

/** The actions on a found player. */
function FoundActs({ player }: { player: FoundPlayer }) {
  const ask = useAsk();
  const unblock = useUnblock();
  const { id, username, displayName, relation } = player;
  if (relation === "blocked")
    return (
      <Button
        size="sm"
        onClick={() => unblock.mutate(id)}
        disabled={unblock.isPending}
        aria-label={`Unblock ${displayName}`}
      >
        Unblock
      </Button>
    );
  if (relation === "friends" || relation === "asked") return null;
  const label = relation === "asking" ? "Accept" : "Add friend";
  return (
    <Button
      size="sm"
      onClick={() => ask.mutate(username)}
      disabled={ask.isPending}
      aria-label={`${label}: ${displayName}`}
    >
      <UserPlus className="size-4" aria-hidden="true" />
      {label}
    </Button>
  );
}

function Found({ search }: { search: string }) {
  const { data, error, refetch } = useQuery(foundQuery(search));
  if (error && !data) return <LoadError error={error} what="Players" onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <p role="status" className={data.length === 0 ? "py-3 text-muted text-sm" : "sr-only"}>
        {data.length === 0 ? "No player with a visible profile has that name." : `${data.length} found`}
      </p>
      <PersonList label="Players found">
        {data.map((player) => (
          <PersonRow key={player.id} person={player} note={NOTES[player.relation]}>
            <FoundActs player={player} />
          </PersonRow>
        ))}
      </PersonList>
    </>
  );
}

/** Finds players by the beginning of their name. */
export function FindPlayers() {
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  return (
    <TitledCard id="find-players" title="Find Players">
      <SearchField label="Name" placeholder="Start of a name" value={text} onChange={setText} />
      <div className="mt-2">{search.length >= SEARCH_CHARS_MIN && <Found search={search} />}</div>
    </TitledCard>
  );
}
