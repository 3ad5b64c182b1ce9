import { Coins, Filter, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import { NO_GAMES } from "#web/features/house-flips/messages.ts";
import { FiguresTable } from "#web/features/own-games/figures-table.tsx";
import type { Wanted } from "#web/features/own-games/queries.ts";
import { GAME_FIELDS, useWantedGames } from "#web/features/own-games/wanted-games.ts";
import { HistoryRow } from "#web/features/proofs/history-row.tsx";
import { useVerifications, type Verifications } from "#web/features/proofs/use-verifications.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { usePages } from "#web/lib/pages.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { Pager } from "#web/ui/lists/pager.tsx";
import { hiddenTitle, RecordTable } from "#web/ui/lists/record-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

const HEADING = {
  title: "History",
  description:
    "Your games, newest first. Check any of them in this browser, from its seeds to the side it landed on.",
};

const GAMES_PER_PAGE = 20;
const PAGES = "before";
const OWN_GAMES_POLL_MS = 10_000;

/** A page of the player's games, and one more to see whether there is an older page. */
const pageQuery = (wanted: Wanted, before: string | undefined) =>
  apiQuery("GET /games/history", {
    input: {
      query: { ...wanted, limit: String(GAMES_PER_PAGE + 1), ...(before !== undefined && { before }) },
    },
    ...(before === undefined ? { topics: ["games"] as const, pollMs: OWN_GAMES_POLL_MS } : {}),
  });

interface GamesProps {
  readonly games: readonly GameHistoryEntry[];
  readonly verifications: Verifications;
  readonly isStale: boolean;
}

const WIDE = "hidden sm:table-cell";
const COLUMNS = [
  { title: "Time", className: "hidden pl-2 lg:table-cell" },
  { title: "Game", className: "pl-2 lg:pl-0" },
  { title: "Called", className: WIDE },
  { title: "Landed", className: WIDE },
  { title: "Bet", className: "hidden pr-3 text-right! sm:table-cell lg:pr-8" },
  { title: "Profit", className: "pr-2 text-right! sm:pr-3" },
  { title: "Check", className: "pr-2 text-right! sm:pr-0" },
  { title: hiddenTitle("Proof"), className: WIDE },
];

function Games({ games, verifications, isStale }: GamesProps) {
  return (
    <RecordTable caption="Your games, newest first" columns={COLUMNS} isStale={isStale}>
      {games.map((game) => (
        <HistoryRow
          key={game.id}
          game={game}
          verification={verifications.of(game.id)}
          onVerify={() => void verifications.verify(game)}
        />
      ))}
    </RecordTable>
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

const NONE_WANTED = "No matching games.";

interface ChoiceProps {
  readonly values: Readonly<Record<string, string>>;
  readonly wanted: Wanted;
  readonly onApply: (values: Readonly<Record<string, string>>) => void;
}

/** The filter of the history with its totals; collapsed at first. */
function Choice({ values, wanted, onApply }: ChoiceProps) {
  const isSet = Object.values(values).some(Boolean);
  const [isOpen, setOpen] = useState(isSet);
  return (
    <Card className="mb-6 py-2!">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium text-ink text-sm">
          <Filter className="size-4" aria-hidden="true" />
          Filter, totals and export
          {isSet && <Badge tone="accent">Filtered</Badge>}
        </summary>
        {isOpen && (
          <div className="space-y-5 py-3">
            <FilterForm label="Filter your games" fields={GAME_FIELDS} values={values} onApply={onApply} />
            <FiguresTable wanted={wanted} caption="Totals by game and currency" none={NONE_WANTED} />
            <ExportLinks of="your games" path="/games/history" query={wanted} formats={["CSV"]} />
          </div>
        )}
      </details>
    </Card>
  );
}

interface VerifyPageProps {
  readonly isUnavailable?: boolean;
  readonly isChecking?: boolean;
  readonly onVerify?: () => void;
}

function VerifyPage({ isUnavailable = true, isChecking = false, onVerify }: VerifyPageProps) {
  return (
    <ActionButton isUnavailable={isUnavailable} onClick={onVerify}>
      <ShieldCheck className="size-4" aria-hidden="true" />
      {isChecking ? "Verifying..." : "Verify this page"}
    </ActionButton>
  );
}

const UNLOADED = <TableSkeleton rows={GAMES_PER_PAGE} rowClassName="h-15" />;

const Listed = ({ children }: { children: ReactNode }) => (
  <Card aria-label="Your games" className="scroll-mt-20 px-2! sm:px-4!">
    {children}
  </Card>
);

/** Drawn by the build: there before any script is. */
export const First = () => (
  <>
    <PageHeading {...HEADING} actions={<VerifyPage />} />
    <Choice values={{}} wanted={{}} onApply={() => undefined} />
    <Listed>{UNLOADED}</Listed>
  </>
);

/** The player's own games, newest first, each checkable in the browser. */
export default function HistoryPage() {
  const pages = usePages(PAGES);
  const { values, wanted, change } = useWantedGames(PAGES);
  const isSet = Object.keys(wanted).length > 0;
  const verifications = useVerifications();
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(pageQuery(wanted, pages.cursor));
  const games = data?.slice(0, GAMES_PER_PAGE) ?? [];
  const older = data && data.length > GAMES_PER_PAGE ? String(games.at(-1)?.position) : null;
  return (
    <>
      <PageHeading
        {...HEADING}
        actions={
          // Always there: on a phone it stands above the list, which its coming and going would move.
          <VerifyPage
            isUnavailable={games.length === 0 || verifications.isCheckingAll}
            isChecking={verifications.isCheckingAll}
            onVerify={() => void verifications.verifyAll(games)}
          />
        }
      />
      <Choice values={values} wanted={wanted} onApply={change} />
      <Listed>
        {!data && error && <LoadError error={error} what="Your games" onRetry={() => void refetch()} />}
        {!data && !error && UNLOADED}
        {data &&
          games.length === 0 &&
          (isSet ? <EmptyState icon={Filter} text={NONE_WANTED} /> : <NoGames />)}
        {games.length > 0 && (
          <Games games={games} verifications={verifications} isStale={isPlaceholderData} />
        )}
        {data && <Pager of="your games" pages={pages} older={older} isLoading={isPlaceholderData} />}
      </Listed>
    </>
  );
}
