import { ExternalLink } from "lucide-react";
import type { ReviewWithdrawal } from "#domain/features/withdrawals/contract.ts";
import { ClaimReview } from "#web/features/roles/claim-review.tsx";
import { ReviewItem, ReviewItems, ReviewStory } from "#web/features/roles/review-items.tsx";
import { ReviewQueue } from "#web/features/roles/review-queue.tsx";
import {
  NOTHING,
  REVIEW_DESCRIPTION,
  REVIEW_TITLE,
  STATUSES,
  whatOf,
} from "#web/features/withdrawals/messages.ts";
import { reviewQuery } from "#web/features/withdrawals/queries.ts";
import { DIALOGS, type ReviewAct } from "#web/features/withdrawals/review-dialogs.tsx";
import { WithdrawalFacts } from "#web/features/withdrawals/withdrawal-row.tsx";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { useUser } from "#web/lib/api/session.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";

interface RowProps {
  readonly withdrawal: ReviewWithdrawal;
  readonly now: number;
  readonly onAct: (act: ReviewAct) => void;
}

function ToTrade({ withdrawal: { tradeUrl, player } }: Pick<RowProps, "withdrawal">) {
  if (tradeUrl === null) return <p className="text-muted text-sm">The player's account no longer exists.</p>;
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

/** The actions on an approved withdrawal. */
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
      claim={sendBody("POST /admin/withdrawals/{id}/claim", { id })}
      onAct={onAct}
    />
  );
}

const PROOFS = {
  seen: "Seen in the player's inventory",
  said: "The player confirmed its arrival",
  admins: "Two admins confirmed its arrival",
} as const;

/** The history of a withdrawal's review, and what is known of its copy. */
function Story({ withdrawal }: Pick<RowProps, "withdrawal">) {
  const { instance, trade, seenAt, proof } = withdrawal;
  const after = [
    trade && `Sent by ${trade.by.username}, alone until ${dateAndTime(trade.until)}`,
    proof && PROOFS[proof],
  ];
  return (
    <>
      <ReviewStory item={withdrawal} before={[`Copy ${instance}`]} after={after} />
      {seenAt !== null && (
        <p className="text-loss text-sm">
          Roblox shows it in {seenAt.username}'s inventory: it has left us and cannot be returned.
        </p>
      )}
    </>
  );
}

function ReviewRow(props: RowProps) {
  const { withdrawal } = props;
  return (
    <ReviewItem
      label={`${whatOf(withdrawal)} of ${withdrawal.player.username}`}
      className="sm:grid-cols-[minmax(0,1fr)_17rem]"
      actions={<Actions {...props} />}
    >
      <WithdrawalFacts withdrawal={withdrawal}>
        <PlayerLink player={withdrawal.player} />
        <Story withdrawal={withdrawal} />
      </WithdrawalFacts>
    </ReviewItem>
  );
}

/** The withdrawals that wait for a decision or a trade, and past ones. */
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
      {(items, isStale) => (
        <ReviewItems
          {...{ items, isStale }}
          of="Withdrawals"
          row={(withdrawal, on) => <ReviewRow withdrawal={withdrawal} {...on} />}
          dialogs={DIALOGS}
        />
      )}
    </ReviewQueue>
  );
}
