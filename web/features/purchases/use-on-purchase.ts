import { useMutation } from "@tanstack/react-query";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { errorText, isUnauthorized } from "#web/lib/api.ts";
import { useKeyed } from "#web/lib/ask-again.ts";
import { useLive } from "#web/lib/live.ts";
import { toast } from "#web/lib/toast.ts";

interface Told {
  readonly done: { readonly title: string; readonly description: string };
  readonly failed: string;
}

/** Something said of a purchase: sent once however often its answer is lost. */
export function useOnPurchase<Input>(
  send: (input: Input, key: string) => Promise<PurchaseShown>,
  { done, failed }: Told,
) {
  const live = useLive();
  return useMutation({
    mutationFn: useKeyed(send),
    onSuccess: () => toast(done),
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({ title: "Error", description: errorText(error, failed), variant: "destructive" });
    },
    onSettled: () => live.changed(["shop"], null),
  });
}
