import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Coins, ShieldCheck } from "lucide-react";
import { Link } from "wouter";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import { NO_GAMES } from "#web/features/house-flips/messages.ts";
import { HistoryRow } from "#web/features/proofs/history-row.tsx";
import { useVerifications, type Verifications } from "#web/features/proofs/use-verifications.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { apiQuery } from "#web/lib/api-query.ts";
import { cx } from "#web/lib/cx.ts";
import { usePages } from "#web/lib/pages.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";

/** Games on one page. */
const GAMES_PER_PAGE = 20;
const OWN_GAMES_POLL_MS = 10_000;

/** A page of the player's games, and one more that tells whether there is an older page. */
const pageQuery = (before: string | undefined) =>
  apiQuery("GET /games/history", {
    input: { query: { limit: String(GAMES_PER_PAGE + 1), ...(before !== undefined && { before }) } },
    ...(before === undefined ? { topics: ["games"] as const, pollMs: OWN_GAMES_POLL_MS } : {}),
  });

interface GamesProps {
  readonly games: readonly GameHistoryEntry[];
  readonly verifications: Verifications;
  readonly isStale: boolean;
}

function Games({ games, verifications, isStale }: GamesProps) {
  return (
    <table aria-busy={isStale} className={cx("w-full border-collapse", isStale && "opacity-60")}>
      <caption className="sr-only">Your games, newest first</caption>
      <thead>
        <tr className="*:pb-2 *:text-left *:font-medium *:text-faint *:text-xs">
          <th scope="col" className="hidden pl-2 md:table-cell">
            Time
          </th>
          <th scope="col" className="pl-2 md:pl-0">
            Game
          </th>
          <th scope="col" className="hidden sm:table-cell">
            Called
          </th>
          <th scope="col" className="hidden sm:table-cell">
            Landed
          </th>
          <th scope="col" className="hidden pr-3 text-right! sm:table-cell">
            Bet
          </th>
          <th scope="col" className="pr-2 text-right! sm:pr-3">
            Profit
          </th>
          <th scope="col" className="pr-2 text-right! sm:pr-0">
            Check
          </th>
          <th scope="col" className="hidden sm:table-cell">
            <span className="sr-only">Proof</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {games.map((game) => (
          <HistoryRow
            key={game.id}
            game={game}
            verification={verifications.of(game.id)}
            onVerify={() => void verifications.verify(game)}
          />
        ))}
      </tbody>
    </table>
  );
}

function NoGames() {
  return (
    <EmptyState
      icon={Coins}
      text={NO_GAMES}
      action={
        <Link href="/" className={buttonClass({ variant: "primary" })}>
          Flip a coin
        </Link>
      }
    />
  );
}

/** The player's own games, newest first, each to be checked where its reader is. */
export default function HistoryPage() {
  const pages = usePages("before");
  const verifications = useVerifications();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...pageQuery(pages.cursor),
    placeholderData: keepPreviousData,
  });
  const games = data?.slice(0, GAMES_PER_PAGE) ?? [];
  const older = data && data.length > GAMES_PER_PAGE ? String(games.at(-1)?.position) : null;
  return (
    <>
      <PageHeading
        title="History"
        description="Your games, newest first. Check any of them in this browser, from its seeds to the side it landed on."
        actions={
          games.length > 0 && (
            <ActionButton
              isUnavailable={verifications.isCheckingAll}
              onClick={() => void verifications.verifyAll(games)}
            >
              <ShieldCheck className="size-4" aria-hidden="true" />
              {verifications.isCheckingAll ? "Verifying..." : "Verify this page"}
            </ActionButton>
          )
        }
      />
      <Card aria-label="Your games" className="scroll-mt-20 px-2! sm:px-4!">
        {!data && error && <LoadError error={error} what="Your games" onRetry={() => void refetch()} />}
        {!data && !error && <TableSkeleton rows={GAMES_PER_PAGE} rowClassName="h-15" />}
        {data && games.length === 0 && <NoGames />}
        {games.length > 0 && (
          <Games games={games} verifications={verifications} isStale={isPlaceholderData} />
        )}
        {data && <Pager of="your games" pages={pages} older={older} isLoading={isPlaceholderData} />}
      </Card>
    </>
  );
}
