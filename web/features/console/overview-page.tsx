import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Counted, Overview } from "#domain/features/console/contract.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime, duration, money, readMoney } from "#web/lib/format.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { LINKED } from "#web/ui/button.tsx";
import { Card, TitledCard } from "#web/ui/card.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadErrorCard } from "#web/ui/load-error.tsx";
import { Notice, type NoticeTone } from "#web/ui/notice.tsx";

/** Polling interval of the overview while the live stream is down. */
const OVERVIEW_POLL_MS = 30_000;
/** A read model that waits longer than this is an alert. */
const LAG_ALERT_MS = 10_000;
/** Time without a finished nightly check after which one is overdue. */
const CHECK_ALERT_MS = 36 * 3_600_000;

// Not refetched with every bet: adding up the balances costs too much.
const overviewQuery = apiQuery("GET /admin/overview", {
  topics: ["reviews", "stakes"],
  pollMs: OVERVIEW_POLL_MS,
});

interface Alert {
  readonly key: string;
  readonly tone: NoticeTone;
  readonly title: string;
  readonly text?: string;
  readonly href: string;
  readonly link: string;
}

const system = { href: "/admin/system", link: "System" };

/** What an admin has to know now, worst first. */
export function alertsOf({ stakes, readModels, bank, custody }: Overview, now: number): readonly Alert[] {
  const alerts: Alert[] = [...custodyAlerts(custody)];
  if (stakes.halted) {
    const since = stakes.since === null ? "" : ` Since ${dateAndTime(stakes.since)}.`;
    const text = `${stakes.reason ?? ""}${since}`;
    alerts.push({ key: "halted", tone: "bad", title: "Stakes are halted", text, ...system });
  }
  const check = stakes.lastCheck;
  if (check?.problem != null) {
    const title = `The nightly check of ${check.night} (UTC) found a problem`;
    alerts.push({ key: "check", tone: "bad", title, text: check.problem, ...system });
  } else if (check !== null && now - Date.parse(check.beganAt) > CHECK_ALERT_MS) {
    const title = `The last nightly check began ${dateAndTime(check.beganAt)}`;
    alerts.push({ key: "check", tone: "warn", title, ...system });
  }
  if (readModels.stopped > 0)
    alerts.push({
      key: "stopped",
      tone: "bad",
      title: `${readModels.stopped} read models have stopped`,
      ...system,
    });
  else if (readModels.waitedMs > LAG_ALERT_MS) {
    const title = `Read models are ${readModels.lag} events behind`;
    alerts.push({ key: "lag", tone: "warn", title, text: duration(readModels.waitedMs), ...system });
  }
  for (const { currency, bank: held, floor, state } of bank) {
    if (state === "fine") continue;
    const title =
      state === "stopped"
        ? `No stakes in ${currency}: the bank is below its floor`
        : `The ${currency} bank is near its floor`;
    const text = `${money(readMoney(held))} held, floor ${money(readMoney(floor))}.`;
    const tone = state === "stopped" ? "bad" : "warn";
    alerts.push({ key: currency, tone, title, text, href: "/admin/house", link: "House" });
  }
  return alerts;
}

/** The house lacks something that it should have in custody. */
function custodyAlerts({ seenElsewhere, longest }: Overview["custody"]): readonly Alert[] {
  if (seenElsewhere.count === 0) return [];
  const title = `Items in custody that the platform shows in a player's inventory: ${countText(seenElsewhere)}`;
  const text = longest
    .map(({ copy, itemName, player, lastSeenAt }) => {
      const who = player?.username ?? "an erased player";
      return `${itemName} (${copy}) at ${who}, last seen ${dateAndTime(lastSeenAt)}.`;
    })
    .join(" ");
  return [{ key: "custody", tone: "bad", title, text, href: "/admin/withdrawals", link: "Withdrawals" }];
}

const countText = ({ count, isMore }: Counted): string => `${count}${isMore ? "+" : ""}`;

interface TileProps {
  readonly label: string;
  readonly href: string;
  readonly note?: string;
  readonly isWarning?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A figure that leads to its page. */
function Tile({ label, href, note, isWarning = false, className, children }: TileProps) {
  return (
    <li className={cx("bg-sunken", className)}>
      <Link href={href} className="block h-full px-3 py-3 sm:px-4 transition-colors hover:bg-raised">
        <span className="block text-faint text-xs">{label}</span>
        <span
          className={cx(
            "mt-0.5 block font-semibold text-base tabular-nums [overflow-wrap:anywhere] sm:text-xl",
            isWarning ? "text-warn" : "text-ink",
          )}
        >
          {children}
        </span>
        {note && <span className="block text-faint text-xs">{note}</span>}
      </Link>
    </li>
  );
}

interface TilesProps {
  readonly label: string;
  readonly columns: string;
  readonly children: ReactNode;
}

function Tiles({ label, columns, children }: TilesProps) {
  return (
    <ul
      aria-label={label}
      className={cx(
        "grid grid-cols-2 gap-px overflow-hidden rounded-control border border-line bg-line max-sm:*:last:odd:col-span-2",
        columns,
      )}
    >
      {children}
    </ul>
  );
}

function Waiting({ waiting }: Pick<Overview, "waiting">) {
  const { deposits, cashouts, withdrawals, secondApprovals, proposals } = waiting;
  return (
    <TitledCard id="waiting" title="Waiting">
      <Tiles label="Pending work" columns="sm:grid-cols-5">
        <Tile label="Deposits to review" href="/admin/review" isWarning={deposits.count > 0}>
          {countText(deposits)}
        </Tile>
        <Tile label="Cash-outs to review" href="/admin/cashouts" isWarning={cashouts.count > 0}>
          {countText(cashouts)}
        </Tile>
        <Tile label="Withdrawals to review" href="/admin/withdrawals" isWarning={withdrawals.count > 0}>
          {countText(withdrawals)}
        </Tile>
        <Tile
          label="Waiting for a second approval"
          href="/admin/proposals"
          isWarning={secondApprovals.count > 0}
        >
          {countText(secondApprovals)}
        </Tile>
        <Tile label="Needs a second admin" href="/admin/proposals" isWarning={proposals.count > 0}>
          {countText(proposals)}
        </Tile>
      </Tiles>
    </TitledCard>
  );
}

function Alerts({ overview }: { overview: Overview }) {
  const alerts = alertsOf(overview, Date.now());
  const check = overview.stakes.lastCheck;
  return (
    <TitledCard id="alerts" title="Alerts">
      {alerts.length === 0 && <p className="text-muted text-sm">No alerts.</p>}
      <ul className="space-y-3">
        {alerts.map(({ key, tone, title, text, href, link }) => (
          <li key={key}>
            <Notice
              tone={tone}
              title={title}
              action={
                <Link href={href} className={LINKED}>
                  {link}
                </Link>
              }
            >
              {text}
            </Notice>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-faint text-sm">
        {check === null ? "No nightly check yet." : `Last nightly check: ${check.night} UTC.`} Log position{" "}
        {overview.position}, {overview.readModels.count} read models.
      </p>
    </TitledCard>
  );
}

function Figures({ overview: { bank, players, today, day } }: { overview: Overview }) {
  return (
    <TitledCard id="figures" title="Key figures" description={`Today is ${day}, UTC.`}>
      {/* A figure in RBX and the same in TIX side by side, at every width. */}
      <Tiles label="Key figures" columns="lg:grid-cols-4">
        {bank.map(({ currency, bank: held }) => (
          <Tile key={currency} label={`Bank in ${currency}`} href="/admin/house">
            {money(readMoney(held))}
          </Tile>
        ))}
        {bank.map(({ currency, escrow }) => (
          <Tile key={`${currency} escrow`} label={`Open escrow in ${currency}`} href="/admin/accounts">
            {money(readMoney(escrow))}
          </Tile>
        ))}
        {today.map(({ currency, games, wagered }) => (
          <Tile
            key={`${currency} games`}
            label={`Bets today in ${currency}`}
            href="/admin/house"
            note={`${money(readMoney(wagered))} wagered`}
          >
            {games}
          </Tile>
        ))}
        {today.map(({ currency, revenue }) => (
          <Tile
            key={`${currency} revenue`}
            label={`Revenue today in ${currency}`}
            href="/admin/house"
            isWarning={revenue.startsWith("-")}
          >
            {money(readMoney(revenue))}
          </Tile>
        ))}
        <Tile label="Players" href="/admin/players" className="col-span-2 lg:col-span-4">
          {countText(players)}
        </Tile>
      </Tiles>
    </TitledCard>
  );
}

/** Pending work, problems and today's figures: the console's first screen. */
export default function OverviewPage() {
  const { data, error, refetch, isFetching } = useQuery(overviewQuery);
  let shown: ReactNode = (
    <Card>
      <TableSkeleton rows={8} rowClassName="h-16" />
    </Card>
  );
  if (data)
    shown = (
      <>
        <Waiting waiting={data.waiting} />
        <Alerts overview={data} />
        <Figures overview={data} />
      </>
    );
  else if (error) shown = <LoadErrorCard {...{ error, refetch }} what="The overview" />;
  return (
    <AdminFrame
      title="Overview"
      description="Pending work, problems and today's figures."
      actions={
        <ActionButton isUnavailable={isFetching} onClick={() => void refetch()}>
          Refresh
        </ActionButton>
      }
    >
      {shown}
    </AdminFrame>
  );
}
