import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { nothing, part, type Wall } from "#web/gallery/part.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { LoadedList } from "#web/ui/lists/loaded-list.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";
import { RecordTable } from "#web/ui/lists/record-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton, SkeletonCards, SkeletonRows } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

interface Row {
  readonly name: string;
  readonly amount: string;
}

const ROWS: readonly Row[] = [
  { name: "alice", amount: "120.00" },
  { name: "bob", amount: "40.50" },
];

const COLUMNS: readonly TableColumn<Row>[] = [
  { title: "Player", isHeader: true, cell: ({ name }) => name },
  { title: "Game", isForWide: true, cell: () => "Coin flip" },
  { title: "Staked", isNumeric: true, cell: ({ amount }) => amount },
];

const EMPTY = { icon: Inbox, title: "Nothing yet", text: "What you play stands here." } as const;
const ONE_PAGE = { number: 1, cursor: undefined, toOlder: nothing, toNewer: nothing, toNewest: nothing };

/** The state of a query: pending, failed, or answered. */
type Standing = "loading" | "failed" | readonly Row[];

const useStanding = <T,>(of: string, standing: Standing, answer: (rows: readonly Row[]) => T) =>
  useQuery<T>({
    queryKey: ["gallery", of, standing],
    queryFn: () => {
      if (standing === "loading") return new Promise<never>(nothing);
      if (standing === "failed") throw new Error("No answer came.");
      return answer(standing);
    },
  });

function OneList({ standing }: { standing: Standing }) {
  const query = useStanding("rows", standing, (rows) => rows);
  return (
    <LoadedList<Row> of="Your games" query={query} rows={2} rowClassName="h-10" empty={EMPTY}>
      {({ name }) => <li key={name}>{name}</li>}
    </LoadedList>
  );
}

function OnePage({ standing }: { standing: Standing }) {
  const query = useStanding("pages", standing, (items) => ({ items, next: "c" }));
  return (
    <PagedList of="your bets" query={query} pages={ONE_PAGE} rows={2} empty={EMPTY}>
      {(_, { items }) => items.map(({ name }) => <p key={name}>{name}</p>)}
    </PagedList>
  );
}

const table = (isStale: boolean) => (
  <DataTable caption="Bets" columns={COLUMNS} rows={ROWS} rowKey={({ name }) => name} isStale={isStale} />
);

const records = (isStale: boolean) => (
  <RecordTable
    caption="Bets"
    columns={["Player", { title: "Staked", className: "text-right" }]}
    isStale={isStale}
  >
    {ROWS.map(({ name, amount }) => (
      <tr key={name} className="border-line border-t">
        <td className="py-2">{name}</td>
        <td className="py-2 text-right">{amount}</td>
      </tr>
    ))}
  </RecordTable>
);

const notice = (tone: "info" | "good" | "warn" | "bad") => (
  <Notice tone={tone} title="Sign-in is closed" action={<Button size="sm">Ask again</Button>}>
    It opens at noon.
  </Notice>
);

/** Lists, tables and what stands in their place. */
export const lists: Wall = {
  name: "lists",
  parts: [
    part("Card", { plain: <Card>A panel on the ground.</Card> }),
    part("CardHeader", {
      plain: <CardHeader title="Statistics" />,
      acting: <CardHeader title="Bets" actions={<Button size="sm">Export</Button>} />,
      full: (
        <CardHeader
          title="Bets"
          description="The newest first."
          actions={<Button size="sm">Export</Button>}
        />
      ),
    }),
    part("DataTable", { plain: table(false), stale: table(true) }),
    part("RecordTable", { plain: records(false), stale: records(true) }),
    part("LoadedList", {
      loading: <OneList standing="loading" />,
      failed: <OneList standing="failed" />,
      empty: <OneList standing={[]} />,
      full: <OneList standing={ROWS} />,
    }),
    part("PagedList", {
      loading: <OnePage standing="loading" />,
      failed: <OnePage standing="failed" />,
      empty: <OnePage standing={[]} />,
      full: <OnePage standing={ROWS} />,
    }),
    part("EmptyState", {
      plain: <EmptyState icon={Inbox} text="No games yet." />,
      full: <EmptyState {...EMPTY} action={<Button size="sm">Play</Button>} />,
    }),
    part("LoadError", { plain: <LoadError error={new Error("")} onRetry={nothing} /> }),
    part("Notice", { info: notice("info"), good: notice("good"), warn: notice("warn"), bad: notice("bad") }),
    part("Skeleton", { plain: <Skeleton className="h-5 w-32" /> }),
    part("SkeletonRows", { plain: <SkeletonRows rows={2} className="h-10" /> }),
    part("SkeletonCards", {
      plain: (
        <SkeletonCards count={2} testId="card" className="grid grid-cols-2 gap-3" cardClassName="p-4">
          <Skeleton className="h-5 w-16" />
        </SkeletonCards>
      ),
    }),
    part("TableSkeleton", { plain: <TableSkeleton rows={2} /> }),
    part("Spinner", { plain: <Spinner />, named: <Spinner label="Checking..." /> }),
  ],
};
