import { errorText, isUnauthorized } from "#web/lib/api/api.ts";
import { toast } from "#web/lib/toast.ts";

/**
 * Shows why something failed. Nothing for a session that has ended: `loseSession` shows that.
 * @param failed the sentence for an error without one of its own
 */
export function toastError(error: unknown, failed: string, title = "Error"): void {
  if (isUnauthorized(error)) return;
  toast({ title, description: errorText(error, failed), variant: "destructive" });
}
