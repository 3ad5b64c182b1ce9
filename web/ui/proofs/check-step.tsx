import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { firstByte } from "#web/ui/proofs/first-byte.ts";

interface CheckStepProps {
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

function StepMark({ number, holds }: Pick<CheckStepProps, "number" | "holds">) {
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

/** One step of a check: what is to be done, whether it holds, and what it gave. */
export function CheckStep({ number, title, how, holds, children }: CheckStepProps) {
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

const MARKED = "rounded bg-accent/25 px-0.5 text-ink";

/** A digest whose first byte is marked. */
export function DigestText({ digest }: { digest: string }) {
  const { hex } = firstByte(digest);
  return (
    <code className="break-all font-mono text-[0.8125rem] leading-relaxed">
      <mark className={MARKED}>{hex}</mark>
      {digest.slice(hex.length)}
    </code>
  );
}

/** How the first bit of a digest gives a face. */
export function FaceText({ digest, result }: { digest: string; result: "rbx" | "tix" }) {
  const { hex, bits } = firstByte(digest);
  return (
    <p className="font-mono text-[0.8125rem]">
      {hex} = <mark className={MARKED}>{bits.slice(0, 1)}</mark>
      {bits.slice(1)}
      <span className="font-sans text-muted"> gives </span>
      <span className={cx("font-sans font-semibold", result === "rbx" ? "text-rbx" : "text-tix")}>
        {result.toUpperCase()}
      </span>
    </p>
  );
}
