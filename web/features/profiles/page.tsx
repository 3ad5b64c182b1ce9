import { useQuery } from "@tanstack/react-query";
import { EyeOff } from "lucide-react";
import { Suspense } from "react";
import { useParams } from "wouter";
import type { Profile, ProfileStats } from "#domain/features/profiles/contract.ts";
import { LEVEL_SHOWN_MIN } from "#domain/player/level-shown.ts";
import { kindName } from "#web/features/house-flips/game-words.ts";
import { LevelProgress } from "#web/features/players/level-progress.tsx";
import { profileQuery } from "#web/features/profiles/queries.ts";
import NotFoundPage from "#web/layout/not-found-page.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { profileActions, profileSections } from "#web/layout/slots/profile-parts.ts";
import { isNotFound } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { monthOf, tenthsOfPercent } from "#web/lib/format.ts";
import { useParts } from "#web/lib/site.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Card, TitledCard } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";
import { LevelBadge } from "#web/ui/players/level-badge.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

type GameFigures = ProfileStats["games"][number];

const COLUMNS: readonly TableColumn<GameFigures>[] = [
  { title: "Game", isHeader: true, cell: kindName },
  { title: "Played", isNumeric: true, cell: ({ gamesPlayed }) => gamesPlayed },
  { title: "Win rate", isNumeric: true, cell: ({ winRate }) => tenthsOfPercent(winRate) },
  { title: "Wagered", isNumeric: true, isForWide: true, cell: ({ wagered }) => <Amount value={wagered} /> },
  {
    title: "Biggest win",
    isNumeric: true,
    isForWide: true,
    cell: ({ biggestWin }) => <Amount value={biggestWin} />,
  },
  { title: "Profit", isNumeric: true, cell: ({ profit }) => <Amount value={profit} signed /> },
];

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="rounded-control border border-line bg-sunken px-4 py-3">
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="mt-1 font-semibold text-ink tabular-nums">{children}</dd>
    </div>
  );
}

function Figures({ stats }: { stats: ProfileStats }) {
  return (
    <TitledCard id="figures" title="Statistics" description="RBX and TIX count alike; items at their values.">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure label="Games played">{stats.gamesPlayed}</Figure>
        <Figure label="Win rate">{tenthsOfPercent(stats.winRate)}</Figure>
        <Figure label="Wagered">
          <Amount value={stats.wagered} />
        </Figure>
        <Figure label="Profit">
          <Amount value={stats.profit} signed />
        </Figure>
      </dl>
      {stats.games.length > 0 && (
        <div className="mt-6">
          <DataTable
            caption="Statistics by game"
            columns={COLUMNS}
            rows={stats.games}
            rowKey={({ gameType }) => gameType}
          />
        </div>
      )}
    </TitledCard>
  );
}

function Person({ profile }: { profile: Profile }) {
  const session = useSession();
  const actions = useParts(profileActions);
  const isOwn = session.status === "signed-in" && session.user.id === profile.id;
  const { username, displayName, profileImageUrl, level, joinedAt } = profile;
  return (
    <Card className="mb-6">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={displayName} url={profileImageUrl} className="size-16 text-xl" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-ink">
            {displayName !== username && <bdi className="min-w-0 truncate">@{username}</bdi>}
            {level < LEVEL_SHOWN_MIN ? <span>Level {level}</span> : <LevelBadge level={level} />}
          </p>
          <p className="text-muted text-sm">
            Player since <time dateTime={joinedAt}>{monthOf(joinedAt)}</time>
          </p>
        </div>
        <Suspense fallback={null}>
          {!isOwn &&
            actions.map(({ View }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts are declared once, in one order
              <View key={at} profile={profile} />
            ))}
        </Suspense>
      </div>
      {isOwn && (
        <div className="mt-5 border-line border-t pt-4">
          <LevelProgress {...session.user} />
        </div>
      )}
    </Card>
  );
}

function Shown({ profile }: { profile: Profile }) {
  const sections = useParts(profileSections);
  return (
    <>
      <PageHeading title={profile.displayName} />
      <Suspense fallback={null}>
        <Person profile={profile} />
      </Suspense>
      <div className="space-y-6">
        {profile.stats === null ? (
          <Card>
            <EmptyState icon={EyeOff} text="This player's profile is hidden." />
          </Card>
        ) : (
          <Figures stats={profile.stats} />
        )}
        <Suspense fallback={null}>
          {sections.map(({ View }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are declared once, in one order
            <View key={at} profile={profile} />
          ))}
        </Suspense>
      </div>
    </>
  );
}

/** A player as others may see one. */
export default function ProfilePage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(profileQuery(id));
  if (data) return <Shown profile={data} />;
  if (isNotFound(error)) return <NotFoundPage />;
  return (
    <>
      <PageHeading title="Player" />
      <Unloaded {...{ error, refetch }} what="This player" rows={3} className="h-24" />
    </>
  );
}
