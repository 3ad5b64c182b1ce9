import { PageHeading } from "#web/layout/page-heading.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { useParts } from "#web/lib/site.ts";

/** All that players set for themselves. */
export default function PreferencesPage() {
  const sections = useParts(settingsSections);
  return (
    <>
      <PageHeading title="Settings" description="How the site looks to you, and how you look to others." />
      <div className="max-w-3xl space-y-6">
        <Parts of={sections} />
      </div>
    </>
  );
}
