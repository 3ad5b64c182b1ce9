import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useParams } from "wouter";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { Creator, EdgeWarning, GameTerms, KindBadge } from "#web/features/user-games/game-face.tsx";
import { TermsNotice } from "#web/features/user-games/make/changed-terms.tsx";
import { Versions } from "#web/features/user-games/make/versions.tsx";
import { HALTED } from "#web/features/user-games/messages.ts";
import { OwnEarnings } from "#web/features/user-games/own-earnings.tsx";
import { userGameQuery } from "#web/features/user-games/queries.ts";
import { gameKinds } from "#web/features/user-games/slots.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { isNotFound } from "#web/lib/api/api.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useParts } from "#web/lib/site.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { SidePicker } from "#web/ui/coin/side-picker.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Term } from "#web/ui/proofs/term.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** Keeps the place of a game until its part of the site is there: as high as a coinflip, and no kind is lower. */
const LOADING = (
  <Card>
    <SkeletonRows rows={1} className="h-182.5 sm:h-157" />
  </Card>
);

/** Why the player cannot play this game; null when they can. */
function barOf({ creatorId, isActive, isHalted }: UserGameListed, playerId: string): string | null {
  if (isHalted) return HALTED;
  if (creatorId === playerId) return "This is your own game: others play it, and you earn its edge.";
  return isActive ? null : "The creator has paused this game: it takes no bets.";
}

function About({ game, isOwn }: { game: UserGameListed; isOwn: boolean }) {
  const kind = useParts(gameKinds).find(({ gameType }) => gameType === game.gameType);
  return (
    <div className="space-y-6">
      <Card>
        <CardHeader title="The game" />
        <dl className="divide-y divide-line text-sm">
          <GameTerms game={game} />
          <Term label="Version">{game.version}</Term>
        </dl>
      </Card>
      {isOwn && <OwnEarnings gameId={game.id} />}
      {kind && (
        <Card>
          <CardHeader title="How to play" />
          <ul className="list-disc space-y-2 pl-5 text-muted text-sm">
            {kind.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Card>
      )}
      <Versions gameId={game.id} />
    </div>
  );
}

/** The rounds of a game for those who cannot play it, such as its creator. */
function WatchRounds({ game }: { game: UserGameListed }) {
  const [side, setSide] = useState<Side>("rbx");
  const watch = useParts(gameKinds).find(({ gameType }) => gameType === game.gameType)?.watch;
  if (watch === undefined) return null;
  return (
    <>
      <SidePicker legend="Currency" side={side} disabled={false} onChoose={setSide} />
      <Suspense fallback={LOADING}>
        <watch.View key={side} gameId={game.id} side={side} />
      </Suspense>
    </>
  );
}

function Game({ game }: { game: UserGameListed }) {
  const user = useUser();
  const kind = useParts(gameKinds).find(({ gameType }) => gameType === game.gameType);
  const bar = barOf(game, user.id);
  return (
    <>
      <PageHeading
        title={game.title}
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <KindBadge gameType={game.gameType} />
            <Creator creator={game.creator} />
          </span>
        }
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <ShareButton title={game.title} />
            <Link href="/user-games" className={buttonClass({ size: "sm" })}>
              All games
            </Link>
          </div>
        }
      />
      {game.description && (
        <p className="-mt-2 mb-6 max-w-2xl whitespace-pre-line text-muted [overflow-wrap:anywhere]">
          <bdi>{game.description}</bdi>
        </p>
      )}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-4">
          <EdgeWarning houseEdge={game.houseEdge} />
          <TermsNotice game={game} />
          {bar !== null && <Notice tone="info">{bar}</Notice>}
          {bar !== null && <WatchRounds game={game} />}
          {bar === null && kind && (
            <Suspense fallback={LOADING}>
              <kind.page.View game={game} />
            </Suspense>
          )}
        </div>
        <About game={game} isOwn={game.creatorId === user.id} />
      </div>
    </>
  );
}

/** One player-made game: its terms and its play area. */
export default function UserGamePage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(userGameQuery(id));
  if (data) return <Game game={data} />;
  if (isNotFound(error)) {
    return (
      <PageHeading
        title="No such game"
        description="There is no game at this address."
        actions={
          <Link href="/user-games" className={buttonClass()}>
            All games
          </Link>
        }
      />
    );
  }
  return (
    <Card>
      <Unloaded {...{ error, refetch }} what="The game" rows={1} className="h-96" />
    </Card>
  );
}
