import { Flag } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { COMMENT_MAX } from "#domain/features/purchases/rules.ts";
import { Stars, StarsChoice } from "#web/features/listings/browse/stars.tsx";
import { COMPLAIN, REVIEW } from "#web/features/purchases/messages.ts";
import { useConfirm, useOnPurchase } from "#web/features/purchases/use-on-purchase.ts";
import { sendBody, sendReason } from "#web/lib/api/commands/send.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";
import { TextArea } from "#web/ui/forms/field.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface OwnProps {
  readonly purchase: PurchaseShown;
}

function ComplainDialog({ purchase: { id }, onClose }: OwnProps & { onClose: () => void }) {
  const { mutate, isPending } = useOnPurchase(
    sendReason("POST /shop/purchases/{id}/complain", { id }),
    COMPLAIN,
  );
  return (
    <ReasonDialog
      name={`complain-${id}`}
      title="Complain about this purchase"
      description="The seller is not paid until an admin has reviewed it. The seller sees what you write."
      label="What is wrong"
      action="Send complaint"
      variant="destructive"
      isPending={isPending}
      onClose={onClose}
      onSend={(reason, onTaken) => mutate(reason, { onSuccess: onTaken })}
    />
  );
}

/** Asks the buyer whether all is well. */
function Confirm({ purchase }: OwnProps) {
  const [isComplaining, setComplaining] = useState(false);
  const { mutate, isPending } = useConfirm(purchase.id);
  return (
    <Card aria-label="Is everything all right?">
      <h2 className="font-semibold text-ink text-lg">Is everything all right?</h2>
      <p className="mt-1 text-muted text-sm">
        Confirm that the item is as described, or complain within 72 hours of delivery. If you do nothing, it
        counts as confirmed.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ActionButton variant="primary" isUnavailable={isPending} onClick={() => mutate({})}>
          {isPending ? "Confirming..." : "Confirm"}
        </ActionButton>
        <Button onClick={() => setComplaining(true)}>
          <Flag className="size-4" aria-hidden="true" />
          Complain
        </Button>
      </div>
      {isComplaining && <ComplainDialog purchase={purchase} onClose={() => setComplaining(false)} />}
    </Card>
  );
}

function ReviewForm({ purchase: { id, listing } }: OwnProps) {
  const [rating, setRating] = useState(0);
  const [comment, setComment] = useState("");
  const [isRecommended, setRecommended] = useState(true);
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useOnPurchase(sendBody("POST /shop/purchases/{id}/review", { id }), REVIEW);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (rating === 0) return setFault("Choose 1 to 5 stars");
    mutate({ rating, comment: comment.trim(), isRecommended });
  };
  return (
    <Card aria-label="Review">
      <h2 className="font-semibold text-ink text-lg">Review {listing.seller.username}</h2>
      <form noValidate onSubmit={submit} className="mt-3 space-y-4">
        <StarsChoice
          value={rating}
          error={fault}
          disabled={isPending}
          onChange={(stars) => {
            setRating(stars);
            setFault(undefined);
          }}
        />
        <TextArea
          label="Comment"
          hint="Optional; everybody can read it"
          value={comment}
          maxLength={COMMENT_MAX}
          disabled={isPending}
          onChange={(event) => setComment(event.target.value)}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-ink text-sm">
          <input
            type="checkbox"
            checked={isRecommended}
            onChange={({ target }) => setRecommended(target.checked)}
            className="size-5 accent-action"
          />
          I recommend this seller
        </label>
        <ActionButton type="submit" variant="primary" isUnavailable={isPending}>
          {isPending ? "Publishing..." : "Publish review"}
        </ActionButton>
      </form>
    </Card>
  );
}

/** A buyer's confirmation, complaint or review once the item has arrived; absent otherwise. */
export function AfterDelivery({ purchase }: OwnProps) {
  const { deliveryStatus, complaint, releasedAt, review } = purchase;
  if (deliveryStatus === "delivered" && complaint === null) return <Confirm purchase={purchase} />;
  return releasedAt !== null && review === null ? <ReviewForm purchase={purchase} /> : null;
}

/** The buyer's complaint and its status. */
export function Complaint({
  purchase: { releasedAt, deliveryStatus },
  complaint: { reason, at },
  isSeller,
}: OwnProps & { complaint: NonNullable<PurchaseShown["complaint"]>; isSeller: boolean }) {
  const end =
    deliveryStatus === "returned"
      ? "The purchase was taken back."
      : releasedAt !== null
        ? `The admins decided in ${isSeller ? "your" : "the seller's"} favour.`
        : `An admin is reviewing it. ${isSeller ? "You are" : "The seller is"} not paid until then.`;
  return (
    <Notice
      tone="warn"
      role="status"
      title={`${isSeller ? "The buyer" : "You"} complained on ${dateAndTime(at)}`}
    >
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">
        <bdi>{reason}</bdi>
      </p>
      <p className="mt-1">{end}</p>
    </Notice>
  );
}

/** The buyer's review. */
export function ReviewCard({ review }: { review: NonNullable<PurchaseShown["review"]> }) {
  const { rating, comment, isRecommended } = review;
  return (
    <Card aria-label="Review">
      <h2 className="mb-2 font-semibold text-ink text-lg">Review</h2>
      <Stars rating={rating} />
      {comment !== null && (
        <p className="mt-2 whitespace-pre-line text-muted text-sm [overflow-wrap:anywhere]">
          <bdi>{comment}</bdi>
        </p>
      )}
      <p className="mt-2 text-faint text-sm">{isRecommended ? "Recommended" : "Not recommended"}</p>
    </Card>
  );
}
