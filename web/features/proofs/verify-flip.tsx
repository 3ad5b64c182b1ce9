import { useMutation } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import { Link } from "wouter";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { FlipSteps } from "#web/features/proofs/flip-steps.tsx";
import { checkFlip, type FlipCheck } from "#web/features/seed-pairs/check-flip.ts";
import { Mismatch, VerifyCard } from "#web/features/seed-pairs/proof-cards.tsx";
import { webCrypto } from "#web/lib/web-crypto.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

function Verdict({ check, result }: { check: FlipCheck; result: FlipProof["result"] }) {
  if (check.status === "unrevealed") return null;
  if (check.status === "verified") {
    return (
      <Notice tone="good" role="status" title="Verified in this browser">
        The committed seed, the client seed and the nonce give {result.toUpperCase()}, the result that was
        paid.
      </Notice>
    );
  }
  return <Mismatch problem={check.problem} />;
}

function Sealed({ isOwn }: { isOwn: boolean }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-control border border-line-strong border-dashed px-4 py-8 text-center">
      <LockKeyhole className="size-6 text-muted" aria-hidden="true" />
      <div className="max-w-md space-y-1">
        <p className="font-semibold text-ink">The server seed is not revealed yet</p>
        <p className="text-muted text-sm">
          It still decides the pair's remaining flips, so it stays secret until the pair is rotated. Its
          commitment already binds it.
        </p>
      </div>
      {isOwn && (
        <Link href="/fairness" className={buttonClass({ size: "sm" })}>
          Reveal by rotating
        </Link>
      )}
    </div>
  );
}

/** Recomputes the flip in the browser, and shows each step. */
export function VerifyFlip({ proof, isOwn }: { readonly proof: FlipProof; readonly isOwn: boolean }) {
  const check = useMutation({ mutationFn: () => checkFlip(proof, webCrypto) });
  const { data } = check;
  const isSealed = proof.serverSeed === null;
  const recomputed = data && data.status !== "unrevealed" ? data.recomputed : undefined;
  return (
    <VerifyCard
      description="The seeds on this page are all it takes."
      isOffered={!isSealed}
      isMismatch={data?.status === "mismatch"}
      check={check}
    >
      {isSealed && <Sealed isOwn={isOwn} />}
      {data && <Verdict check={data} result={proof.result} />}
      <FlipSteps proof={proof} {...(recomputed && { recomputed })} />
    </VerifyCard>
  );
}
