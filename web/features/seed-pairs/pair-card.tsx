import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { PAIR_NONCES_MAX, PAIR_NONCES_ROTATE_FROM } from "#domain/fairness/st1.ts";
import type { Fairness } from "#domain/features/seed-pairs/contract.ts";
import { fairnessQuery } from "#web/features/seed-pairs/client-seed.ts";
import { SEED_ORIGINS } from "#web/features/seed-pairs/messages.ts";
import { figure } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton, SkeletonRows } from "#web/ui/skeleton.tsx";

const loadDialog = () => import("#web/features/seed-pairs/rotate-dialog.tsx");
const RotateDialog = lazy(loadDialog);

const PERCENT = 100;
const FACT_ROWS = 4;

function NonceBar({ nonce }: { nonce: number }) {
  return (
    <div>
      <p className="text-ink">
        {nonce} <span className="text-faint">of {figure(PAIR_NONCES_MAX)} used</span>
      </p>
      <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <div
          className="h-full rounded-full bg-accent"
          style={{ width: `${(Math.min(nonce, PAIR_NONCES_MAX) / PAIR_NONCES_MAX) * PERCENT}%` }}
        />
      </div>
      <p className="mt-1 text-faint text-xs">
        From {PAIR_NONCES_ROTATE_FROM} on, this browser starts a new pair automatically.
      </p>
    </div>
  );
}

function PairFacts({ fairness }: { fairness: Fairness }) {
  const origin = SEED_ORIGINS[fairness.clientSeedBy];
  return (
    <Facts className="-mt-1 -mb-3">
      <Fact label="Commitment" note="SHA-256 of the server seed in use" copy={fairness.serverSeedHash}>
        <Hash>{fairness.serverSeedHash}</Hash>
      </Fact>
      <Fact label="Next commitment" note="Of the server seed after it" copy={fairness.nextServerSeedHash}>
        <Hash>{fairness.nextServerSeedHash}</Hash>
      </Fact>
      <Fact label="Client seed" copy={fairness.clientSeed}>
        <Hash>{fairness.clientSeed}</Hash>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={origin.tone}>{origin.label}</Badge>
          <span className="text-faint text-xs">{origin.note}</span>
        </div>
      </Fact>
      <Fact label="Nonce">
        <NonceBar nonce={fairness.nonce} />
      </Fact>
    </Facts>
  );
}

interface PairCardProps {
  /** Nothing is fetched until the session is known; the card keeps its place meanwhile. */
  readonly isKnown: boolean;
}

/** The player's pair in use, and the way to begin another. */
export function PairCard({ isKnown }: PairCardProps) {
  const { data, error, refetch } = useQuery({ ...fairnessQuery, enabled: isKnown });
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const rotate = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <TitledCard
      id="your-pair"
      title="Your pair of seeds"
      description="Note the commitments now, and you can hold us to them later."
      actions={
        data ? (
          <Button variant="primary" onPointerEnter={() => void loadDialog()} onClick={rotate}>
            <RotateCw className="size-4" aria-hidden="true" />
            Rotate
          </Button>
        ) : (
          !error && <Skeleton className="h-11 w-26" />
        )
      }
    >
      {!data && error && <LoadError error={error} what="Your seeds" onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={FACT_ROWS} className="h-28 md:h-20 lg:h-16.25" />}
      {data && <PairFacts fairness={data} />}
      {data && wanted && (
        <Suspense fallback={null}>
          <RotateDialog fairness={data} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </TitledCard>
  );
}
