import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Sprout } from "lucide-react";
import { SEED, SEED_FAILED, SEEDED, SEEDING } from "#web/features/limiteds/messages.ts";
import { limitedsQuery } from "#web/features/limiteds/queries.ts";
import { call, errorText, isUnauthorized } from "#web/lib/api/api.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";

/** Has the catalogue filled from the platform; everybody sees it, and admins may. */
export function SeedButton() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("POST /admin/seed-limiteds", { body: {} }),
    onSuccess: () => {
      toast(SEEDED);
      return queryClient.invalidateQueries(limitedsQuery);
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({ title: "Error", description: errorText(error, SEED_FAILED), variant: "destructive" });
    },
  });
  return (
    <ActionButton isUnavailable={isPending} onClick={() => mutate()}>
      <Sprout className="size-4" aria-hidden="true" />
      {isPending ? SEEDING : SEED}
    </ActionButton>
  );
}
