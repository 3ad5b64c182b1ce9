import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Privacy } from "#domain/player/privacy.ts";
import { privacyQuery } from "#web/features/profiles/queries.ts";
import { call, errorText } from "#web/lib/api/api.ts";
import { toast } from "#web/lib/toast.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Radios } from "#web/ui/forms/choice.tsx";
import { Switch } from "#web/ui/forms/switch.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

const VISIBILITIES = { public: "Everyone", friends: "Friends", hidden: "Nobody" } as const;
/** Rows that hold the place of the settings. */
const SKELETONS = 4;

/** Saves at once and reverts on failure. Other fields stay as the service has them now. */
function useSave() {
  const queryClient = useQueryClient();
  const { queryKey } = privacyQuery;
  return useMutation({
    mutationFn: async (change: Partial<Privacy>) =>
      call("PUT /me/privacy", { body: { ...(await call("GET /me/privacy")), ...change } }),
    onMutate: (change) => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (now) => now && { ...now, ...change });
      return before;
    },
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: (error, _change, before) => {
      if (before !== undefined) queryClient.setQueryData(queryKey, before);
      const description = errorText(error, "Please try again.");
      toast({ title: "Not saved", description, variant: "destructive" });
    },
    // Two saves in a row go out one after the other.
    scope: { id: "privacy" },
  });
}

function Choices({ privacy }: { privacy: Privacy }) {
  const { mutate: save } = useSave();
  return (
    <div className="space-y-6">
      <div>
        <Radios
          legend="Who sees your profile"
          options={VISIBILITIES}
          value={privacy.profile}
          onChange={(profile) => save({ profile })}
        />
        <p className="mt-2 text-faint text-xs">
          Everyone else sees you as “Hidden player” in the leaderboard, bets and games. The chat still shows
          your name beside your messages, and proofs of games between players keep account ids.
        </p>
      </div>
      <Radios
        legend="Who sees what you did"
        options={VISIBILITIES}
        value={privacy.activity}
        onChange={(activity) => save({ activity })}
      />
      <Switch
        label="Friends see when you are online"
        isOn={privacy.presence}
        onChange={(presence) => save({ presence })}
      />
      <Switch
        label="Others can send you friend requests"
        isOn={privacy.requests}
        onChange={(requests) => save({ requests })}
      />
    </div>
  );
}

/** What others see of the player. */
export default function PrivacyCard() {
  const { data, error, refetch } = useQuery(privacyQuery);
  return (
    <TitledCard id="privacy" title="Privacy" description="Changes are saved at once.">
      {!data && error && (
        <LoadError error={error} what="Your privacy settings" onRetry={() => void refetch()} />
      )}
      {!data && !error && <SkeletonRows rows={SKELETONS} className="h-24 sm:h-16" />}
      {data && <Choices privacy={data} />}
    </TitledCard>
  );
}
