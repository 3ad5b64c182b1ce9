import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { CONFIRM } from "#web/features/purchases/messages.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { useToldMutation } from "#web/lib/api/use-told-mutation.ts";

interface Told {
  readonly done: { readonly title: string; readonly description: string };
  readonly failed: string;
}

/** A statement on a purchase, sent once even if answers are lost. */
export const useOnPurchase = <Input>(send: (input: Input) => Promise<PurchaseShown>, told: Told) =>
  useToldMutation(send, { ...told, topics: ["shop"] });

/** The buyer's word that the item is here, and as described. */
export const useConfirm = (id: string) =>
  useOnPurchase(sendBody("POST /shop/purchases/{id}/confirm", { id }), CONFIRM);
