import { useQuery } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link, useParams } from "wouter";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { ReceiptCard } from "#web/features/ledger/receipt-card.tsx";
import { ProofInputs, ProofSummary } from "#web/features/proofs/proof-facts.tsx";
import { gameAtQuery, proofQuery } from "#web/features/proofs/queries.ts";
import { SnippetsCard } from "#web/features/proofs/snippets-card.tsx";
import { VerifyCard } from "#web/features/proofs/verify-card.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { ApiError } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

// A game between players follows from other inputs than a flip.
const PvpProof = lazy(() => import("#web/features/live-coinflips/pvp-proof.tsx"));

const HTTP_NOT_FOUND = 404;

/** Whether the signed-in player is the one who played a game; the proof itself names nobody. */
function useIsOwn({ id, position }: Pick<FlipProof, "id" | "position">): boolean {
  const isSignedIn = useSession().status === "signed-in";
  const { data } = useQuery({ ...gameAtQuery(position), enabled: isSignedIn });
  return data?.some((game) => game.id === id) ?? false;
}

function Proof({ proof }: { proof: FlipProof }) {
  const isOwn = useIsOwn(proof);
  return (
    <div className="grid gap-4 lg:gap-6">
      <ProofSummary proof={proof} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <ProofInputs proof={proof} />
        {/* A seed that was revealed meanwhile begins the check anew. */}
        <VerifyCard key={proof.serverSeed} proof={proof} isOwn={isOwn} />
      </div>
      <SnippetsCard proof={proof} />
      {isOwn && <ReceiptCard position={proof.position} />}
    </div>
  );
}

function ProofSkeleton() {
  return (
    <div role="status" className="grid gap-4 lg:gap-6">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-52 rounded-card sm:h-40" />
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
        <Skeleton className="h-140 rounded-card md:h-118" />
        <Skeleton className="h-118 rounded-card" />
      </div>
    </div>
  );
}

function ProofById({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(proofQuery(id));
  if (data?.scheme === "st1") return <Proof proof={data} />;
  if (data) {
    return (
      <Suspense fallback={<Skeleton className="h-140 rounded-card" />}>
        <PvpProof proof={data} />
      </Suspense>
    );
  }
  if (error instanceof ApiError && error.status === HTTP_NOT_FOUND) {
    return (
      <Card>
        <EmptyState
          icon={FileQuestion}
          title="There is no such game"
          text="The link may be incomplete. A proof is found by the whole id of its game."
          action={
            <Link href="/fairness" className={buttonClass({ size: "sm" })}>
              How fairness works
            </Link>
          }
        />
      </Card>
    );
  }
  if (error) {
    return (
      <Card>
        <LoadError error={error} what="This proof" onRetry={() => void refetch()} />
      </Card>
    );
  }
  return <ProofSkeleton />;
}

/** The proof of one game: what went in, what came out, and the means to check it. */
export default function ProofPage() {
  const { id = "" } = useParams();
  return (
    <>
      <PageHeading
        title="Proof of a flip"
        description="Everything this flip was made of. Anyone with the link can check it."
        actions={<CopyButton text={window.location.href} what="link" label="Copy link" />}
      />
      <ProofById key={id} id={id} />
    </>
  );
}
