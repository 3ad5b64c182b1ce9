import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { nanoid } from "nanoid";
import { useRef } from "react";
import type { RevealedPair } from "#web/features/seed-pairs/check-pair.ts";
import { fairnessQuery } from "#web/features/seed-pairs/client-seed.ts";
import { ROTATED } from "#web/features/seed-pairs/messages.ts";
import { call, isConnectionLost } from "#web/lib/api/api.ts";
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

/** Rotates the player's pair. An attempt that was not answered keeps its key, so that it cannot happen twice. */
export function useRotation() {
  const queryClient = useQueryClient();
  const live = useLive();
  const attempt = useRef<{ seed: string; key: string } | null>(null);
  return useMutation({
    mutationFn: (clientSeed: string) => {
      if (attempt.current?.seed !== clientSeed) attempt.current = { seed: clientSeed, key: nanoid() };
      return call("POST /fairness/rotate", {
        body: { clientSeed },
        idempotencyKey: attempt.current.key,
      });
    },
    onSuccess: ({ revealed, current }) => {
      attempt.current = null;
      queryClient.setQueryData(REVEALED_KEY, revealed);
      queryClient.setQueryData(fairnessQuery.queryKey, current);
      // Proofs of the revealed pair carry its seed from here on.
      live.changed(["fairness"], newestPosition());
      toast(ROTATED);
    },
    onError: (error) => {
      if (!isConnectionLost(error)) attempt.current = null;
    },
  });
}
