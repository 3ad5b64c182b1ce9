import type { CashoutShown } from "#domain/features/cashouts/contract.ts";
import { failureOf, STATUSES } from "#web/features/cashouts/messages.ts";
import { dateAndTime, dollars, readMoney } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { AdminNotes } from "#web/ui/facts.tsx";

/** How far a cash-out has come. */
export function StatusBadge({ status }: Pick<CashoutShown, "status">) {
  return <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>;
}

/** Whether a cash-out still waits for its address to be known long enough. */
export const waitsForAddress = (
  { status, payableFrom }: Pick<CashoutShown, "status" | "payableFrom">,
  now: number,
) => status === "pending" && Date.parse(payableFrom) > now;

/** The amounts of a cash-out, and where it goes. */
export function CashoutFacts({ cashout }: { cashout: CashoutShown }) {
  const { amount, fees, netAmount, paypalEmail, createdAt } = cashout;
  return (
    <>
      <p className="font-semibold text-ink">{dollars(readMoney(amount))}</p>
      <p className="text-muted text-sm">
        {dollars(readMoney(netAmount))} after {dollars(readMoney(fees))} in fees
      </p>
      <p className="text-muted text-sm [overflow-wrap:anywhere]">
        <span className="text-faint">PayPal: </span>
        {paypalEmail === "" ? "address erased" : paypalEmail}
      </p>
      <p className="text-faint text-sm">
        Requested <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
      </p>
    </>
  );
}

interface RowProps {
  readonly cashout: CashoutShown;
  readonly now: number;
  readonly onCancel: (cashout: CashoutShown) => void;
}

/** One cash-out of the player's list. */
export function CashoutRow({ cashout, now, onCancel }: RowProps) {
  const { amount, status, adminNotes, failedCause, payableFrom, processedAt } = cashout;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-line border-t py-4 first:border-t-0">
      <div className="min-w-0 space-y-1.5">
        <StatusBadge status={status} />
        <CashoutFacts cashout={cashout} />
        {waitsForAddress(cashout, now) && (
          <p className="text-muted text-sm">
            A new address: the cash-out can be approved from{" "}
            <time dateTime={payableFrom}>{dateAndTime(payableFrom)}</time> on.
          </p>
        )}
        {status === "paid" && processedAt !== null && (
          <p className="text-gain text-sm">
            Paid <time dateTime={processedAt}>{dateAndTime(processedAt)}</time>
          </p>
        )}
        {failedCause !== null && <p className="text-loss text-sm">{failureOf(failedCause)}</p>}
        <AdminNotes text={adminNotes} />
      </div>
      {status === "pending" && (
        <Button
          size="sm"
          onClick={() => onCancel(cashout)}
          aria-label={`Cancel cash-out of ${dollars(readMoney(amount))}`}
        >
          Cancel
        </Button>
      )}
    </li>
  );
}
