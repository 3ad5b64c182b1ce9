import { ExternalLink } from "lucide-react";
import type { ReviewWithdrawal } from "#domain/features/withdrawals/contract.ts";
import { ClaimReview } from "#web/features/roles/claim-review.tsx";
import { ReviewQueue } from "#web/features/roles/review-queue.tsx";
import {
  NOTHING,
  REVIEW_DESCRIPTION,
  REVIEW_TITLE,
  STATUSES,
  whatOf,
} from "#web/features/withdrawals/messages.ts";
import { reviewQuery } from "#web/features/withdrawals/queries.ts";
import { type ReviewAct, ReviewDialog, reviewActOf } from "#web/features/withdrawals/review-dialogs.tsx";
import { WithdrawalFacts } from "#web/features/withdrawals/withdrawal-row.tsx";
import { useAddressDialog } from "#web/lib/address.ts";
import { call } from "#web/lib/api.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PlayerLink } from "#web/ui/player-link.tsx";

/** How often claims are told anew. */
const TICK_MS = 1_000;

interface RowProps {
  readonly withdrawal: ReviewWithdrawal;
  readonly now: number;
  readonly onAct: (act: ReviewAct) => void;
}

function ToTrade({ withdrawal: { tradeUrl, player } }: Pick<RowProps, "withdrawal">) {
  if (tradeUrl === null) return <p className="text-muted text-sm">Its player has no account any more.</p>;
  return (
    <a
      href={tradeUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: "primary", size: "sm" })}
    >
      Trade with {player.username}
      <span className="sr-only"> (opens in a new tab)</span>
      <ExternalLink className="size-3.5" aria-hidden="true" />
    </a>
  );
}

/** What can be done about a withdrawal that was approved. */
function Sending({ withdrawal, now, onAct }: RowProps) {
  const user = useUser();
  const { status, player, trade, seenAt } = withdrawal;
  if (player.id === user.id) return <p className="text-muted text-sm">Your own: another admin sends it.</p>;
  const isFree = trade === null || trade.by.id === user.id || Date.parse(trade.until) <= now;
  const of = <span className="sr-only"> the withdrawal of {player.username}</span>;
  return (
    <>
      {status === "sending" && isFree && <ToTrade withdrawal={withdrawal} />}
      <div className="flex flex-wrap gap-2 sm:justify-end">
        {isFree && (
          <Button size="sm" onClick={() => onAct("send")}>
            {status === "sending" ? "Send again" : "Send"}
            {of}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => onAct("complete")}>
          It arrived
          {of}
        </Button>
        {seenAt === null && (
          <Button size="sm" variant="ghost" onClick={() => onAct("return")}>
            Give back
            {of}
          </Button>
        )}
      </div>
    </>
  );
}

function Actions(props: RowProps) {
  const { withdrawal, now, onAct } = props;
  const { id, status } = withdrawal;
  if (status === "approved" || status === "sending") return <Sending {...props} />;
  if (status !== "pending") return null;
  return (
    <ClaimReview
      item={withdrawal}
      noun="withdrawal"
      now={now}
      claim={(idempotencyKey) =>
        call("POST /admin/withdrawals/{id}/claim", { params: { id }, body: {}, idempotencyKey })
      }
      onAct={onAct}
    />
  );
}

const PROOFS = {
  seen: "Seen at its player",
  said: "Its player says that it arrived",
  admins: "Two admins say that it arrived",
} as const;

/** Who has done what about a withdrawal, and what is known of its copy. */
function Story({ withdrawal }: Pick<RowProps, "withdrawal">) {
  const { status, instance, firstApprovedBy, reviewedBy, trade, seenAt, proof } = withdrawal;
  const lines = [
    `Copy ${instance}`,
    status === "pending" &&
      firstApprovedBy &&
      `Approved by ${firstApprovedBy.username}, a second admin is needed`,
    reviewedBy && `Reviewed by ${reviewedBy.username}`,
    trade && `Sent by ${trade.by.username}, alone until ${dateAndTime(trade.until)}`,
    proof && PROOFS[proof],
  ].filter((line) => typeof line === "string");
  return (
    <>
      {lines.map((line) => (
        <p key={line} className="text-muted text-sm [overflow-wrap:anywhere]">
          {line}
        </p>
      ))}
      {seenAt !== null && (
        <p className="text-loss text-sm">
          Roblox shows it at {seenAt.username}: it has left us, and cannot be given back.
        </p>
      )}
    </>
  );
}

function Withdrawals({ items, isStale }: { items: readonly ReviewWithdrawal[]; isStale: boolean }) {
  const now = useNow(TICK_MS);
  const dialog = useAddressDialog();
  const about = items.find(({ id }) => id === dialog.on);
  const act = reviewActOf(dialog.act);
  return (
    <>
      <ul aria-label="Withdrawals for review" className={cx(isStale && "opacity-60")}>
        {items.map((withdrawal) => (
          <li
            key={withdrawal.id}
            aria-label={`${whatOf(withdrawal)} of ${withdrawal.player.username}`}
            className="grid gap-4 border-line border-t py-4 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_17rem]"
          >
            <WithdrawalFacts withdrawal={withdrawal}>
              <PlayerLink player={withdrawal.player} />
              <Story withdrawal={withdrawal} />
            </WithdrawalFacts>
            <div className="flex flex-col items-start gap-2 sm:min-h-17 sm:items-end sm:text-right">
              <Actions withdrawal={withdrawal} now={now} onAct={(act) => dialog.open(act, withdrawal.id)} />
            </div>
          </li>
        ))}
      </ul>
      {act && about && <ReviewDialog act={act} withdrawal={about} onClose={dialog.close} />}
    </>
  );
}

/** The withdrawals that wait for a decision or a trade, and what became of others. */
export default function WithdrawalReviewPage() {
  return (
    <ReviewQueue
      title={REVIEW_TITLE}
      description={REVIEW_DESCRIPTION}
      of="withdrawals"
      path="/admin/withdrawals"
      statuses={STATUSES}
      nothing={NOTHING}
      queryOf={reviewQuery}
    >
      {(items, isStale) => <Withdrawals items={items} isStale={isStale} />}
    </ReviewQueue>
  );
}
