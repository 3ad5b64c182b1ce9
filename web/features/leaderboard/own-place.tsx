import { Trophy } from "lucide-react";
import type { LeaderboardRow } from "#domain/features/leaderboard/contract.ts";
import { SignInButton } from "#web/layout/header/sign-in-button.tsx";
import type { Session } from "#web/lib/api/session.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { Amount } from "#web/ui/amount.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

function Place({ row }: { row: LeaderboardRow }) {
  return (
    <dl className="grid grid-cols-3 gap-3 lg:grid-cols-1">
      <div>
        <dt className="text-faint text-xs">Rank</dt>
        <dd className="font-bold text-ink text-xl tracking-tight lg:text-4xl">#{row.rank}</dd>
      </div>
      <div>
        <dt className="text-faint text-xs">Wagered</dt>
        <dd className="font-semibold text-ink text-sm leading-7 lg:text-base">
          {money(readMoney(row.wagered))}
        </dd>
      </div>
      <div>
        <dt className="text-faint text-xs">Profit</dt>
        <dd className="font-semibold text-sm leading-7 lg:text-base">
          <Amount signed value={row.profit} />
        </dd>
      </div>
    </dl>
  );
}

interface OwnPlaceProps {
  readonly session: Session;
  readonly rows: readonly LeaderboardRow[] | undefined;
  readonly own: LeaderboardRow | undefined;
  /** The board could not be loaded. */
  readonly isFailed: boolean;
}

function Body({ session, rows, own, isFailed }: OwnPlaceProps) {
  if (session.status === "signed-out") {
    return (
      <div className="space-y-4">
        <p className="text-muted text-sm">Sign in to see where you stand.</p>
        <SignInButton size="sm" />
      </div>
    );
  }
  if (isFailed) return <p className="text-muted text-sm">Shown once the board has loaded.</p>;
  if (!rows || session.status !== "signed-in") return <Skeleton className="h-12 lg:h-40" />;
  if (own) return <Place row={own} />;
  return (
    <p className="flex gap-3 text-muted text-sm">
      <Trophy className="size-5 shrink-0 text-faint" aria-hidden="true" />
      {rows.length === 0
        ? "Nobody is on this board yet. One flip puts you in the lead."
        : `You are not in the top ${rows.length} of this board yet.`}
    </p>
  );
}

/** Where the player stands on the board that is shown. */
export function OwnPlace(props: OwnPlaceProps) {
  return (
    <TitledCard id="your-place" title="Your place">
      {/* Every state has the height of the figures: the board below does not move on a phone. */}
      <div className="min-h-12">
        <Body {...props} />
      </div>
    </TitledCard>
  );
}
