import { useQuery } from "@tanstack/react-query";
import { Activity as ActivityIcon } from "lucide-react";
import { useState } from "react";
import type { ActivityScope } from "#domain/features/activities/contract.ts";
import { ActivityRow } from "#web/features/activities/activity-row.tsx";
import { FEED_PAGE, feedQuery } from "#web/features/activities/queries.ts";
import { useAddress } from "#web/lib/address.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Segments } from "#web/ui/forms/segments.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const NO_ACTIVITY = {
  title: "No Activity Yet",
  text: "Levels, big wins, new games and new friends appear here.",
} as const;
const NO_FRIENDS_ACTIVITY = {
  title: "No Activity Yet",
  text: "What your friends share appears here.",
} as const;

const SCOPES = (["all", "friends", "mine"] as const).map((value) => ({
  value,
  label: { all: "Everybody", friends: "Friends", mine: "Mine" }[value],
  href: `/social?tab=activity&scope=${value}`,
}));
const SKELETONS = 5;

interface FeedProps {
  readonly scope: ActivityScope;
  /** From before which position; the newest without one. */
  readonly before?: number;
}

/** A page of the feed, and the next one on request. */
function Feed({ scope, before }: FeedProps) {
  const { data, error, refetch } = useQuery(feedQuery(scope, before));
  const [next, setNext] = useState<number | null>(null);
  if (!data) return <Unloaded {...{ error, refetch }} what="Activity" rows={SKELETONS} className="h-16" />;
  const last = data.at(-1)?.position;
  if (last === undefined) {
    if (before !== undefined) return <p className="py-3 text-faint text-sm">No older activity.</p>;
    return <EmptyState icon={ActivityIcon} {...(scope === "friends" ? NO_FRIENDS_ACTIVITY : NO_ACTIVITY)} />;
  }
  return (
    <>
      <ul
        aria-label={before === undefined ? "Activity" : "Older activity"}
        className="divide-y divide-line border-line [&+ul]:border-t"
      >
        {data.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} />
        ))}
      </ul>
      {next === null && data.length >= FEED_PAGE && (
        <Button size="sm" className="mt-3" onClick={() => setNext(last)}>
          Show older
        </Button>
      )}
      {next !== null && <Feed scope={scope} before={next} />}
    </>
  );
}

/** The activity of everyone who shares it, of friends, or of oneself. */
export default function ActivityTab() {
  const { get } = useAddress();
  const asked = get("scope");
  const scope = SCOPES.find(({ value }) => value === asked)?.value ?? "all";
  return (
    <Card aria-label="Activity">
      <Segments label="Whose activity" segments={SCOPES} value={scope} />
      <div className="mt-2">
        <Feed key={scope} scope={scope} />
      </div>
    </Card>
  );
}
