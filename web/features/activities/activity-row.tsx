import { Dices, Gem, type LucideIcon, Sparkles, TrendingUp, Trophy, Users } from "lucide-react";
import { Link } from "wouter";
import type { Activity } from "#domain/features/activities/contract.ts";
import { shortTime } from "#web/lib/format.ts";
import { Avatar } from "#web/ui/players/avatar.tsx";
import { LevelBadge } from "#web/ui/players/level-badge.tsx";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  level: TrendingUp,
  win: Trophy,
  item: Gem,
  game: Dices,
  friend: Users,
};

/** Something that a player did: who, what and when. */
export function ActivityRow({ activity }: { activity: Activity }) {
  const { user, type, description, createdAt, isPublic } = activity;
  const Icon = ICONS[type] ?? Sparkles;
  return (
    <li className="flex items-start gap-3 py-3">
      <Avatar name={user.displayName} url={user.profileImageUrl} className="size-10" />
      <div className="min-w-0 flex-1 sm:flex sm:items-start sm:gap-3">
        <div className="min-w-0 sm:flex-1">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2">
            <Link
              href={`/players/${user.id}`}
              className="tap min-w-0 truncate font-semibold text-ink underline-offset-4 hover:underline"
            >
              <bdi>{user.displayName}</bdi>
            </Link>
            <LevelBadge level={user.level} />
          </p>
          <p className="mt-0.5 flex items-start gap-2 text-muted text-sm">
            <Icon className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
            <span className="min-w-0 break-words">{description}</span>
          </p>
        </div>
        <p className="mt-1 flex shrink-0 gap-x-3 text-faint text-xs sm:mt-0 sm:block sm:text-right">
          <time dateTime={createdAt}>{shortTime(createdAt)}</time>
          {!isPublic && <span className="sm:block">Not public</span>}
        </p>
      </div>
    </li>
  );
}
