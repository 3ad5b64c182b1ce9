import type { ReactNode } from "react";
import type { WithdrawalShown } from "#domain/features/withdrawals/contract.ts";
import { SyncButton } from "#web/features/inventory/sync-button.tsx";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { ItemValue } from "#web/features/limiteds/item-value.tsx";
import { nextOf, STATUSES, whatOf } from "#web/features/withdrawals/messages.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { AdminNotes } from "#web/ui/facts.tsx";

const At = ({ what, at }: { what: string; at: string }) => (
  <p className="text-faint text-sm">
    {what} <time dateTime={at}>{dateAndTime(at)}</time>
  </p>
);

/** What is withdrawn, how far it has come, and when. */
export function WithdrawalFacts({
  withdrawal,
  children,
}: {
  withdrawal: WithdrawalShown;
  children?: ReactNode;
}) {
  const { status, itemValue, imageUrl, createdAt, sentAt, endedAt, adminNotes } = withdrawal;
  return (
    <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-4">
      <ItemPicture url={imageUrl} className="w-14" />
      <div className="min-w-0 space-y-1.5">
        <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
        <p className="font-semibold text-ink [overflow-wrap:anywhere]">{whatOf(withdrawal)}</p>
        <p className="text-sm">
          <ItemValue value={itemValue} />
        </p>
        {children}
        <AdminNotes text={adminNotes} />
        <At what="Requested" at={createdAt} />
        {sentAt !== null && <At what="Trade announced" at={sentAt} />}
        {endedAt !== null && <At what={STATUSES[status].label} at={endedAt} />}
      </div>
    </div>
  );
}

/** What its player can do about a withdrawal. */
export type OwnAct = "cancel" | "receive";

interface RowProps {
  readonly withdrawal: WithdrawalShown;
  readonly onAct: (act: OwnAct) => void;
}

/** One withdrawal of the player's list. */
export function WithdrawalRow({ withdrawal, onAct }: RowProps) {
  const { status } = withdrawal;
  const what = whatOf(withdrawal);
  const next = nextOf(withdrawal);
  return (
    <li className="grid gap-3 border-line border-t py-4 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <WithdrawalFacts withdrawal={withdrawal}>
        {next !== null && <p className="max-w-prose text-muted text-sm">{next}</p>}
      </WithdrawalFacts>
      <div className="flex flex-wrap items-start gap-2 empty:hidden sm:justify-end">
        {status === "pending" && (
          <Button size="sm" onClick={() => onAct("cancel")} aria-label={`Cancel withdrawal of ${what}`}>
            Cancel
          </Button>
        )}
        {status === "sending" && (
          <>
            <SyncButton />
            <Button size="sm" onClick={() => onAct("receive")} aria-label={`I have received ${what}`}>
              I have it
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
