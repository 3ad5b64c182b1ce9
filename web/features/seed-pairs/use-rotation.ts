import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RevealedPair } from "#web/features/seed-pairs/check-pair.ts";
import { fairnessQuery } from "#web/features/seed-pairs/client-seed.ts";
import { ROTATED } from "#web/features/seed-pairs/messages.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { newestPosition } from "#web/lib/api/position.ts";
import { useLive } from "#web/lib/live/live.ts";
import { toast } from "#web/lib/toast.ts";

const REVEALED_KEY = ["revealed-pair"] as const;

/** The pair that this page revealed last; null when it has revealed none. */
export function useRevealedPair(): RevealedPair | null {
  const { data } = useQuery<RevealedPair | null>({
    queryKey: REVEALED_KEY,
    queryFn: () => null,
    initialData: null,
  });
  return data;
}

/** Rotates the player's pair. */
export function useRotation() {
  const queryClient = useQueryClient();
  const live = useLive();
  return useMutation({
    mutationFn: (clientSeed: string) => command("POST /fairness/rotate", { body: { clientSeed } }),
    onSuccess: ({ revealed, current }) => {
      queryClient.setQueryData(REVEALED_KEY, revealed);
      queryClient.setQueryData(fairnessQuery.queryKey, current);
      // Proofs of the revealed pair carry its seed from here on.
      live.changed(["fairness"], newestPosition());
      toast(ROTATED);
    },
  });
}
