import { ExternalLink } from "lucide-react";
import type { Deposit } from "#domain/features/deposits/contract.ts";
import { DepositBadges, DepositPicture } from "#web/features/deposits/deposit-face.tsx";
import { owedFor, roughly, whatOf } from "#web/features/deposits/messages.ts";
import { isTradeLink } from "#web/features/deposits/trade-link.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { buttonClass } from "#web/ui/button.tsx";

function Waiting({ deposit: { queuePosition, typicalWaitSeconds } }: { deposit: Deposit }) {
  if (queuePosition === null) return null;
  return (
    <p className="text-muted text-sm">
      Number {queuePosition} in the queue
      {typicalWaitSeconds !== null && ` · a review takes ${roughly(typicalWaitSeconds)} of late`}
    </p>
  );
}

function Trade({ tradeUrl }: Pick<Deposit, "tradeUrl">) {
  if (tradeUrl === null || !isTradeLink(tradeUrl)) return null;
  return (
    <a
      href={tradeUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={cx(buttonClass({ size: "sm" }), "col-start-2 justify-self-start sm:col-start-3")}
    >
      View Trade
      <span className="sr-only"> (opens in a new tab)</span>
      <ExternalLink className="size-3.5" aria-hidden="true" />
    </a>
  );
}

/** One deposit of the history. */
export function DepositRow({ deposit }: { deposit: Deposit }) {
  const { type, status, limited, adminNotes, tradeUrl, createdAt } = deposit;
  const owed = owedFor(deposit);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-line border-t py-4 first:border-t-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <DepositPicture type={type} limited={limited} />
      <div className="min-w-0 space-y-1.5">
        <DepositBadges type={type} status={status} />
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
        {owed !== null && (
          <p className="text-loss text-sm">
            {owed} of it is still owed: bets are open again once it is settled.
          </p>
        )}
      </div>
      <Trade tradeUrl={tradeUrl} />
    </li>
  );
}
