import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { otherSide } from "#domain/features/live-coinflips/rules.ts";
import { Outcome } from "#web/features/seed-pairs/proof-cards.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";

const STATUSES: Readonly<Record<CoinflipProof["status"], { label: string; tone: Tone; headline: string }>> = {
  open: { label: "Open", tone: "accent", headline: "Waiting for an opponent" },
  locked: { label: "Locked", tone: "warn", headline: "Waiting for the beacon" },
  settled: { label: "Settled", tone: "gain", headline: "" },
  cancelled: { label: "Cancelled", tone: "neutral", headline: "Taken back by its creator" },
  expired: { label: "Expired", tone: "neutral", headline: "Nobody joined in time" },
  void: { label: "Void", tone: "loss", headline: "Void: the beacon did not come for a day" },
};

const TYPES = { live_coinflip: "Currency Coinflip", limiteds_coinflip: "Limiteds Coinflip" } as const;

function headlineOf({ status, result }: CoinflipProof): string {
  if (status === "settled" && result) return `Landed on ${result.toUpperCase()}`;
  if (status === "void" && result) return `Void; it would have been ${result.toUpperCase()}`;
  return STATUSES[status].headline;
}

/** The game's result or state. */
export function PvpSummary({ proof }: { proof: CoinflipProof }) {
  const { status, side, result, settledAt, position } = proof;
  return (
    <Outcome face={result ?? "flip"} headline={headlineOf(proof)} endedAt={settledAt} position={position}>
      <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
      <span>{TYPES[proof.gameType]}</span>
      <span className="inline-flex items-center gap-1.5">
        Creator <SideBadge side={side} />
      </span>
      <span className="inline-flex items-center gap-1.5">
        Joiner <SideBadge side={otherSide(side)} />
      </span>
      {status === "settled" && result && (
        <Badge tone="accent">{result === side ? "Creator won" : "Joiner won"}</Badge>
      )}
    </Outcome>
  );
}
