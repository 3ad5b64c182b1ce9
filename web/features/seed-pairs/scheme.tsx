import type { ReactNode } from "react";
import { PAIR_NONCES_MAX, PAIR_NONCES_ROTATE_FROM, ST1, st1Message } from "#domain/fairness/st1.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Steps } from "#web/ui/proofs/steps.tsx";

/** The nonce of the worked example. */
const SAMPLE_NONCE = 7;
const NONCES = PAIR_NONCES_MAX.toLocaleString("en-GB");

const STEPS: readonly { title: string; text: ReactNode }[] = [
  {
    title: "We commit",
    text: "The server draws a secret seed and shows you its SHA-256 hash, the commitment, before you play. A hash cannot be undone and no second seed with the same hash can be found, so the seed is fixed from here on.",
  },
  {
    title: "You choose",
    text: "Your browser draws a client seed of its own before your first flip, and you can enter any other. The commitment comes first, so the server seed cannot have been picked to suit your choice.",
  },
  {
    title: "The coin falls",
    text: (
      <>
        Each flip takes the next number of the pair, its nonce. Flip {SAMPLE_NONCE} computes HMAC-SHA-256 of{" "}
        <code className="font-mono text-[0.8125rem] text-ink">{st1Message("clientSeed", SAMPLE_NONCE)}</code>{" "}
        with the server seed as its key. The top bit of the first byte is the face: 1 is RBX, 0 is TIX. Both
        are exactly as likely.
      </>
    ),
  },
  {
    title: "We reveal",
    text: "When you rotate, the server seed is shown. Now everything is known, and anyone can recompute every flip of the pair: in this browser, in a terminal, or with other programs for the same scheme.",
  },
];

const RULES: readonly { title: string; text: string }[] = [
  {
    title: `A pair serves ${NONCES} flips`,
    text: `Nonces run from 0 to ${PAIR_NONCES_MAX - 1}, each used once, none left out. After that the pair is rotated by itself, and its client seed is kept.`,
  },
  {
    title: `Your browser rotates earlier, at nonce ${PAIR_NONCES_ROTATE_FROM}`,
    text: "It starts a new pair with a new client seed. You need not do anything.",
  },
  {
    title: "The next commitment is public too",
    text: "It is shown before you choose the client seed that will go with it, so the next seed is as fixed as the one in use.",
  },
  {
    title: "Who chose the client seed is on record",
    text: "Every proof says whether it was you, the server at your first sign-in, or kept by an automatic rotation.",
  },
];

/** The scheme in four steps. */
export function SchemeSteps() {
  return (
    <TitledCard
      id="scheme"
      title="How a flip is decided"
      description={`Scheme ${ST1}: every result is fixed before you bet, and open to everyone afterwards.`}
    >
      <Steps steps={STEPS} className="sm:grid-cols-2" />
    </TitledCard>
  );
}

/** The rules that go with it. */
export function SchemeRules() {
  return (
    <TitledCard id="rules" title="Good to know">
      <dl className="space-y-4">
        {RULES.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold text-ink text-sm">{title}</dt>
            <dd className="mt-0.5 text-muted text-sm">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 border-line border-t pt-4 text-muted text-sm">
        What this cannot show: the server holds the seed of your pair and could foresee its flips. It cannot
        change them, and your client seed keeps it from having chosen them.
      </p>
    </TitledCard>
  );
}
