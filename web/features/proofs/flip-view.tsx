import { useQuery } from "@tanstack/react-query";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { ReceiptCard } from "#web/features/ledger/receipt-card.tsx";
import { ProofInputs, ProofSummary } from "#web/features/proofs/proof-facts.tsx";
import { gameAtQuery } from "#web/features/proofs/queries.ts";
import { SnippetsCard } from "#web/features/proofs/snippets-card.tsx";
import { VerifyFlip } from "#web/features/proofs/verify-flip.tsx";
import { useSession } from "#web/lib/api/session.ts";

/** Whether the signed-in player is the one who played a game; the proof itself names nobody. */
function useIsOwn({ id, position }: Pick<FlipProof, "id" | "position">): boolean {
  const isSignedIn = useSession().status === "signed-in";
  const { data } = useQuery({ ...gameAtQuery(position), enabled: isSignedIn });
  return data?.some((game) => game.id === id) ?? false;
}

/** The proof of a flip that was drawn from its player's pair of seeds. */
export default function FlipView({ proof }: { proof: FlipProof }) {
  const isOwn = useIsOwn(proof);
  return (
    <div className="grid gap-4 lg:gap-6">
      <ProofSummary proof={proof} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        {/* A newly revealed seed restarts the check. It comes first: on a phone, the inputs are two screens long. */}
        <VerifyFlip key={proof.serverSeed} proof={proof} isOwn={isOwn} />
        <ProofInputs proof={proof} />
      </div>
      <SnippetsCard proof={proof} />
      {isOwn && <ReceiptCard position={proof.position} />}
    </div>
  );
}
