import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { GameStats } from "#domain/features/house-flips/contract.ts";
import { statsQuery } from "#web/features/house-flips/queries.ts";
import { RecentGames } from "#web/features/house-flips/recent-games.tsx";
import { useUser } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { bothExactly, lostMoney, readMoney, signedMoney, winRate } from "#web/lib/format.ts";
import { balanceOf } from "#web/lib/stakes/stake.ts";
import { Amount } from "#web/ui/amount.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Rounded } from "#web/ui/charts/rounded.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

interface RowProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  /** Sets the row off from those above, as their sum. */
  readonly isTotal?: boolean;
}

function Row({ label, children, isTotal = false }: RowProps) {
  return (
    <div
      className={cx(
        "flex min-h-9 items-center justify-between gap-3",
        isTotal && "mt-2 border-line border-t pt-2",
      )}
    >
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-ink text-sm">{children}</dd>
    </div>
  );
}

function BalanceCard() {
  const user = useUser();
  const rbx = balanceOf(user, "rbx");
  const tix = balanceOf(user, "tix");
  return (
    <TitledCard id="your-balance" title="Your Balance">
      <dl>
        <Row label={<SideBadge side="rbx" />}>
          <Rounded as="whole" amount={rbx} currency="RBX" />
        </Row>
        <Row label={<SideBadge side="tix" />}>
          <Rounded as="whole" amount={tix} currency="TIX" />
        </Row>
        <Row label="Total Value" isTotal>
          <Rounded
            as="whole"
            amount={rbx + tix}
            currency="RBX"
            isCurrencyShown
            detail={bothExactly(rbx, tix)}
          />
        </Row>
      </dl>
    </TitledCard>
  );
}

interface Figure {
  readonly label: string;
  readonly note?: string;
  readonly of: (stats: GameStats) => ReactNode;
}

const FIGURES: readonly Figure[] = [
  { label: "Games Played", of: (stats) => stats.gamesPlayed },
  { label: "Win Rate %", of: (stats) => winRate(stats.wins, stats.totalGames) },
  {
    label: "Total Won",
    note: "The profit of the games you won: pay-out minus bet. RBX and TIX are added 1:1.",
    of: (stats) => signedMoney(readMoney(stats.totalWon)),
  },
  {
    label: "Total Lost",
    note: "The bets of the games you lost. RBX and TIX are added 1:1.",
    of: (stats) => lostMoney(readMoney(stats.totalLost)),
  },
  {
    label: "Net Profit",
    of: (stats) => <Amount signed value={readMoney(stats.totalWon) - readMoney(stats.totalLost)} />,
  },
];

function StatisticsCard() {
  const { data, error, refetch } = useQuery(statsQuery);
  return (
    <TitledCard id="statistics" title="Statistics">
      {!data && error ? (
        <LoadError error={error} what="Your statistics" onRetry={() => void refetch()} />
      ) : (
        <dl>
          {FIGURES.map(({ label, note, of }) => (
            <Row key={label} label={note ? <Noted note={note}>{label}</Noted> : label}>
              {data ? of(data) : <Skeleton className="h-5 w-16" />}
            </Row>
          ))}
        </dl>
      )}
    </TitledCard>
  );
}

/** What the player holds, has won and lost, and played last. */
export function Sidebar() {
  return (
    <aside aria-label="Your account" className="grid content-start gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <BalanceCard />
      <StatisticsCard />
      <TitledCard id="recent-games" title="Recent Games" className="sm:col-span-2 lg:col-span-1">
        <RecentGames />
      </TitledCard>
    </aside>
  );
}
