import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useParams } from "wouter";
import type { StoredEvent } from "#domain/features/audit/contract.ts";
import { Leg } from "#web/features/audit/ledger-text.tsx";
import { eventQuery } from "#web/features/audit/queries.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { eventPath, playerPath } from "#web/layout/console/admin-paths.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, TitledCard } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadErrorCard } from "#web/ui/load-error.tsx";
import { NameOfAccount } from "#web/ui/named.tsx";
import { CodeBlock } from "#web/ui/proofs/code-block.tsx";

const SKELETONS = 8;
const linked =
  "break-all text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";

/** The payload with line breaks; the very bytes that are hashed are beside it to be copied. */
function legible(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** The id of the round that an event is about, which has a proof that anyone can check; null for any other event. */
function roundOf(payload: string): string | null {
  try {
    const { roundId } = JSON.parse(payload) as { readonly roundId?: unknown };
    return typeof roundId === "string" ? roundId : null;
  } catch {
    return null;
  }
}

const PLAYER = "player:";

/** A stream's name, which leads to its events. */
function Stream({ name }: { name: string }) {
  return (
    <>
      <Link href={`/admin/events?stream=${encodeURIComponent(name)}`} className={linked}>
        {name}
      </Link>
      <NameOfAccount account={name} />
    </>
  );
}

function EventFacts({ event }: { event: StoredEvent }) {
  const round = roundOf(event.payload);
  const { position, at, stream, alsoIn, version, schemaVersion, actor, eventId, commandId, leaf, block } =
    event;
  return (
    <Facts>
      <Fact label="Position">{position}</Fact>
      <Fact label="Recorded">{dateAndTime(at)}</Fact>
      <Fact label="Stream" copy={stream}>
        <Stream name={stream} /> version {version}
      </Fact>
      {alsoIn.length > 0 && (
        <Fact label="Also in">
          <ul>
            {alsoIn.map((name) => (
              <li key={name}>
                <Stream name={name} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {round !== null && (
        <Fact label="Round" copy={round}>
          <Link href={`/games/${round}`} className={linked}>
            Proof of the round
          </Link>
        </Fact>
      )}
      <Fact label="Actor" copy={actor}>
        {actor.startsWith(PLAYER) ? (
          <Link href={playerPath(actor.slice(PLAYER.length))} className={linked}>
            {actor}
          </Link>
        ) : (
          <span className="break-all">{actor}</span>
        )}
        <NameOfAccount account={actor} />
      </Fact>
      <Fact label="Schema version">{schemaVersion}</Fact>
      <Fact label="Event id" copy={eventId}>
        <Hash>{eventId}</Hash>
      </Fact>
      <Fact label="Command id" copy={commandId}>
        <Hash>{commandId}</Hash>
      </Fact>
      <Fact label="Leaf" copy={leaf}>
        <Hash>{leaf}</Hash>
      </Fact>
      {block && (
        <Fact label="Block" note={`Positions ${block.from} to ${block.to}`} copy={block.hash}>
          {block.number} <Hash>{block.hash}</Hash>
        </Fact>
      )}
    </Facts>
  );
}

function Shown({ event }: { event: StoredEvent }) {
  return (
    <>
      <TitledCard id="event" title={event.type}>
        <EventFacts event={event} />
      </TitledCard>
      <TitledCard id="legs" title="Postings" description="They sum to zero for every asset.">
        {event.postings.length === 0 ? (
          <p className="text-muted text-sm">This event moves nothing.</p>
        ) : (
          <ul className="sm:space-y-2">
            {event.postings.map((leg) => (
              <li key={leg.leg} className="grid min-h-11 content-center sm:min-h-0">
                <Leg leg={leg} isAligned />
              </li>
            ))}
          </ul>
        )}
        {event.postingsTotal > event.postings.length && (
          <p className="mt-2 text-faint text-sm">and {event.postingsTotal - event.postings.length} more</p>
        )}
      </TitledCard>
      <TitledCard
        id="payload"
        title="Payload"
        description="As stored: canonical JSON, the text that is hashed."
      >
        <div className="space-y-4">
          <CodeBlock label="payload with line breaks" code={legible(event.payload)} />
          <CodeBlock label="payload as stored" code={event.payload} />
        </div>
      </TitledCard>
    </>
  );
}

function Neighbours({ position }: { position: number }) {
  const look = buttonClass({ size: "sm" });
  return (
    <div className="flex gap-2">
      {position > 1 && (
        <Link href={eventPath(position - 1)} className={look}>
          <ChevronLeft className="size-4" aria-hidden="true" />
          {position - 1}
        </Link>
      )}
      <Link href={eventPath(position + 1)} className={look}>
        {position + 1}
        <ChevronRight className="size-4" aria-hidden="true" />
      </Link>
    </div>
  );
}

/** One event as it is stored, with its legs, its leaf and its block. */
export default function EventPage() {
  const { position: text = "" } = useParams<{ position: string }>();
  const position = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  const { data, error, refetch } = useQuery({ ...eventQuery(position ?? 1), enabled: position !== null });
  const event = data?.items[0];
  let shown: ReactNode = (
    <Card>
      <TableSkeleton rows={SKELETONS} rowClassName="h-12" />
    </Card>
  );
  if (event) shown = <Shown event={event} />;
  else if (data || position === null)
    shown = (
      <Card>
        <EmptyState
          icon={ScrollText}
          text="The log has no event at this position."
          action={
            <Link href="/admin/events" className={buttonClass()}>
              All events
            </Link>
          }
        />
      </Card>
    );
  else if (error) shown = <LoadErrorCard {...{ error, refetch }} what="The event" />;
  return (
    <AdminFrame
      title={position === null ? "Event" : `Event ${position}`}
      {...(position !== null && { actions: <Neighbours position={position} /> })}
    >
      {shown}
    </AdminFrame>
  );
}
