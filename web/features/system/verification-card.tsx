import { useQuery } from "@tanstack/react-query";
import type { Verification } from "#domain/features/halts/contract.ts";
import { REBUILD_POLL_MS, verificationQuery } from "#web/features/system/queries.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { NameOfPlayer } from "#web/ui/named.tsx";

const OUTCOMES = {
  right: { tone: "gain", text: "Passed" },
  wrong: { tone: "loss", text: "Failed" },
  failed: { tone: "warn", text: "Did not finish" },
} as const;

function Outcome({ verification: { outcome, problem, position, goal } }: { verification: Verification }) {
  if (outcome === null) {
    return (
      <>
        <progress
          aria-label="Verification of the log"
          value={Math.min(position, goal)}
          max={Math.max(1, goal)}
          className="block h-2 w-full max-w-sm overflow-hidden rounded-full bg-sunken accent-accent"
        />
        <span className="mt-1 block text-faint text-xs">
          {position} of {goal} events
        </span>
      </>
    );
  }
  return (
    <>
      <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Badge>
      {problem !== null && <span className="mt-1 block text-loss [overflow-wrap:anywhere]">{problem}</span>}
    </>
  );
}

/** Verifies the whole log on demand, with its progress and what it found. */
export function VerificationCard() {
  const { data, error, refetch } = useQuery({
    ...verificationQuery,
    // Its progress is not in the log, so no event announces it.
    refetchInterval: ({ state }) => (state.data?.newest?.outcome === null ? REBUILD_POLL_MS : false),
  });
  const { mutate, isPending } = useAdminMutation({
    send: sendBody("POST /admin/verification"),
    done: () => "The verification has started.",
  });
  const newest = data?.newest ?? null;
  return (
    <TitledCard
      id="verify"
      title="Verify now"
      description="Recomputes the log, its books, draws and signed heads. A problem halts stakes."
      actions={
        <ActionButton
          size="sm"
          isUnavailable={isPending || newest?.outcome === null || data === undefined}
          onClick={() => mutate({})}
        >
          {newest?.outcome === null ? "Verifying..." : "Verify now"}
        </ActionButton>
      }
    >
      {!data && error && <LoadError error={error} what="The verification" onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={1} rowClassName="h-12" />}
      {data && newest === null && <p className="text-muted text-sm">None since the service started.</p>}
      {newest !== null && (
        <Facts>
          <Fact label="Result">
            <Outcome verification={newest} />
          </Fact>
          <Fact label="Started">
            {dateAndTime(newest.startedAt)} by <code className="font-mono text-xs">{newest.by}</code>
            <NameOfPlayer id={newest.by} />
          </Fact>
          {newest.finishedAt !== null && <Fact label="Finished">{dateAndTime(newest.finishedAt)}</Fact>}
          {newest.finishedAt !== null && <Fact label="Read up to">position {newest.position}</Fact>}
        </Facts>
      )}
    </TitledCard>
  );
}
