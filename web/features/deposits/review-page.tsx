import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import { REVIEWS_PER_PAGE, type ReviewStatus, reviewQuery } from "#web/features/deposits/queries.ts";
import {
  ApproveDialog,
  RejectDialog,
  ReverseDialog,
  WriteOffDialog,
} from "#web/features/deposits/review-acts.tsx";
import {
  NOTHING,
  REVIEW_DESCRIPTION,
  REVIEW_TABS,
  REVIEW_TITLE,
} from "#web/features/deposits/review-messages.ts";
import { ReviewRow } from "#web/features/deposits/review-row.tsx";
import { AdminFrame } from "#web/layout/admin-frame.tsx";
import { ADMIN_SCREENS } from "#web/layout/admin-screens.ts";
import { useAddress, useAddressDialog } from "#web/lib/address.ts";
import { cx } from "#web/lib/cx.ts";
import { usePages } from "#web/lib/pages.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ExportLinks } from "#web/ui/export-links.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Segments } from "#web/ui/segments.tsx";

/** How often ages and leases are told anew. */
const TICK_MS = 1_000;
/** What leads to the pages of the list. */
const PAGES = "before";

const DIALOG_OF = {
  approve: ApproveDialog,
  reject: RejectDialog,
  reverse: ReverseDialog,
  "write-off": WriteOffDialog,
} as const;
const isDialog = (act: string): act is keyof typeof DIALOG_OF => Object.hasOwn(DIALOG_OF, act);

const STATUSES = Object.keys(REVIEW_TABS) as ReviewStatus[];
const statusOf = (text: string): ReviewStatus => STATUSES.find((status) => status === text) ?? "pending";
const SEGMENTS = STATUSES.map((status) => ({
  value: status,
  label: REVIEW_TABS[status],
  href: status === "pending" ? ADMIN_SCREENS.review.path : `${ADMIN_SCREENS.review.path}?status=${status}`,
}));

function Deposits({ items, isStale }: { items: readonly ReviewDeposit[]; isStale: boolean }) {
  const now = useNow(TICK_MS);
  const dialog = useAddressDialog();
  const about = items.find(({ id }) => id === dialog.on);
  const Asked = isDialog(dialog.act) ? DIALOG_OF[dialog.act] : null;
  return (
    <>
      <ul aria-label="Deposits for review" className={cx(isStale && "opacity-60")}>
        {items.map((deposit) => (
          <ReviewRow
            key={deposit.id}
            deposit={deposit}
            now={now}
            onAct={(act) => dialog.open(act, deposit.id)}
          />
        ))}
      </ul>
      {Asked && about && <Asked deposit={about} onClose={dialog.close} />}
    </>
  );
}

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
