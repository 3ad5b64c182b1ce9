import { useQuery } from "@tanstack/react-query";
import { RotateCw, Swords } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSync } from "#web/features/inventory/use-sync.ts";
import { DemoCard } from "#web/features/live-coinflips/demo-card.tsx";
import {
  NO_GAMES,
  STEPS,
  SUBTITLE,
  SYNC_TEXTS,
  TITLE,
} from "#web/features/live-coinflips/limiteds-messages.ts";
import { limitedsFlipsQuery } from "#web/features/live-coinflips/queries.ts";
import { useFlipDialogs } from "#web/features/live-coinflips/use-flip-dialogs.tsx";
import { kindOf } from "#web/features/live-coinflips/watch/flip.ts";
import { FlipList } from "#web/features/live-coinflips/watch/flip-list.tsx";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { SignInButton } from "#web/layout/header/sign-in-button.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useSession } from "#web/lib/api/session.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Steps } from "#web/ui/proofs/steps.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const HEADING = { title: TITLE, description: SUBTITLE };

const LimitedsForm = lazy(() => import("#web/features/live-coinflips/create/limiteds-form.tsx"));

function Sync() {
  const { mutate, isPending } = useSync(SYNC_TEXTS);
  return (
    <UnlessSuspended>
      <ActionButton size="sm" isUnavailable={isPending} onClick={() => mutate()}>
        <RotateCw className="size-4" aria-hidden="true" />
        {isPending ? "Syncing..." : "Sync Inventory"}
      </ActionButton>
    </UnlessSuspended>
  );
}

function CreateCard({ side, onSide }: { side: Side; onSide: (side: Side) => void }) {
  const session = useSession();
  const { status } = session;
  const isSignedIn = status === "signed-in";
  // The height of the button that a player has: the form does not move down once it is known who is there.
  const isAwaited = status === "loading" && session.expected;
  return (
    <Card aria-labelledby="create" className="flex flex-col">
      <CardHeader
        id="create"
        title="New game"
        actions={isSignedIn ? <Sync /> : isAwaited && <Skeleton className="h-11 w-36 sm:h-9" />}
      />
      {isSignedIn && (
        <UnlessSuspended>
          <Suspense fallback={<Skeleton className="h-174.5 rounded-control sm:h-181.5" />}>
            <LimitedsForm side={side} onSide={onSide} />
          </Suspense>
        </UnlessSuspended>
      )}
      {status === "loading" && <Skeleton className="h-174.5 rounded-control sm:h-181.5" />}
      {status === "signed-out" && (
        <div className="grid grow place-items-center">
          <EmptyState
            icon={Swords}
            text="Sign in to stake your limiteds, or to join someone's game."
            action={<SignInButton />}
          />
        </div>
      )}
    </Card>
  );
}

function LiveGames() {
  const { data, error, refetch } = useQuery(limitedsFlipsQuery);
  const { join, dialogs } = useFlipDialogs();
  return (
    <Card aria-labelledby="live-limiteds">
      <CardHeader id="live-limiteds" title="Live Limiteds Games" />
      <FlipList
        flips={data?.filter((flip) => kindOf(flip) === "items")}
        error={error}
        onRetry={() => void refetch()}
        onJoin={join}
        isFilterable={false}
        empty={{ text: NO_GAMES }}
      />
      {dialogs}
    </Card>
  );
}

function HowItWorks() {
  return (
    <Card aria-labelledby="how-it-works">
      <CardHeader id="how-it-works" title="How It Works" />
      <Steps steps={STEPS} className="md:grid-cols-3" />
    </Card>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** Coinflips for limited items: a coin to try out, a game to create, and those that are open. */
export default function LimitedsCoinflipPage() {
  const [side, setSide] = useState<Side>("rbx");
  return (
    <>
      <PageHeading {...HEADING} />
      <div className="grid grid-cols-1 gap-4 lg:gap-6">
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-6">
          <DemoCard side={side} />
          <CreateCard side={side} onSide={setSide} />
        </div>
        <LiveGames />
        <HowItWorks />
      </div>
    </>
  );
}
