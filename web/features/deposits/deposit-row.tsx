import { ExternalLink } from "lucide-react";
import type { Deposit } from "#domain/features/deposits/contract.ts";
import { roughly, STATUSES, TYPES } from "#web/features/deposits/messages.ts";
import { isTradeLink } from "#web/features/deposits/trade-link.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";

const TYPE_TONES = { roblox_limited: "accent", rbx: "rbx", tix: "tix" } as const;
const STATUS_TONES: { readonly [S in Deposit["status"]]: Tone } = {
  pending: "warn",
  completed: "gain",
  rejected: "loss",
  reversed: "loss",
};

const whatOf = ({ type, amount, quantity, limited }: Deposit): string =>
  type === "roblox_limited"
    ? `${limited?.name ?? "Limited item"} ×${quantity}`
    : `${amount ?? "0.00"} ${TYPES[type]}`;

function Waiting({ deposit: { queuePosition, typicalWaitSeconds } }: { deposit: Deposit }) {
  if (queuePosition === null) return null;
  return (
    <p className="text-muted text-sm">
      Number {queuePosition} in the queue
      {typicalWaitSeconds !== null && ` · a review takes ${roughly(typicalWaitSeconds)} of late`}
    </p>
  );
}

/** One deposit of the history. */
export function DepositRow({ deposit }: { deposit: Deposit }) {
  const { type, status, adminNotes, tradeUrl, createdAt, owed } = deposit;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-line border-t py-4 first:border-t-0">
      <div className="min-w-0 flex-1 space-y-1.5">
        <div className="flex flex-wrap gap-2">
          <Badge tone={TYPE_TONES[type]}>{TYPES[type]}</Badge>
          <Badge tone={STATUS_TONES[status]}>{STATUSES[status]}</Badge>
        </div>
        <p className="font-semibold text-ink">{whatOf(deposit)}</p>
        <p className="text-faint text-sm">
          <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        </p>
        <Waiting deposit={deposit} />
        {adminNotes !== null && (
          <p className="text-muted text-sm [overflow-wrap:anywhere]">
            <span className="text-faint">Admin notes: </span>
            {adminNotes}
          </p>
        )}
        {owed !== null && owed !== "0.00" && (
          <p className="text-loss text-sm">
            {owed} {TYPES[type]} of it is still owed: bets are open again once it is settled.
          </p>
        )}
      </div>
      {tradeUrl !== null && isTradeLink(tradeUrl) && (
        <a href={tradeUrl} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: "sm" })}>
          View Trade
          <span className="sr-only"> (opens in a new tab)</span>
          <ExternalLink className="size-3.5" aria-hidden="true" />
        </a>
      )}
    </li>
  );
}
