import { RotateCw } from "lucide-react";
import { SYNC, SYNC_TEXTS, SYNCING } from "#web/features/inventory/messages.ts";
import { useSync } from "#web/features/inventory/use-sync.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { cx } from "#web/lib/cx.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import type { ButtonVariant } from "#web/ui/button.tsx";

/** Syncs the player's items from the platform. */
export function SyncButton({ variant = "secondary" }: { variant?: ButtonVariant }) {
  const { mutate, isPending } = useSync(SYNC_TEXTS);
  return (
    <UnlessSuspended>
      <ActionButton variant={variant} isUnavailable={isPending} onClick={() => mutate()}>
        <RotateCw className={cx("size-4", isPending && "animate-spin")} aria-hidden="true" />
        {isPending ? SYNCING : SYNC}
      </ActionButton>
    </UnlessSuspended>
  );
}
