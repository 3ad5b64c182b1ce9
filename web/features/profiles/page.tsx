import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { Suspense } from "react";
import { Link, useParams } from "wouter";
import type { Profile, ProfileStats } from "#domain/features/profiles/contract.ts";
import { LEVEL_SHOWN_MIN } from "#domain/player/level-shown.ts";
import type { Privacy } from "#domain/player/privacy.ts";
import { kindName } from "#web/features/house-flips/game-words.ts";
import { LevelProgress } from "#web/features/players/level-progress.tsx";
import { privacyQuery, profileQuery } from "#web/features/profiles/queries.ts";
import NotFoundPage from "#web/layout/not-found-page.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { profileActions, profileSections } from "#web/layout/slots/profile-parts.ts";
import { isNotFound } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { monthOf, tenthsOfPercent } from "#web/lib/format.ts";
import { useParts } from "#web/lib/site.ts";
import { Amount } from "#web/ui/amount.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, TitledCard } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";
import { LevelBadge } from "#web/ui/players/level-badge.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
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

/** Keeps the place of what can be done on a profile: on a phone it is a line of its own. */
const ACTIONS_PLACE = <Skeleton className="h-11 w-44 sm:h-9" />;

const SEEN_BY: Readonly<Record<Privacy["profile"], string>> = {
  public: "Seen by everyone",
  friends: "Seen by friends",
  hidden: "Seen by nobody else",
};

/** Who else sees the player's own profile, and the way to change that. */
function OwnVisibility() {
  const { data, error } = useQuery(privacyQuery);
  if (!data) return error ? null : ACTIONS_PLACE;
  const Icon = data.profile === "hidden" ? EyeOff : Eye;
  return (
    <Link href="/settings#privacy" className={buttonClass({ size: "sm" })}>
      <Icon className="size-4" aria-hidden="true" />
      {SEEN_BY[data.profile]}
    </Link>
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
        <Avatar name={displayName} url={profileImageUrl} className="size-16 text-xl!" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-ink">
            {displayName !== username && <bdi className="min-w-0 truncate">@{username}</bdi>}
            {/* Below a badge, the player's own level stands beside its progress. */}
            {level >= LEVEL_SHOWN_MIN ? <LevelBadge level={level} /> : !isOwn && <span>Level {level}</span>}
          </p>
          <p className="text-muted text-sm">
            Player since <time dateTime={joinedAt}>{monthOf(joinedAt)}</time>
          </p>
        </div>
        {isOwn && <OwnVisibility />}
        <Suspense fallback={session.status === "signed-in" && profile.stats !== null && ACTIONS_PLACE}>
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
