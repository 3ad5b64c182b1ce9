import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import { REVIEWS_PER_PAGE, type ReviewStatus, reviewQuery } from "#web/features/deposits/queries.ts";
import { Deposits } from "#web/features/deposits/review-list.tsx";
import {
  NOTHING,
  REVIEW_DESCRIPTION,
  REVIEW_TABS,
  REVIEW_TITLE,
} from "#web/features/deposits/review-messages.ts";
import { AdminFrame } from "#web/layout/admin-frame.tsx";
import { useAddress } from "#web/lib/address.ts";
import { usePages } from "#web/lib/pages.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ExportLinks } from "#web/ui/export-links.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Segments } from "#web/ui/segments.tsx";

/** What leads to the pages of the list. */
const PAGES = "before";

const STATUSES = Object.keys(REVIEW_TABS) as ReviewStatus[];
const statusOf = (text: string): ReviewStatus => STATUSES.find((status) => status === text) ?? "pending";
const SEGMENTS = STATUSES.map((status) => ({
  value: status,
  label: REVIEW_TABS[status],
  href: status === "pending" ? "/admin/review" : `/admin/review?status=${status}`,
}));

/** The deposits that wait for a decision, and those that had one. */
export default function ReviewPage() {
  const { get } = useAddress();
  const status = statusOf(get("status"));
  const pages = usePages(PAGES);
  const query = useQuery({ ...reviewQuery(status, pages.cursor), placeholderData: keepPreviousData });
  return (
    <AdminFrame title={REVIEW_TITLE} description={REVIEW_DESCRIPTION}>
      <Segments
        label="Which deposits"
        segments={SEGMENTS}
        value={status}
        className="grid grid-cols-2 sm:flex sm:w-fit"
      />
      <Card aria-labelledby="deposits" className="scroll-mt-20">
        <CardHeader
          id="deposits"
          title={REVIEW_TABS[status]}
          actions={<ExportLinks of="deposits" path="/admin/deposits" query={{ status }} />}
        />
        <PagedList
          of="deposits"
          query={query}
          pages={pages}
          rows={REVIEWS_PER_PAGE / 4}
          rowClassName="h-36"
          empty={{ icon: Inbox, ...NOTHING[status] }}
        >
          {(items: readonly ReviewDeposit[]) => <Deposits items={items} isStale={query.isPlaceholderData} />}
        </PagedList>
      </Card>
    </AdminFrame>
  );
}
