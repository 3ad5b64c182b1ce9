import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import { DepositBadges } from "#web/features/deposits/deposit-face.tsx";
import { owedFor, whatOf } from "#web/features/deposits/messages.ts";
import type { ReviewAct } from "#web/features/deposits/review/review-messages.ts";
import { isTradeLink } from "#web/features/deposits/trade-link.ts";
import { ClaimReview } from "#web/features/roles/claim-review.tsx";
import { ReviewItem } from "#web/features/roles/review-items.tsx";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { dateAndTime, duration } from "#web/lib/format.ts";
import { Button, LINKED } from "#web/ui/button.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";

interface RowProps {
  readonly deposit: ReviewDeposit;
  readonly now: number;
  readonly onAct: (act: ReviewAct) => void;
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="text-muted text-sm [overflow-wrap:anywhere]">
      <span className="text-faint">{name}: </span>
      {children}
    </p>
  );
}

function Trade({ tradeUrl }: Pick<ReviewDeposit, "tradeUrl">) {
  if (tradeUrl === null) return null;
  if (!isTradeLink(tradeUrl)) return <Line name="Trade, not at the platform">{tradeUrl}</Line>;
  return (
    <Line name="Trade">
      <a
        href={tradeUrl}
        target="_blank"
        rel="noopener noreferrer"
        className={`tap inline-flex items-center gap-1 ${LINKED}`}
      >
        {tradeUrl}
        <span className="sr-only"> (opens in a new tab)</span>
        <ExternalLink className="size-3.5 shrink-0" aria-hidden="true" />
      </a>
    </Line>
  );
}

/** The history of a deposit's review. */
function Story({ deposit }: Pick<RowProps, "deposit">) {
  const { approvals, firstApprovedBy, reviewedBy, reversedBy, adminNotes, instances, status } = deposit;
  const owed = owedFor(deposit);
  return (
    <>
      <Trade tradeUrl={deposit.tradeUrl} />
      {instances.length > 0 && <Line name="Copies">{instances.join(", ")}</Line>}
      {status === "pending" && approvals > 0 && (
        <Line name="Approved by">{firstApprovedBy?.username ?? "an admin"}, a second admin is needed</Line>
      )}
      {reviewedBy && <Line name="Reviewed by">{reviewedBy.username}</Line>}
      {reversedBy && <Line name="Taken back by">{reversedBy.username}</Line>}
      {adminNotes !== null && <Line name="Note">{adminNotes}</Line>}
      {owed !== null && <p className="text-loss text-sm">Still owed: {owed}</p>}
    </>
  );
}

function PendingActions({ deposit, now, onAct }: RowProps) {
  const params = { id: deposit.id };
  return (
    <ClaimReview
      item={deposit}
      noun="deposit"
      now={now}
      claim={sendBody("POST /admin/deposits/{id}/claim", params)}
      onAct={onAct}
    />
  );
}

function Actions(props: RowProps) {
  const { deposit, onAct } = props;
  if (deposit.status === "pending") return <PendingActions {...props} />;
  if (deposit.status === "completed") {
    return (
      <Button size="sm" variant="destructive" onClick={() => onAct("reverse")}>
        Take back
        <span className="sr-only"> the deposit of {deposit.player.username}</span>
      </Button>
    );
  }
  if (owedFor(deposit) === null) return null;
  return (
    <>
      <Button size="sm" variant="destructive" onClick={() => onAct("write-off")}>
        Write off
        <span className="sr-only"> the debt of {deposit.player.username}</span>
      </Button>
      <p className="text-muted text-sm">Needs a second admin</p>
    </>
  );
}

/** A deposit as reviewers see it, with their actions. */
export function ReviewRow(props: RowProps) {
  const { deposit, now } = props;
  const { type, status, queuePosition, createdAt, player } = deposit;
  return (
    <ReviewItem
      label={`${whatOf(deposit)} of ${player.username}`}
      className={
        queuePosition === null
          ? "sm:grid-cols-[minmax(0,1fr)_14rem]"
          : "sm:grid-cols-[3.5rem_minmax(0,1fr)_14rem]"
      }
      actions={<Actions {...props} />}
    >
      {queuePosition !== null && (
        <p className="flex items-baseline gap-2 sm:block">
          <span className="font-bold text-2xl text-ink">#{queuePosition}</span>
          <span className="text-faint text-xs sm:block">
            {duration(now - Date.parse(createdAt))}
            <span className="sr-only"> old</span>
          </span>
        </p>
      )}
      <div className="min-w-0 space-y-1.5">
        <DepositBadges type={type} status={status} />
        <p className="font-semibold text-ink">{whatOf(deposit)}</p>
        <PlayerLink player={player} />
        <p className="text-faint text-sm">
          <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        </p>
        <Story deposit={deposit} />
      </div>
    </ReviewItem>
  );
}
