import { ActivityRow } from "#web/features/activities/activity-row.tsx";
import type { Answer } from "#web/lib/api/api.ts";
import { TitledCard } from "#web/ui/card.tsx";

/** A player's recent activity on their profile; absent if none is visible. */
export default function ProfileActivity({ profile }: { profile: Answer<"GET /players/{id}"> }) {
  if (profile.activities === null) return null;
  return (
    <TitledCard id="profile-activity" title="Activity">
      <ul aria-label="Activity" className="divide-y divide-line">
        {profile.activities.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} />
        ))}
      </ul>
    </TitledCard>
  );
}
