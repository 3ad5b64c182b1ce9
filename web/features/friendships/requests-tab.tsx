import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { FriendRequest } from "#domain/features/friendships/contract.ts";
import { NO_REQUESTS } from "#web/features/friendships/messages.ts";
import { PersonList, PersonRow } from "#web/features/friendships/person-row.tsx";
import { requestsQuery } from "#web/features/friendships/queries.ts";
import { useAccept, useAsk, useCancel, useDecline } from "#web/features/friendships/use-friend-act.ts";
import { shortTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, TitledCard } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const SKELETONS = 2;

const since = (at: string) => <time dateTime={at}>{shortTime(at)}</time>;

function Incoming({ request }: { request: FriendRequest }) {
  const accept = useAccept();
  const decline = useDecline();
  const { id, fromUser, createdAt } = request;
  const isPending = accept.isPending || decline.isPending;
  return (
    <PersonRow person={fromUser} note={since(createdAt)}>
      <Button
        size="sm"
        variant="primary"
        disabled={isPending}
        onClick={() => accept.mutate(id)}
        aria-label={`Accept ${fromUser.displayName}`}
      >
        Accept
      </Button>
      <Button
        size="sm"
        disabled={isPending}
        onClick={() => decline.mutate(id)}
        aria-label={`Decline ${fromUser.displayName}`}
      >
        Decline
      </Button>
    </PersonRow>
  );
}

function IncomingList() {
  const { data, error, refetch } = useQuery(requestsQuery("in"));
  if (!data) return <Unloaded {...{ error, refetch }} what="Requests" rows={SKELETONS} className="h-16" />;
  if (data.length === 0) return <EmptyState icon={Inbox} {...NO_REQUESTS} />;
  return (
    <PersonList label="Friend requests">
      {data.map((request) => (
        <Incoming key={request.id} request={request} />
      ))}
    </PersonList>
  );
}

function Sent() {
  const { data = [] } = useQuery(requestsQuery("out"));
  const { mutate, isPending } = useCancel();
  if (data.length === 0) return null;
  return (
    <TitledCard id="sent" title="Sent Requests" description="Waiting for an answer.">
      <PersonList label="Sent requests">
        {data.map(({ id, toUser, createdAt }) => (
          <PersonRow key={id} person={toUser} note={since(createdAt)}>
            <Button
              size="sm"
              disabled={isPending}
              onClick={() => mutate(id)}
              aria-label={`Take back the request to ${toUser.displayName}`}
            >
              Take back
            </Button>
          </PersonRow>
        ))}
      </PersonList>
    </TitledCard>
  );
}

/** Sends a request by full name, which works whatever the player's profile shows. */
function AskByName() {
  const [username, setUsername] = useState("");
  const ask = useAsk();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = username.trim();
    if (name !== "") ask.mutate(name, { onSuccess: () => setUsername("") });
  };
  return (
    <TitledCard id="ask" title="Add a Friend" description="By username, the name after the @.">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field
          label="Username"
          value={username}
          autoComplete="off"
          onChange={(event) => setUsername(event.target.value)}
          className="min-w-0 flex-1 basis-48"
        />
        <Button type="submit" disabled={ask.isPending || username.trim() === ""}>
          Send request
        </Button>
      </form>
    </TitledCard>
  );
}

/** Incoming and outgoing friend requests, and a way to send one. */
export default function RequestsTab() {
  return (
    <div className="space-y-6">
      <Card aria-label="Friend requests">
        <IncomingList />
      </Card>
      <Sent />
      <AskByName />
    </div>
  );
}
