import { Suspense } from "react";
import { SUBTITLE, TITLE } from "#web/features/friendships/messages.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { socialTabs } from "#web/layout/slots/social-tabs.ts";
import { useAddress } from "#web/lib/address.ts";
import { useParts } from "#web/lib/site.ts";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

const HEADING = { title: TITLE, description: SUBTITLE };

const SKELETONS = 4;

/** Drawn by the build: there before any script is. */
export const First = () => (
  <div className="mx-auto max-w-4xl">
    <PageHeading {...HEADING} />
  </div>
);

/** The social hub: a tab for each thing that features bring. */
export default function SocialPage() {
  const { get, change } = useAddress();
  const tabs = useParts(socialTabs);
  const tab = tabs.find(({ id }) => id === get("tab")) ?? tabs[0];
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeading {...HEADING} />
      <Tabs
        label={TITLE}
        value={tab?.id ?? ""}
        onChange={(id) => change({ tab: id })}
        tabs={tabs.map(({ id, label, Count, page: { View } }) => ({
          value: id,
          label: (
            <>
              {label}
              {Count && <Count />}
            </>
          ),
          content: (
            <Suspense fallback={<SkeletonRows rows={SKELETONS} className="h-16" />}>
              <View />
            </Suspense>
          ),
        }))}
      />
    </div>
  );
}
