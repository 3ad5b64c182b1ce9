import type { ReactNode } from "react";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import type { Found, PvpCheck } from "#web/features/live-coinflips/prove/check-flip.ts";
import { Hash } from "#web/ui/facts.tsx";
import { CheckStep, DigestText, FaceText } from "#web/ui/proofs/check-step.tsx";

interface StepText {
  readonly step: keyof PvpCheck;
  readonly title: string;
  readonly how: (proof: CoinflipProof) => ReactNode;
}

const code = (text: string) => <code className="font-mono text-ink">{text}</code>;

const STEPS: readonly StepText[] = [
  {
    step: "commitment",
    title: "Commitment",
    how: () =>
      "SHA-256 of the server seed's bytes must be the commitment that was shown before anyone joined.",
  },
  {
    step: "participants",
    title: "Players",
    how: () => "SHA-256 over both players' lines: player, client seed and stake. It is part of the draw.",
  },
  {
    step: "joined",
    title: "Joined before the round",
    how: () =>
      "The receipt leads from the join to a signed head of the ledger; the join fixed the round before it was out.",
  },
  {
    step: "signature",
    title: "The beacon's signature",
    how: ({ beacon }) => {
      const what = "BLS12-381 signature of the round's number, by the";
      // Which beacon decides is known once the game is joined.
      if (beacon === null) return `${what} key of the beacon.`;
      return beacon.operatorRun
        ? `${what} key above. This beacon is the operator's own.`
        : `${what} key that the League of Entropy published.`;
    },
  },
  {
    step: "beacon",
    title: "The beacon's value",
    how: () => "SHA-256 of the signature.",
  },
  {
    step: "digest",
    title: "Digest",
    how: () => (
      <>HMAC-SHA-256 of {code("rt1|pvp|game|round|beacon|players|0")}, keyed by the server seed's bytes.</>
    ),
  },
  {
    step: "face",
    title: "Face",
    how: () => "The top bit of the digest's first byte: 1 is RBX, 0 is TIX. Both are exactly as likely.",
  },
];

function Value({ step, found, check }: { step: keyof PvpCheck; found: Found; check: PvpCheck }) {
  if (step === "digest") return <DigestText digest={found.value} />;
  if (step === "joined") return <span className="text-sm">{found.value}</span>;
  if (step !== "face" || !check.digest) return <Hash>{found.value}</Hash>;
  return <FaceText digest={check.digest.value} result={found.value === "rbx" ? "rbx" : "tix"} />;
}

interface PvpStepsProps {
  readonly proof: CoinflipProof;
  /** What the browser found; null before it looked. */
  readonly check: PvpCheck | null;
}

/** The steps from seed, players and beacon to the face of the coin. */
export function PvpSteps({ proof, check }: PvpStepsProps) {
  return (
    <ol className="space-y-5">
      {STEPS.map(({ step, title, how }, index) => {
        const found = check?.[step] ?? null;
        return (
          <CheckStep
            key={step}
            number={index + 1}
            title={title}
            how={how(proof)}
            holds={check ? (found?.holds ?? false) : undefined}
          >
            {check && found && <Value step={step} found={found} check={check} />}
          </CheckStep>
        );
      })}
    </ol>
  );
}
