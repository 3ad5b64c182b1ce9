import { ChartColumn } from "lucide-react";
import { useState } from "react";
import type { Analytics } from "#domain/features/purchases/contract.ts";
import { Price } from "#web/features/listings/listing-face.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { readMoney, shortDay } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { BarChart } from "#web/ui/charts/bar-chart.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { Radios } from "#web/ui/forms/choice.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const PERIODS = { week: "7 days", month: "30 days", all: "All time" } as const;
const PERCENT = 100;
const DAY_S = 86_400;
const HOUR_S = 3_600;

const analyticsQuery = (period: Analytics["period"]) =>
  apiQuery("GET /shop/analytics", { input: { query: { period } }, topics: ["shop", "balance"] });

function span(seconds: number): string {
  if (seconds >= 2 * DAY_S) return `${Math.round(seconds / DAY_S)} days`;
  const hours = Math.round(seconds / HOUR_S);
  return hours === 0 ? "less than an hour" : hours === 1 ? "1 hour" : `${hours} hours`;
}

function Figures({ data }: { data: Analytics }) {
  const { conversion, secondsToSell } = data;
  return (
    <Card aria-label="Figures">
      <h2 className="font-semibold text-ink text-lg">Figures</h2>
      <Facts className="mt-2">
        <Fact label="Sales">{data.sales}</Fact>
        <Fact label="Paid by buyers">
          <Price price={data.revenue} />
        </Fact>
        <Fact label="Fees">
          <Price price={data.fees} />
        </Fact>
        <Fact label="You receive">
          <Price price={data.net} />
        </Fact>
        <Fact label="Views">{data.views}</Fact>
        <Fact label="Sales per view">
          {conversion === null ? "–" : `${(conversion / PERCENT).toFixed(2)}%`}
        </Fact>
        <Fact label="Time to sell">{secondsToSell === null ? "–" : span(secondsToSell)}</Fact>
        <Fact label="For sale now">{data.activeListings}</Fact>
        <Fact label="Complaints">{data.complaints}</Fact>
        <Fact label="Disputes">{data.disputes}</Fact>
        <Fact label="Taken back">{data.takenBack}</Fact>
      </Facts>
    </Card>
  );
}

function Plot({ days }: Pick<Analytics, "days">) {
  return (
    <Card aria-label="Sales by day">
      <h2 className="mb-4 font-semibold text-ink text-lg">Sales by day</h2>
      {days.length === 0 ? (
        <EmptyState icon={ChartColumn} text="Nothing was sold in this period" />
      ) : (
        <BarChart
          title="What you receive by day"
          unit="USD"
          tone="rbx"
          of="Day, UTC"
          bars={days.map(({ day, net }) => ({ label: day, short: shortDay(day), value: readMoney(net) }))}
        />
      )}
    </Card>
  );
}

/** Figures on the player's own sales. */
export default function AnalyticsTab() {
  const [period, setPeriod] = useState<Analytics["period"]>("month");
  const { data, error, refetch } = useSteadyQuery(analyticsQuery(period));
  return (
    <div className="space-y-6">
      <div className="max-w-md">
        <Radios legend="Period" isLegendHidden options={PERIODS} value={period} onChange={setPeriod} />
      </div>
      {!data && (
        <Card>
          <Unloaded {...{ error, refetch }} what="Your figures" rows={4} className="h-14" />
        </Card>
      )}
      {data && (
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:items-start">
          <Figures data={data} />
          <Plot days={data.days} />
        </div>
      )}
    </div>
  );
}
