import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut, Monitor } from "lucide-react";
import type { OwnSession } from "#domain/features/players/contract.ts";
import { call, errorText } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { LOGOUT_PATH, leaveTo } from "#web/lib/page/leave.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** Where the player is signed in, the session that was used last first. */
const sessionsQuery = apiQuery("GET /me/sessions");
/** When the player had signed in before this session. */
const lastSignInQuery = apiQuery("GET /me/last-sign-in");

/** Placeholder rows of the player's sessions. */
const SKELETONS = 2;

const signedOut = (ended: number): string =>
  ended === 1 ? "You are signed out there." : `You are signed out in ${ended} places.`;

/** Ends one session, or all others where none is named. */
function useEnd() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call("DELETE /me/sessions") : call("DELETE /me/sessions/{id}", { params: { id } }),
    onSuccess: ({ ended }) => toast({ title: "Signed out", description: signedOut(ended) }),
    onError: (error) =>
      toast({
        title: "Not signed out",
        description: errorText(error, "Please try again."),
        variant: "destructive",
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly isUnavailable: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isUnavailable, onEnd }: SessionRowProps) {
  const { id, client, createdAt, lastSeenAt, isCurrent } = session;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-line border-t py-4 first:border-t-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Monitor className="size-6 text-muted" aria-hidden="true" />
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold text-ink">
          <span id={`client-${id}`}>{client}</span>
          {isCurrent && <Badge tone="gain">This browser</Badge>}
        </p>
        <p className="text-muted text-sm">
          Last used <time dateTime={lastSeenAt}>{dateAndTime(lastSeenAt)}</time>
        </p>
        <p className="text-faint text-sm">
          Signed in <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        </p>
      </div>
      <ActionButton
        size="sm"
        isUnavailable={isUnavailable}
        onClick={onEnd}
        aria-describedby={`client-${id}`}
        className="col-start-2 justify-self-start sm:col-start-3"
      >
        <LogOut className="size-4" aria-hidden="true" />
        {isCurrent ? "Logout" : "Sign out"}
      </ActionButton>
    </li>
  );
}

/** The player's sessions, and how to end them. */
export default function SessionsCard() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const before = useQuery(lastSignInQuery).data?.at ?? null;
  const { mutate, isPending } = useEnd();
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <TitledCard
      id="sessions-title"
      title="Sessions"
      description={before === null ? "Where you are signed in." : `Previous sign-in: ${dateAndTime(before)}.`}
      actions={
        <ActionButton
          size="sm"
          variant="destructive"
          isUnavailable={isPending || others === 0}
          onClick={() => mutate(null)}
        >
          Sign out everywhere else
        </ActionButton>
      }
    >
      {!data && <Unloaded {...{ error, refetch }} what="Your sessions" rows={SKELETONS} className="h-24" />}
      {data && (
        <ul aria-label="Your sessions">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isUnavailable={isPending}
              onEnd={() => (session.isCurrent ? leaveTo(LOGOUT_PATH) : mutate(session.id))}
            />
          ))}
        </ul>
      )}
      {data && others === 0 && (
        <p className="border-line border-t pt-4 text-muted text-sm">You are signed in nowhere else.</p>
      )}
    </TitledCard>
  );
}
