import type { ProvenBeacon } from "#domain/fairness/proven-beacon.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Fact, Hash } from "#web/ui/facts.tsx";

/** A hash with a button that copies it, or the word that it is not there yet. */
export function HashFact({ label, note, value }: { label: string; note?: string; value: string | null }) {
  return (
    <Fact label={label} {...(note && { note })} {...(value !== null && { copy: value })}>
      {value === null ? <Badge>Not known yet</Badge> : <Hash>{value}</Hash>}
    </Fact>
  );
}

/** The beacon of a proof, as rows of a list of facts. */
export function BeaconFacts({ beacon }: { beacon: ProvenBeacon }) {
  const { round, publishAt, operatorRun } = beacon;
  return (
    <>
      <Fact
        label="Beacon"
        note={
          operatorRun
            ? "Run by the operator, who could foresee its rounds: fit for development, not for trust."
            : "Drand quicknet, run by the League of Entropy. Nobody knows a round before its time."
        }
      >
        <Badge tone={operatorRun ? "warn" : "gain"}>{operatorRun ? "Operator-run" : "Drand quicknet"}</Badge>
      </Fact>
      <Fact label="Beacon round" note={`Out at ${dateAndTime(publishAt)}`} copy={String(round)}>
        {round}
      </Fact>
      <HashFact label="Beacon chain" value={beacon.chainHash} />
      <HashFact label="Public key" value={beacon.publicKey} />
      <HashFact label="Signature" value={beacon.signature} />
      <HashFact label="Beacon value" note="SHA-256 of the signature" value={beacon.value} />
    </>
  );
}
