import { reviewQuery } from "#web/features/deposits/queries.ts";
import { Deposits } from "#web/features/deposits/review/review-list.tsx";
import {
  NOTHING,
  REVIEW_DESCRIPTION,
  REVIEW_TABS,
  REVIEW_TITLE,
} from "#web/features/deposits/review/review-messages.ts";
import { ReviewQueue } from "#web/features/roles/review-queue.tsx";

/** The deposits that wait for a decision, and those that had one. */
export default function ReviewPage() {
  return (
    <ReviewQueue
      title={REVIEW_TITLE}
      description={REVIEW_DESCRIPTION}
      of="deposits"
      path="/admin/review"
      list="/admin/deposits"
      statuses={REVIEW_TABS}
      nothing={NOTHING}
      queryOf={reviewQuery}
    >
      {(items, isStale) => <Deposits items={items} isStale={isStale} />}
    </ReviewQueue>
  );
}
