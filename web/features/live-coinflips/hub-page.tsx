import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useSearchParams } from "wouter";
import { inventoryQuery } from "#web/features/inventory/queries.ts";
import { SUBTITLE, TITLE } from "#web/features/limiteds/messages.ts";
import { SeedButton } from "#web/features/limiteds/seed-button.tsx";
import { LiveBetting } from "#web/features/live-coinflips/create/live-betting.tsx";
import { openFlipsQuery } from "#web/features/live-coinflips/queries.ts";
import { useFlipDialogs } from "#web/features/live-coinflips/use-flip-dialogs.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { lazyPage } from "#web/lib/lazy-page.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

const HEADING = { title: TITLE, description: SUBTITLE };

// The page begins with open coinflips; the other tabs load after them.
const marketplace = lazyPage(async () => ({
  default: (await import("#web/features/limiteds/marketplace.tsx")).Marketplace,
}));
const inventory = lazyPage(async () => ({
  default: (await import("#web/features/inventory/inventory-tab.tsx")).InventoryTab,
}));

const TABS = ["live-betting", "marketplace", "my-inventory"] as const;

/** The chosen tab, kept in the address. */
function useTab(): readonly [string, (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((one) => one === params.get("tab")) ?? TABS[0];
  return [tab, (next) => setParams({ tab: next }, { replace: true })];
}

/** How many there are; no figure while that is not known. */
const countOf = (items: readonly unknown[] | undefined): string => String(items?.length ?? "–");

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** Limiteds: open coinflips, the catalogue, and the player's items. */
export default function LimitedsPage() {
  const [tab, setTab] = useTab();
  const flips = useQuery(openFlipsQuery);
  const { data: own } = useQuery(inventoryQuery);
  const { dialogs, ...open } = useFlipDialogs();
  useEffect(() => {
    void marketplace.preload();
    void inventory.preload();
  }, []);
  const later = <Skeleton className="min-h-dvh rounded-card" />;
  return (
    <>
      <PageHeading {...HEADING} actions={<SeedButton />} />
      <Tabs
        label="Limiteds"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: "live-betting",
            label: `Live Betting (${countOf(flips.data)})`,
            content: (
              <LiveBetting
                flips={flips.data}
                error={flips.error}
                onRetry={() => void flips.refetch()}
                dialogs={open}
              />
            ),
          },
          {
            value: "marketplace",
            label: "Marketplace",
            content: (
              <Suspense fallback={later}>
                <marketplace.View />
              </Suspense>
            ),
          },
          {
            value: "my-inventory",
            label: `My Inventory (${countOf(own)})`,
            content: (
              <Suspense fallback={later}>
                <inventory.View onGamble={({ id }) => open.create({ betType: "limiteds", entryId: id })} />
              </Suspense>
            ),
          },
        ]}
      />
      {dialogs}
    </>
  );
}
