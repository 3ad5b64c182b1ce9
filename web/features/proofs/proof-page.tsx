import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { Suspense } from "react";
import { Link, useParams } from "wouter";
import { proofQuery } from "#web/features/proofs/queries.ts";
import { UNKNOWN_SCHEME } from "#web/features/proofs/verification.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { type Proof, type ProofKind, proofKinds } from "#web/layout/slots/proof-kinds.ts";
import { isNotFound } from "#web/lib/api/api.ts";
import { useParts } from "#web/lib/site.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadErrorCard } from "#web/ui/load-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const ANY_PROOF = {
  title: "Proof of a game",
  description: "Everything this game was made of. Anyone with the link can check it.",
};

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

/** The proof of a game, asked for again until nothing can be added to it. */
function useProof(id: string, kinds: readonly ProofKind[]) {
  const known = useQueryClient().getQueryData<Proof>(proofQuery(id).queryKey);
  const isFinal = known !== undefined && kinds.some((kind) => kind.isFinal(known));
  return useQuery(proofQuery(id, { isFinal }));
}

interface ProofByIdProps {
  readonly kinds: readonly ProofKind[];
  readonly found: ReturnType<typeof useProof>;
}

function ProofById({ kinds, found: { data, error, refetch } }: ProofByIdProps) {
  if (data) {
    const kind = kinds.find((one) => one.heading(data) !== null);
    if (kind === undefined) return <Notice tone="warn" title={UNKNOWN_SCHEME} />;
    return <Suspense fallback={<ProofSkeleton />}>{kind.shown(data)}</Suspense>;
  }
  if (isNotFound(error)) {
    return (
      <Card>
        <EmptyState
          icon={FileQuestion}
          title="There is no such game"
          text="The link may be incomplete: a proof needs the full id of its game."
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
    return <LoadErrorCard {...{ error, refetch }} what="This proof" />;
  }
  return <ProofSkeleton />;
}

function ProofOf({ id }: { id: string }) {
  const kinds = useParts(proofKinds);
  const found = useProof(id, kinds);
  const { data } = found;
  const headings = data === undefined ? [] : kinds.map((kind) => kind.heading(data));
  const { title, description } = headings.find((heading) => heading !== null) ?? ANY_PROOF;
  return (
    <>
      <PageHeading
        title={title}
        description={description}
        actions={!isNotFound(found.error) && <ShareButton title={title} />}
      />
      <ProofById kinds={kinds} found={found} />
    </>
  );
}

/** The proof of one game: inputs, result, and the check. */
export default function ProofPage() {
  const { id = "" } = useParams();
  return <ProofOf key={id} id={id} />;
}
