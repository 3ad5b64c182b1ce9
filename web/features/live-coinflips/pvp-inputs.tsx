import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { ProvenItems } from "#web/features/inventory/proven-items.tsx";
import { dateAndTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";

const SEATS = ["Creator", "Joiner"] as const;
const ORIGINS = {
  player: { label: "Chosen by the player", tone: "gain" },
  server: { label: "Chosen by the server", tone: "warn" },
  kept: { label: "Kept when the pair ran out", tone: "warn" },
} as const;

const NOT_YET = <Badge>Not known yet</Badge>;

/** A hash with a button that copies it, or the word that it is not there yet. */
function HashFact({ label, note, value }: { label: string; note?: string; value: string | null }) {
  return (
    <Fact label={label} {...(note && { note })} {...(value !== null && { copy: value })}>
      {value === null ? NOT_YET : <Hash>{value}</Hash>}
    </Fact>
  );
}

function Beacon({ beacon }: { beacon: NonNullable<CoinflipProof["beacon"]> }) {
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
      <Fact label="Round" note={`Out at ${dateAndTime(publishAt)}`} copy={String(round)}>
        {round}
      </Fact>
      <HashFact label="Chain" value={beacon.chainHash} />
      <HashFact label="Public key" value={beacon.publicKey} />
      <HashFact label="Signature" value={beacon.signature} />
      <HashFact label="Beacon value" note="SHA-256 of the signature" value={beacon.value} />
    </>
  );
}

/** Everything that went into a game between players. */
export function PvpInputs({ proof }: { proof: CoinflipProof }) {
  return (
    <Card aria-labelledby="inputs">
      <CardHeader id="inputs" title="What went in" description="No names: a proof can be shared." />
      <Facts className="-mb-3">
        <HashFact label="Game" value={proof.id} />
        <Fact
          label="Scheme"
          note="HMAC-SHA-256 over game, beacon and players, keyed by a committed server seed"
        >
          <Hash>{proof.scheme}</Hash>
        </Fact>
        <HashFact label="Commitment" note="Shown before anybody could join" value={proof.commitment} />
        <HashFact label="Server seed" value={proof.serverSeed} />
        {proof.participants.map(({ seq, line, clientSeedBy }) => (
          <Fact key={seq} label={SEATS[seq] ?? "Player"} note="Place, player, client seed, stake" copy={line}>
            <Hash>{line}</Hash>
            <span className="mt-1 block">
              <Badge tone={ORIGINS[clientSeedBy].tone}>{ORIGINS[clientSeedBy].label}</Badge>
            </span>
          </Fact>
        ))}
        <ProvenItems items={proof.participants.flatMap(({ items }) => items)} />
        {proof.beacon && <Beacon beacon={proof.beacon} />}
      </Facts>
    </Card>
  );
}
