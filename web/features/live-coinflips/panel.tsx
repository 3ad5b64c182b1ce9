import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "wouter";
import { CREATE, FAIR_NOTE } from "#web/features/live-coinflips/messages.ts";
import { openFlipsQuery } from "#web/features/live-coinflips/queries.ts";
import { useFlipDialogs } from "#web/features/live-coinflips/use-flip-dialogs.tsx";
import { FlipList } from "#web/features/live-coinflips/watch/flip-list.tsx";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";

/** Coinflips between players, on the page of the game. */
export default function LiveCoinflipsPanel() {
  const { data, error, refetch } = useQuery(openFlipsQuery);
  const { create, join, dialogs } = useFlipDialogs();
  return (
    <TitledCard
      id="live-coinflips"
      title="Live Coinflips"
      description={
        <>
          {FAIR_NOTE}. Both players stake the same.{" "}
          <Link
            href="/spectator"
            className="whitespace-nowrap rounded text-accent underline underline-offset-4"
          >
            Watch live games
          </Link>
        </>
      }
      actions={
        <UnlessSuspended>
          <Button onClick={() => create({})}>
            <Plus className="size-4" aria-hidden="true" />
            {CREATE}
          </Button>
        </UnlessSuspended>
      }
    >
      <FlipList flips={data} error={error} onRetry={() => void refetch()} onJoin={join} />
      {dialogs}
    </TitledCard>
  );
}
