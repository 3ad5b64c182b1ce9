import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import type { OwnUserGame } from "#domain/features/user-games/contract.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { Browse } from "#web/features/user-games/browse.tsx";
import { MyGames } from "#web/features/user-games/make/my-games.tsx";
import { CREATE, CREATE_FIRST, DESCRIPTION, TITLE } from "#web/features/user-games/messages.ts";
import { myGamesQuery } from "#web/features/user-games/queries.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Button } from "#web/ui/button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

const HEADING = { title: TITLE, description: DESCRIPTION };

const GameDialog = lazy(() => import("#web/features/user-games/make/game-dialog.tsx"));

const TABS = ["browse", "mine"] as const;

/** What the dialog is open for: a new game, one of the player's own, or nothing. */
type Open = { readonly game: OwnUserGame | null } | null;

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** Player-made games: all active ones, and the player's own. */
export default function UserGamesPage() {
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((one) => one === params.get("tab")) ?? TABS[0];
  const mine = useQuery(myGamesQuery);
  const [open, setOpen] = useState<Open>(null);
  const create = (label: string) => (
    <UnlessSuspended>
      <Button variant="primary" onClick={() => setOpen({ game: null })}>
        <Plus className="size-4" aria-hidden="true" />
        {label}
      </Button>
    </UnlessSuspended>
  );
  return (
    <>
      <PageHeading {...HEADING} actions={create(CREATE)} />
      <Tabs
        label="User created games"
        value={tab}
        onChange={(next) => setParams({ tab: next }, { replace: true })}
        tabs={[
          { value: "browse", label: "Browse Games", content: <Browse create={create(CREATE_FIRST)} /> },
          {
            value: "mine",
            label: `My Games (${mine.data?.length ?? "–"})`,
            content: (
              <MyGames games={mine} onEdit={(game) => setOpen({ game })} create={create(CREATE_FIRST)} />
            ),
          },
        ]}
      />
      <Suspense fallback={null}>
        {open && <GameDialog game={open.game} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
