import { PAIR_NONCES_MAX, st1Message } from "#domain/fairness/st1.ts";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import type { Recomputed } from "#web/features/seed-pairs/check-flip.ts";
import { Hash } from "#web/ui/facts.tsx";
import { CheckStep, DigestText, FaceText } from "#web/ui/proofs/check-step.tsx";

interface FlipStepsProps {
  readonly proof: FlipProof;
  /** What the browser found; without it the steps say only what is to be done. */
  readonly recomputed?: Recomputed;
}

/** The three steps from the seeds to the face of the coin. */
export function FlipSteps({ proof, recomputed }: FlipStepsProps) {
  const message = st1Message(proof.clientSeed, proof.nonce);
  return (
    <ol className="space-y-5">
      <CheckStep
        number={1}
        title="Commitment"
        how="SHA-256 of the server seed must be the commitment that was shown before the game."
        holds={recomputed && recomputed.commitment === proof.serverSeedHash}
      >
        {recomputed && <Hash>{recomputed.commitment}</Hash>}
      </CheckStep>
      <CheckStep
        number={2}
        title="Digest"
        how={
          <>
            HMAC-SHA-256 of <code className="font-mono text-ink">{message}</code> with the server seed as its
            key. The nonce is one of 0 to {PAIR_NONCES_MAX - 1}, and each is used once.
          </>
        }
        holds={recomputed && true}
      >
        {recomputed && <DigestText digest={recomputed.digest} />}
      </CheckStep>
      <CheckStep
        number={3}
        title="Face"
        how="The top bit of the digest's first byte: 1 is RBX, 0 is TIX. Both are exactly as likely."
        holds={recomputed && recomputed.result === proof.result}
      >
        {recomputed && <FaceText digest={recomputed.digest} result={recomputed.result} />}
      </CheckStep>
    </ol>
  );
}
