import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { useToldMutation } from "#web/lib/api/use-told-mutation.ts";

interface Told {
  readonly done: { readonly title: string; readonly description: string };
  readonly failed: string;
}

/** Something said of a purchase: sent once however often its answer is lost. */
export const useOnPurchase = <Input>(
  send: (input: Input, key: string) => Promise<PurchaseShown>,
  told: Told,
) => useToldMutation(send, { ...told, topics: ["shop"] });
