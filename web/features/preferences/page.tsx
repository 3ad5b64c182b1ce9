import { Suspense } from "react";
import { DisplayCard } from "#web/features/preferences/display-card.tsx";
import { SoundControl } from "#web/layout/header/sound-control.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { useParts } from "#web/lib/site.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { PageSpinner } from "#web/ui/spinner.tsx";

const HEADING = { title: "Settings", description: "How the site looks to you, and how you look to others." };

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** All that players set for themselves. */
export default function PreferencesPage() {
  const sections = useParts(settingsSections);
  const half = Math.floor(sections.length / 2);
  return (
    <>
      <PageHeading {...HEADING} />
      {/* Two columns where there is room, each with parts of its own: none moves to the other while they load. */}
      <div className="grid max-w-3xl gap-6 xl:max-w-none xl:grid-cols-2 xl:items-start">
        <div className="min-w-0 space-y-6">
          {/* These need no data, so they fill a phone's view while the others load. */}
          <DisplayCard />
          <SoundCard />
          <Suspense fallback={<PageSpinner />}>
            <Parts of={sections.slice(0, half)} />
          </Suspense>
        </div>
        <div className="min-w-0 space-y-6">
          <Suspense fallback={null}>
            <Parts of={sections.slice(half)} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

/** How loud the site is. */
function SoundCard() {
  return (
    <TitledCard
      id="sounds"
      title="Sounds"
      description="For the coin, wins and losses. Stored in this browser."
      actions={<SoundControl />}
    ></TitledCard>
  );
}
