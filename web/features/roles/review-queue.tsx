import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { useAddress } from "#web/lib/address.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { REVIEWS_PER_PAGE, usePages } from "#web/lib/pages.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Segments } from "#web/ui/forms/segments.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";

/** What leads to the pages of the list. */
const PAGES = "before";
/** What waits for a review has this status, and the queue begins with it. */
const PENDING = "pending";

type Listed<T> = { items: T[]; next: string | null };

interface ReviewQueueProps<S extends string, T, K extends QueryKey> {
  readonly title: string;
  readonly description: string;
  /** What is reviewed, such as `cash-outs`. */
  readonly of: string;
  /** Its address. */
  readonly path: string;
  /** The address of its list below `/api`, where that is another one. */
  readonly list?: string;
  /** The statuses in their order, and how each is called. */
  readonly statuses: { readonly [K in S]: { readonly label: string } };
  /** What is said where there is none. */
  readonly nothing: { readonly [K in S]: { readonly title?: string; readonly text: string } };
  readonly queryOf: (status: S, next: string | undefined) => UseQueryOptions<Listed<T>, Error, Listed<T>, K>;
  readonly children: (items: readonly T[], isStale: boolean) => ReactNode;
}

/** A console screen with players' requests, by status. */
export function ReviewQueue<S extends string, T, K extends QueryKey>(props: ReviewQueueProps<S, T, K>) {
  const { title, description, of, path, list = path, nothing, queryOf, children } = props;
  const { get } = useAddress();
  const statuses = Object.keys(props.statuses) as S[];
  const labelOf = (status: S) => (status === PENDING ? "Waiting" : props.statuses[status].label);
  const status = statuses.find((one) => one === get("status")) ?? (PENDING as S);
  const pages = usePages(PAGES);
  const query = useSteadyQuery(queryOf(status, pages.cursor));
  const segments = statuses.map((value) => ({
    value,
    label: labelOf(value),
    href: value === PENDING ? path : `${path}?status=${value}`,
  }));
  return (
    <AdminFrame title={title} description={description}>
      <Segments
        label={`Which ${of}`}
        segments={segments}
        value={status}
        className="grid grid-cols-2 sm:flex sm:w-fit sm:flex-wrap"
      />
      <TitledCard
        id="queue"
        title={labelOf(status)}
        actions={<ExportLinks of={of} path={list} query={{ status }} />}
        className="scroll-mt-20"
      >
        <PagedList
          of={of}
          query={query}
          pages={pages}
          rows={REVIEWS_PER_PAGE / 4}
          rowClassName="h-36"
          empty={{ icon: Inbox, ...nothing[status] }}
        >
          {(items: readonly T[]) => children(items, query.isPlaceholderData)}
        </PagedList>
      </TitledCard>
    </AdminFrame>
  );
}
