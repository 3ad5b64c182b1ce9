import { Inbox } from "lucide-react";
import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import { secondApprovalsQuery } from "#web/features/deposits/queries.ts";
import { Deposits } from "#web/features/deposits/review/review-list.tsx";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { REVIEWS_PER_PAGE, usePages } from "#web/lib/pages.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";

const PAGES = "before";

/** The deposits that one admin approved and that wait for another. */
export default function SecondApprovalsCard() {
  const pages = usePages(PAGES);
  const query = useSteadyQuery(secondApprovalsQuery(pages.cursor));
  return (
    <TitledCard
      id="second-approvals"
      title="Deposits"
      description="One admin approved these. Claim one to give the second approval."
      className="scroll-mt-20"
    >
      <PagedList
        of="deposits"
        query={query}
        pages={pages}
        rows={REVIEWS_PER_PAGE / 10}
        rowClassName="h-36"
        empty={{ icon: Inbox, text: "No deposit waits for a second approval." }}
      >
        {(items: readonly ReviewDeposit[]) => <Deposits items={items} isStale={query.isPlaceholderData} />}
      </PagedList>
    </TitledCard>
  );
}
