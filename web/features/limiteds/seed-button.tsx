import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Sprout } from "lucide-react";
import { SEED, SEED_FAILED, SEEDED, SEEDING } from "#web/features/limiteds/messages.ts";
import { limitedsQuery } from "#web/features/limiteds/queries.ts";
import { call } from "#web/lib/api/api.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";

/** Fills the catalogue from the platform; everyone sees the button, admins may use it. */
export function SeedButton() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("POST /admin/seed-limiteds", { body: {} }),
    onSuccess: () => {
      toast(SEEDED);
      return queryClient.invalidateQueries(limitedsQuery);
    },
    onError: (error) => toastError(error, SEED_FAILED),
  });
  return (
    <ActionButton isUnavailable={isPending} onClick={() => mutate()}>
      <Sprout className="size-4" aria-hidden="true" />
      {isPending ? SEEDING : SEED}
    </ActionButton>
  );
}
