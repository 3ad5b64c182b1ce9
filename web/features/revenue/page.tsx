import type { ReactNode } from "react";
import type { Revenue, RevenueRow, SourceRow } from "#domain/features/revenue/contract.ts";
import { DollarsCard, usd } from "#web/features/revenue/dollars-card.tsx";
import {
  barsByDay,
  barsByGame,
  barsBySource,
  CURRENCIES,
  type Currency,
  gameName,
} from "#web/features/revenue/figures.ts";
import { GAME_PAGES, GamesCard } from "#web/features/revenue/games-card.tsx";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { useAddress } from "#web/lib/address.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { BarChart } from "#web/ui/charts/bar-chart.tsx";
import { BarList } from "#web/ui/charts/bar-list.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const FIELDS = [
  { name: "from", label: "From, UTC", type: "date" },
  { name: "to", label: "To, UTC", type: "date" },
] as const;
const BY = "day,game,currency";
const SKELETONS = 6;
const TONES = { RBX: "rbx", TIX: "tix" } as const;

type Days = { readonly from?: string; readonly to?: string };

/** The house's income and payments of some days, by day, game and currency. */
const revenueQuery = (days: Days) =>
  apiQuery("GET /admin/revenue", { input: { query: { ...days, by: BY } } });

const figure = (text: string) => (
  <span className={cx("whitespace-nowrap", text.startsWith("-") && "text-loss")}>
    {money(readMoney(text))}
  </span>
);

const ROWS: readonly TableColumn<RevenueRow>[] = [
  {
    title: "Day, UTC",
    isHeader: true,
    cell: ({ day }) => <span className="whitespace-nowrap">{day ?? "–"}</span>,
  },
  { title: "Game", cell: ({ game }) => <span className="whitespace-nowrap">{gameName(game ?? "–")}</span> },
  { title: "Currency", cell: ({ currency }) => currency },
  { title: "Games", isNumeric: true, cell: ({ games }) => games },
  { title: "Wagered", isNumeric: true, cell: ({ wagered }) => figure(wagered) },
  { title: "Paid out", isNumeric: true, cell: ({ paidOut }) => figure(paidOut) },
  { title: "Edge", isNumeric: true, cell: ({ edge }) => figure(edge) },
  { title: "Revenue", isNumeric: true, cell: ({ revenue }) => figure(revenue) },
];

const amount = (value: string | number) => (typeof value === "string" ? figure(value) : value);
const SOURCES: readonly TableColumn<SourceRow>[] = [
  { title: "Event", isHeader: true, cell: ({ type }) => type },
  { title: "Asset", cell: ({ asset }) => asset },
  { title: "Issued", isNumeric: true, cell: ({ issued }) => amount(issued) },
  { title: "Returned", isNumeric: true, cell: ({ returned }) => amount(returned) },
];

function Tile({ label, children, note }: { label: string; children: ReactNode; note?: string }) {
  return (
    <div className="bg-sunken px-4 py-3">
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="mt-0.5 font-semibold text-ink">
        {children}
        {note && <span className="block font-normal text-faint text-xs">{note}</span>}
      </dd>
    </div>
  );
}

const copies = (count: number): string => (count === 1 ? "1 copy" : `${count} copies`);

function Tiles({ data }: { data: Revenue | undefined }) {
  if (!data) return <Skeleton className="h-144 rounded-control sm:h-52" />;
  const { bank, exposure, issued } = data;
  return (
    // Three columns: RBX, TIX and the rest.
    <dl className="grid gap-px overflow-hidden rounded-control border border-line bg-line sm:grid-cols-3">
      {CURRENCIES.map((currency) => (
        <Tile key={currency} label={`Bank in ${currency}`}>
          {figure(bank[currency])}
        </Tile>
      ))}
      <Tile label="Bank in dollars">{usd(bank.USD)}</Tile>
      {CURRENCIES.map((currency) => (
        <Tile key={currency} label={`Exposure in ${currency}`}>
          {figure(exposure[currency])}
        </Tile>
      ))}
      <Tile label="Exposure in items" note={copies(exposure.items.copies)}>
        {figure(exposure.items.value)}
      </Tile>
      {CURRENCIES.map((currency) => (
        <Tile key={currency} label={`In circulation, ${currency}`}>
          {figure(issued[currency])}
        </Tile>
      ))}
      <Tile label="Bank in items" note={copies(bank.items.copies)}>
        {figure(bank.items.value)}
      </Tile>
    </dl>
  );
}

function Plots({ data }: { data: Revenue }) {
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      {CURRENCIES.map((currency) => (
        <BarChart
          key={currency}
          title="Revenue by day"
          unit={currency}
          tone={TONES[currency]}
          of="Day, UTC"
          bars={barsByDay(data, currency)}
        />
      ))}
      <Lists title="Revenue by game" of={(currency) => barsByGame(data, currency)} />
    </div>
  );
}

interface ListsProps {
  readonly title: string;
  readonly of: (currency: Currency) => ReturnType<typeof barsByGame>;
}

/** One list of bars for each currency that has any. */
function Lists({ title, of }: ListsProps) {
  return CURRENCIES.map((currency) => {
    const bars = of(currency);
    if (bars.length === 0) return null;
    return <BarList key={currency} title={title} unit={currency} tone={TONES[currency]} bars={bars} />;
  });
}

const dayStart = (day: string): string => `${day}T00:00:00Z`;

interface PartProps {
  readonly data: Revenue | undefined;
  readonly error: Error | null;
  readonly isStale: boolean;
}

/** The house's revenue by day, game and currency. */
function RevenueParts({ data, error, isStale, onRetry }: PartProps & { readonly onRetry: () => void }) {
  if (error) return <LoadError error={error} what="The revenue" onRetry={onRetry} />;
  if (!data) return <TableSkeleton rows={SKELETONS} rowClassName="h-20" />;
  return (
    <div className={cx("space-y-6", isStale && "opacity-60")}>
      <Plots data={data} />
      {data.items.length === 0 ? (
        <p className="text-muted text-sm">No game was settled in these days.</p>
      ) : (
        <DataTable
          caption="Revenue by day, game and currency"
          columns={ROWS}
          rows={data.items}
          rowKey={({ day, game, currency }) => `${day} ${game} ${currency}`}
        />
      )}
    </div>
  );
}

/** Issuance and returns, by event. */
function SourcesCard({ data, error, isStale }: PartProps) {
  return (
    <TitledCard
      id="sources"
      title="Issuance and sinks"
      description="What entered and left circulation in these days, by event."
    >
      {data && (
        <div className="mb-8 grid gap-8 lg:grid-cols-2">
          <Lists title="Issued less returned" of={(currency) => barsBySource(data, currency)} />
        </div>
      )}
      {data ? (
        <DataTable
          caption="What was issued and returned, by event"
          columns={SOURCES}
          rows={data.sources}
          rowKey={({ type, asset }) => `${type} ${asset}`}
          isStale={isStale}
        />
      ) : (
        !error && <TableSkeleton rows={3} rowClassName="h-11" />
      )}
    </TitledCard>
  );
}

/** The house's income, holdings, exposure and issuance. */
export default function HousePage() {
  const { get, change } = useAddress(GAME_PAGES);
  const values = { from: get("from"), to: get("to") };
  const days: Days = {
    ...(values.from && { from: dayStart(values.from) }),
    ...(values.to && { to: dayStart(values.to) }),
  };
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(revenueQuery(days));
  const part = { data, error, isStale: isPlaceholderData };
  return (
    <AdminFrame title="House" description="What the house holds now, and what it took in and paid out.">
      <TitledCard id="bank" title="Bank and exposure" description="As of the newest event.">
        {!data && error ? (
          <LoadError error={error} what="The bank" onRetry={() => void refetch()} />
        ) : (
          <Tiles data={data} />
        )}
      </TitledCard>
      <TitledCard
        id="revenue"
        title="Revenue"
        description={data ? `${data.from} to ${data.to}, days in UTC.` : "Days in UTC."}
        actions={<ExportLinks of="revenue" path="/admin/revenue" query={{ ...days, by: BY }} />}
      >
        <div className="mb-6">
          <FilterForm label="Choose days" fields={FIELDS} values={values} action="Show" onApply={change} />
        </div>
        <RevenueParts {...part} onRetry={() => void refetch()} />
      </TitledCard>
      <DollarsCard data={data} isStale={isPlaceholderData} hasFailed={Boolean(error)} />
      <GamesCard days={days} />
      <SourcesCard {...part} />
    </AdminFrame>
  );
}
