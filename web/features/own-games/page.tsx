import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn, Hourglass } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Course, Streaks } from "#domain/features/own-games/contract.ts";
import { NO_GAMES } from "#web/features/house-flips/messages.ts";
import { FiguresTable } from "#web/features/own-games/figures-table.tsx";
import { courseQuery, figuresQuery } from "#web/features/own-games/queries.ts";
import { responsiblePlayQuery } from "#web/features/responsible-play/query.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import type { Answer } from "#web/lib/api/api.ts";
import { cx } from "#web/lib/cx.ts";
import { readMoney, shortTime } from "#web/lib/format.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { BarChart } from "#web/ui/charts/bar-chart.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Figure } from "#web/ui/facts.tsx";
import { LoadErrorCard } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const HEADING = { title: "Statistics", description: "Your results over time and by game." };

const TONES = { RBX: "rbx", TIX: "tix" } as const;
const ALL = {};

function SessionCard() {
  const { data, error, refetch } = useQuery(responsiblePlayQuery);
  const since = data?.session.startedAt;
  return (
    <TitledCard
      id="session"
      title="This session"
      description={since ? `Since ${shortTime(since)}.` : "From your first bet until you stop playing."}
    >
      {!data && <Unloaded {...{ error, refetch }} what="Your session" rows={1} className="h-35" />}
      {data && !since && <EmptyState icon={Hourglass} text="You are not playing at the moment." />}
      {since && (
        <FiguresTable
          wanted={{ from: since }}
          caption="This session by game and currency"
          none="No round has ended in this session yet."
        />
      )}
    </TitledCard>
  );
}

const rounds = (count: number): string => `${count} ${count === 1 ? "round" : "rounds"}`;

function StreakFigures({ streaks: { current, longestWin, longestLoss } }: { streaks: Streaks }) {
  const now = current === null ? "None yet" : `${rounds(current.games)} ${current.won ? "won" : "lost"}`;
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      <Figure label="Now">{now}</Figure>
      <Figure label="Longest win">{rounds(longestWin)}</Figure>
      <Figure label="Longest loss">{rounds(longestLoss)}</Figure>
    </dl>
  );
}

function Courses({ courses }: { courses: readonly Course[] }) {
  if (courses.length === 0) return <EmptyState icon={ChartNoAxesColumn} text={NO_GAMES} />;
  return (
    <div className={cx("grid gap-6", courses.length > 1 && "sm:grid-cols-2")}>
      {courses.map(({ currency, games, points }) => (
        <BarChart
          key={currency}
          title={`Net over your last ${rounds(games)}`}
          unit={currency}
          tone={TONES[currency]}
          of="Rounds"
          bars={points.map((point) => ({
            label: `${rounds(point.games)}, ${shortTime(point.at)}`,
            short: String(point.games),
            value: readMoney(point.net),
          }))}
        />
      ))}
    </div>
  );
}

/** Whether the session's card has its height; once it has, later changes are the player's own. */
function useIsSessionKnown(): boolean {
  const [wasKnown, setKnown] = useState(false);
  const play = useQuery(responsiblePlayQuery);
  const from = play.data?.session.startedAt ?? "";
  const figures = useQuery({ ...figuresQuery({ from }), enabled: from !== "" });
  const isKnown = wasKnown || !(play.isLoading || figures.isLoading);
  if (isKnown !== wasKnown) setKnown(isKnown);
  return isKnown;
}

/** Results over time and by game: no card before those above it have their heights, which depend on the games. */
function ResultCards({ data, error, refetch }: UseQueryResult<Answer<"GET /games/course">>) {
  return (
    <>
      {!data && error ? (
        <LoadErrorCard {...{ error, refetch }} what="Your results" />
      ) : (
        <TitledCard id="net" title="Net" description="What you were paid, less what you staked.">
          {data ? <Courses courses={data.courses} /> : <SkeletonRows rows={1} className="h-60" />}
        </TitledCard>
      )}
      {data && (
        <TitledCard id="streaks" title="Streaks" description="Rounds won or lost in a row, in all games.">
          <StreakFigures streaks={data.streaks} />
        </TitledCard>
      )}
      {(data || error) && (
        <TitledCard id="by-game" title="By game" description="Items count at their values, in RBX.">
          <FiguresTable wanted={ALL} caption="All your games by game and currency" none={NO_GAMES} />
        </TitledCard>
      )}
    </>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** A player's results: this session, over time, and by game. */
export default function StatsPage() {
  const isSessionKnown = useIsSessionKnown();
  // Asked at once, so that no card waits for the answer of another.
  const course = useQuery(courseQuery);
  useQuery(figuresQuery(ALL));
  return (
    <>
      <PageHeading
        {...HEADING}
        actions={
          <Link href="/history" className={buttonClass({ size: "sm" })}>
            See every game
          </Link>
        }
      />
      <div className="space-y-6">
        <SessionCard />
        {isSessionKnown && <ResultCards {...course} />}
      </div>
    </>
  );
}
