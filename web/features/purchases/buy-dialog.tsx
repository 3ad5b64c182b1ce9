import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useLocation } from "wouter";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { ConditionBadge, Price, soldBy } from "#web/features/listings/listing-face.tsx";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { paymentMethodsQuery } from "#web/features/payment-methods/queries.ts";
import {
  BUY_FAILED,
  BUY_FAILED_TITLE,
  BUY_TITLE,
  BY_TRADE,
  INITIATED,
} from "#web/features/purchases/messages.ts";
import { purchasePath } from "#web/features/purchases/queries.ts";
import { hasCode } from "#web/lib/api/api.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { useLive } from "#web/lib/live/live.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Dialog, DialogEnd } from "#web/ui/dialogs/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";

type Method = ListingShown["paymentMethods"][number];

/** Begins a purchase once, even if answers are lost, and goes to its page. */
function useBuy(listing: ListingShown) {
  const live = useLive();
  const [, go] = useLocation();
  return useMutation({
    mutationFn: (paymentMethod: Method) =>
      command("POST /shop/purchase", { body: { listingId: listing.id, paymentMethod }, makesOne: true }),
    onSuccess: ({ id }) => {
      toast(INITIATED);
      go(purchasePath(id));
    },
    onError: (error) => toastError(error, BUY_FAILED, BUY_FAILED_TITLE),
    onSettled: () => live.changed(["shop"], null),
  });
}

function MethodChoice(props: {
  readonly methods: readonly Method[];
  readonly value: Method | null;
  readonly onChange: (method: Method) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-muted text-sm">Payment method</legend>
      <div className="grid grid-cols-2 gap-2">
        {props.methods.map((method) => (
          <label
            key={method}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-field px-3 text-ink text-sm hover:border-faint"
          >
            <input
              type="radio"
              name="paymentMethod"
              checked={method === props.value}
              onChange={() => props.onChange(method)}
              className="size-5 accent-action"
            />
            {METHOD_LABELS[method]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface BuyDialogProps {
  readonly listing: ListingShown;
  readonly onClose: () => void;
}

/** Asks how an item is paid for, and begins its purchase. */
export default function BuyDialog({ listing, onClose }: BuyDialogProps) {
  const [chosen, setChosen] = useState<Method | null>(null);
  const preferred = useQuery(paymentMethodsQuery).data?.find(({ isDefault }) => isDefault)?.method;
  const method =
    chosen ?? listing.paymentMethods.find((one) => one === preferred) ?? listing.paymentMethods[0] ?? null;
  const { mutate, isPending, error } = useBuy(listing);
  const needsEmail = hasCode(error, "email_required");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && method !== null) mutate(method);
  };
  return (
    <Dialog
      onClose={onClose}
      title={BUY_TITLE}
      description={
        listing.inCustody
          ? "The item is reserved while you pay, and yours once the payment arrives."
          : "The item is reserved while you pay."
      }
    >
      <form onSubmit={submit} className="space-y-5">
        <div className="flex items-center gap-4">
          <ItemPicture url={listing.imageUrl} className="w-20" />
          <div className="min-w-0 flex-1 space-y-1">
            <p className="font-semibold text-ink [overflow-wrap:anywhere]">
              <bdi>{listing.title}</bdi>
            </p>
            <p className="text-muted text-sm">{soldBy(listing, listing.seller.username)}</p>
            <ConditionBadge condition={listing.condition} />
          </div>
        </div>
        {listing.description && (
          <p className="whitespace-pre-line text-muted text-sm [overflow-wrap:anywhere]">
            <bdi>{listing.description}</bdi>
          </p>
        )}
        {!listing.inCustody && <Notice tone="info">{BY_TRADE}</Notice>}
        <MethodChoice methods={listing.paymentMethods} value={method} onChange={setChosen} />
        <p className="flex items-baseline justify-between gap-3 text-muted text-sm">
          You pay <Price price={listing.priceUSD} className="text-lg" />
        </p>
        <DialogEnd>
          {needsEmail && (
            <Notice
              tone="info"
              role="status"
              action={
                <Link href="/settings#email-title" className="text-accent underline underline-offset-4">
                  Open settings
                </Link>
              }
            >
              A purchase needs a confirmed email address.
            </Notice>
          )}
          <ActionButton variant="primary" type="submit" className="w-full" isUnavailable={isPending}>
            {isPending ? "One moment..." : `Buy for ${dollars(readMoney(listing.priceUSD))}`}
          </ActionButton>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
