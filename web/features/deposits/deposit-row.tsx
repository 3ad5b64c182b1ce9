import { ExternalLink } from "lucide-react";
import type { Deposit } from "#domain/features/deposits/contract.ts";
import { DepositBadges, DepositPicture } from "#web/features/deposits/deposit-face.tsx";
import { CANCEL, owedFor, roughly, whatOf } from "#web/features/deposits/messages.ts";
import { isTradeLink } from "#web/features/deposits/trade-link.ts";
import { DepositAccount, useDepositAccount } from "#web/features/deposits/where-to-send.tsx";
import { dateAndTime } from "#web/lib/format.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { AdminNotes } from "#web/ui/facts.tsx";

function Waiting({ deposit: { queuePosition, typicalWaitSeconds } }: { deposit: Deposit }) {
  if (queuePosition === null) return null;
  return (
    <p className="text-muted text-sm">
      Number {queuePosition} in the queue
      {typicalWaitSeconds !== null && ` · reviews currently take ${roughly(typicalWaitSeconds)}`}
    </p>
  );
}

function Trade({ tradeUrl }: Pick<Deposit, "tradeUrl">) {
  if (tradeUrl === null || !isTradeLink(tradeUrl)) return null;
  return (
    <a href={tradeUrl} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: "sm" })}>
      View Trade
      <span className="sr-only"> (opens in a new tab)</span>
      <ExternalLink className="size-3.5" aria-hidden="true" />
    </a>
  );
}

/** Where the trade of a deposit that waits goes to. */
function Receiver({ deposit: { status, type } }: { deposit: Deposit }) {
  const account = useDepositAccount();
  if (status !== "pending" || !account) return null;
  return (
    <p className="text-muted text-sm">
      {type === "roblox_limited" ? "The trade goes to" : "Send it to"} <DepositAccount account={account} />
    </p>
  );
}

interface RowProps {
  readonly deposit: Deposit;
  readonly onCancel: (deposit: Deposit) => void;
}

/** One deposit of the history. */
export function DepositRow({ deposit, onCancel }: RowProps) {
  const { type, status, limited, adminNotes, tradeUrl, createdAt, availableAt } = deposit;
  const owed = owedFor(deposit);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-line border-t py-4 first:border-t-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <DepositPicture type={type} limited={limited} />
      <div className="min-w-0 space-y-1.5">
        <DepositBadges type={type} status={status} />
        <p className="font-semibold text-ink">{whatOf(deposit)}</p>
        <p className="text-faint text-sm">
          Submitted <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        </p>
        {availableAt !== null && status === "completed" && (
          <p className="text-gain text-sm">
            Credited <time dateTime={availableAt}>{dateAndTime(availableAt)}</time>
          </p>
        )}
        <Waiting deposit={deposit} />
        <Receiver deposit={deposit} />
        <AdminNotes text={adminNotes} />
        {owed !== null && (
          <p className="text-loss text-sm">
            {owed} of it is still owed. You can bet again once it is settled.
          </p>
        )}
      </div>
      <div className="col-start-2 flex flex-wrap gap-2 empty:hidden sm:col-start-3 sm:justify-end">
        <Trade tradeUrl={tradeUrl} />
        {status === "pending" && (
          <Button
            size="sm"
            onClick={() => onCancel(deposit)}
            aria-label={`Cancel deposit of ${whatOf(deposit)}`}
          >
            {CANCEL}
          </Button>
        )}
      </div>
    </li>
  );
}
