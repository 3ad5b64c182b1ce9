import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { PAIR_NONCES_MAX, st1Message } from "#domain/fairness/st1.ts";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { firstByte, type Recomputed } from "#web/features/seed-pairs/check-flip.ts";
import { cx } from "#web/lib/cx.ts";
import { Hash } from "#web/ui/facts.tsx";

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly how: ReactNode;
  /** Whether the step holds; undefined before it was made. */
  readonly holds?: boolean | undefined;
  readonly children?: ReactNode;
}

const MARKS = {
  open: "border-line-strong text-muted",
  holds: "border-gain/50 bg-gain/10 text-gain",
  fails: "border-loss bg-loss text-ground",
} as const;

function StepMark({ number, holds }: Pick<StepProps, "number" | "holds">) {
  const look = holds === undefined ? "open" : holds ? "holds" : "fails";
  return (
    <span
      className={cx(
        "grid size-8 shrink-0 place-items-center rounded-full border font-semibold text-sm",
        MARKS[look],
      )}
    >
      {holds === undefined ? (
        <span aria-hidden="true">{number}</span>
      ) : holds ? (
        <Check className="size-4" aria-label="Holds" />
      ) : (
        <X className="size-4" strokeWidth={3} aria-label="Does not hold" />
      )}
    </span>
  );
}

function Step({ number, title, how, holds, children }: StepProps) {
  return (
    <li className="flex gap-3 sm:gap-4">
      <StepMark number={number} holds={holds} />
      <div className="min-w-0 flex-1 pt-1">
        <h3 className="font-semibold text-ink text-sm">{title}</h3>
        <p className="mt-0.5 text-muted text-sm [overflow-wrap:anywhere]">{how}</p>
        {children && (
          <div className="mt-2 rounded-lg border border-line bg-sunken px-3 py-2 text-ink">{children}</div>
        )}
      </div>
    </li>
  );
}

function Digest({ digest }: { digest: string }) {
  const { hex } = firstByte(digest);
  return (
    <code className="break-all font-mono text-[0.8125rem] leading-relaxed">
      <mark className="rounded bg-accent/25 px-0.5 text-ink">{hex}</mark>
      {digest.slice(hex.length)}
    </code>
  );
}

function Face({ digest, result }: Pick<Recomputed, "digest" | "result">) {
  const { hex, bits } = firstByte(digest);
  return (
    <p className="font-mono text-[0.8125rem]">
      {hex} = <mark className="rounded bg-accent/25 px-0.5 text-ink">{bits.slice(0, 1)}</mark>
      {bits.slice(1)}
      <span className="font-sans text-muted"> gives </span>
      <span className={cx("font-sans font-semibold", result === "rbx" ? "text-rbx" : "text-tix")}>
        {result.toUpperCase()}
      </span>
    </p>
  );
}

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
      <Step
        number={1}
        title="Commitment"
        how="SHA-256 of the server seed must be the commitment that was shown before the game."
        holds={recomputed && recomputed.commitment === proof.serverSeedHash}
      >
        {recomputed && <Hash>{recomputed.commitment}</Hash>}
      </Step>
      <Step
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
        {recomputed && <Digest digest={recomputed.digest} />}
      </Step>
      <Step
        number={3}
        title="Face"
        how="The top bit of the digest's first byte: 1 is RBX, 0 is TIX. Both are exactly as likely."
        holds={recomputed && recomputed.result === proof.result}
      >
        {recomputed && <Face digest={recomputed.digest} result={recomputed.result} />}
      </Step>
    </ol>
  );
}
