import type { ProvenBeacon } from "#domain/fairness/proven-beacon.ts";
import { part, type Wall } from "#web/gallery/part.ts";
import { Badge } from "#web/ui/badge.tsx";
import { AdminNotes, Fact, Facts, Figure, Hash } from "#web/ui/facts.tsx";
import { BeaconFacts, HashFact } from "#web/ui/proofs/beacon-facts.tsx";
import { CheckStep, DigestText, FaceText } from "#web/ui/proofs/check-step.tsx";
import { CodeBlock } from "#web/ui/proofs/code-block.tsx";
import { Steps } from "#web/ui/proofs/steps.tsx";
import { Term } from "#web/ui/proofs/term.tsx";

const DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const BEACON: ProvenBeacon = {
  kind: "drand",
  operatorRun: false,
  chainHash: DIGEST,
  publicKey: DIGEST,
  genesisAt: "2023-08-23T15:09:27.000Z",
  periodMs: 3_000,
  round: 12_345,
  publishAt: "2026-11-23T15:04:05.000Z",
  signature: DIGEST,
  value: DIGEST,
};

const step = { number: 1, title: "The seed is the committed one", how: "Its SHA-256 is compared." };

/** Facts, proofs and their steps. */
export const facts: Wall = {
  name: "facts",
  parts: [
    part("Term", {
      plain: (
        <dl>
          <Term label="Chance to win">50%</Term>
        </dl>
      ),
    }),
    part("Facts", {
      plain: (
        <Facts>
          <Fact label="Nonce">7</Fact>
          <Fact label="Side">
            <Badge tone="rbx">RBX</Badge>
          </Fact>
        </Facts>
      ),
    }),
    part("Fact", {
      plain: <Fact label="Nonce">7</Fact>,
      "with note and copy": (
        <Fact label="Nonce" note="Counts the flips of a seed pair." copy="7">
          7
        </Fact>
      ),
    }),
    part("Hash", { plain: <Hash>{DIGEST}</Hash> }),
    part("HashFact", {
      known: <HashFact label="Server seed" value={DIGEST} />,
      unknown: <HashFact label="Server seed" note="Shown once it is replaced" value={null} />,
    }),
    part("Figure", {
      plain: (
        <dl className="grid grid-cols-2 gap-4">
          <Figure label="Games played">1,204</Figure>
          <Figure label="Largest win">12,000.00 RBX</Figure>
        </dl>
      ),
    }),
    part("AdminNotes", { written: <AdminNotes text="The trade was declined on the platform." /> }),
    part("BeaconFacts", {
      "of drand": <BeaconFacts beacon={BEACON} />,
      "of the operator": (
        <BeaconFacts beacon={{ ...BEACON, kind: "local", operatorRun: true, signature: null, value: null }} />
      ),
    }),
    part("CheckStep", {
      open: <CheckStep {...step} />,
      holds: (
        <CheckStep {...step} holds>
          <Hash>{DIGEST}</Hash>
        </CheckStep>
      ),
      fails: <CheckStep {...step} holds={false} />,
    }),
    part("DigestText", { plain: <DigestText digest={DIGEST} /> }),
    part("FaceText", {
      rbx: <FaceText digest={DIGEST} result="rbx" />,
      tix: <FaceText digest={DIGEST} result="tix" />,
    }),
    part("CodeBlock", {
      plain: <CodeBlock label="Check it yourself" code="npm run verify -- --log log.jsonl" />,
    }),
    part("Steps", {
      plain: (
        <Steps
          className="sm:grid-cols-2"
          steps={[
            { title: "Sign in", text: "With the account of the platform." },
            { title: "Play", text: "Every result can be checked." },
          ]}
        />
      ),
    }),
  ],
};
