import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { otherSide } from "#web/lib/stakes/stake.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { CoinFace } from "#web/ui/coin/coin-face.tsx";
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

/** How the game came out, or where it stands. */
export function PvpSummary({ proof }: { proof: CoinflipProof }) {
  const { status, side, result, settledAt, position } = proof;
  return (
    <Card aria-label="Outcome" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <CoinFace face={result ?? "flip"} className="size-20 shrink-0 drop-shadow-xl sm:size-28" />
      <div className="min-w-48 flex-1">
        <p className="font-bold text-2xl text-ink tracking-tight sm:text-3xl">{headlineOf(proof)}</p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-sm">
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
        </p>
      </div>
      <dl className="grid w-full grid-cols-2 gap-4 border-line border-t pt-4 text-sm sm:w-auto sm:grid-cols-1 sm:border-t-0 sm:border-l sm:pt-0 sm:pl-6">
        {settledAt && (
          <div>
            <dt className="text-faint text-xs">Ended</dt>
            <dd className="text-ink">
              <time dateTime={settledAt}>{dateAndTime(settledAt)}</time>
            </dd>
          </div>
        )}
        <div>
          <dt className="text-faint text-xs">Position in the ledger</dt>
          <dd className="text-ink">{position}</dd>
        </div>
      </dl>
    </Card>
  );
}
