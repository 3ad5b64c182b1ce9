import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Check, Clock, Minus, ShoppingBag } from "lucide-react";
import { Link, useParams } from "wouter";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { Price, soldBy } from "#web/features/listings/listing-face.tsx";
import { AfterDelivery, Complaint, ReviewCard } from "#web/features/purchases/after-delivery.tsx";
import { DELIVERY_LABELS, PAYMENT_LABELS, PAYMENT_TONES } from "#web/features/purchases/messages.ts";
import { Pay, Unpaid } from "#web/features/purchases/pay.tsx";
import { purchaseQuery } from "#web/features/purchases/queries.ts";
import { isClosedUnpaid, stepsOf } from "#web/features/purchases/steps.ts";
import { Trade } from "#web/features/purchases/trade.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { isNotFound } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime, dollars, readMoney } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** A refund that the buyer has to claim, with an address. */
function Claim({ urls }: { urls: readonly string[] }) {
  return (
    <Card aria-label="Refund">
      <p className="text-muted text-sm">
        Crypto refunds are not automatic. Claim yours on the payment provider's page and enter the wallet it
        should go to.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {urls.map((url) => (
          <a key={url} href={url} className={buttonClass({ variant: "primary" })}>
            Claim your refund
          </a>
        ))}
      </div>
    </Card>
  );
}

interface PartProps {
  readonly purchase: PurchaseShown;
  readonly isSeller: boolean;
}

const MARKS = {
  done: { Icon: Check, look: "border-gain/50 bg-gain/10 text-gain", word: "Done: " },
  open: { Icon: Clock, look: "border-line-strong text-muted", word: "To come: " },
  off: { Icon: Minus, look: "border-line text-faint", word: "Not done: " },
} as const;

function PurchaseSteps({ purchase, isSeller }: PartProps) {
  return (
    <ol className="space-y-4" aria-live="polite">
      {stepsOf(purchase, isSeller).map(({ title, state, text }) => {
        const { Icon, look, word } = MARKS[state];
        return (
          <li key={title} className="flex gap-3">
            <span className={cx("grid size-8 shrink-0 place-items-center rounded-full border", look)}>
              <Icon className="size-4" aria-hidden="true" />
            </span>
            <div className="min-w-0 pt-1">
              <h3 className="font-semibold text-ink text-sm">
                <span className="sr-only">{word}</span>
                {title}
              </h3>
              <p className="mt-0.5 text-muted text-sm">{text}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Terms({ purchase, isSeller }: PartProps) {
  const { purchasePrice, platformFee, paymentFee, sellerPayout, received, refunded } = purchase;
  const notSentBack = readMoney(received) - readMoney(refunded);
  const toldWhy = isSeller ? "The buyer was told why." : "Their reason is in your notifications.";
  return (
    <Card aria-label="Terms">
      <h2 className="font-semibold text-ink text-lg">Terms</h2>
      <Facts className="mt-2">
        <Fact label="Payment">
          <Badge tone={PAYMENT_TONES[purchase.paymentStatus]}>{PAYMENT_LABELS[purchase.paymentStatus]}</Badge>
        </Fact>
        <Fact label="Delivery">{DELIVERY_LABELS[purchase.deliveryStatus]}</Fact>
        <Fact label="Price">
          <Price price={purchasePrice} />
        </Fact>
        {isSeller && (
          <Fact
            label="You receive"
            note={`After a ${dollars(readMoney(platformFee))} site fee and a ${dollars(readMoney(paymentFee))} payment fee.`}
          >
            <Price price={sellerPayout} />
          </Fact>
        )}
        <Fact label="Paid so far">
          <Price price={received} />
        </Fact>
        {readMoney(refunded) > 0n && (
          <Fact label="Refunded">
            <Price price={refunded} />
          </Fact>
        )}
        {purchase.paymentStatus === "refunded" && notSentBack > 0n && (
          <Fact label="Settled another way" note={`Admins ended this refund. ${toldWhy}`}>
            {dollars(notSentBack)}
          </Fact>
        )}
        <Fact label="Purchase id" copy={purchase.id}>
          <span className="break-all">{purchase.id}</span>
        </Fact>
        <Fact label="Begun">{dateAndTime(purchase.createdAt)}</Fact>
      </Facts>
    </Card>
  );
}

function Shown({ purchase }: { purchase: PurchaseShown }) {
  const session = useSession();
  const isSeller = session.status === "signed-in" && session.user.id === purchase.sellerId;
  const { listing, checkoutUrl } = purchase;
  return (
    <>
      <PageHeading
        title={listing.title}
        description={soldBy(listing, isSeller ? "you" : listing.seller.username)}
        actions={<ItemPicture url={listing.imageUrl} className="w-24" />}
      />
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <div className="space-y-6">
          {checkoutUrl !== null && <Pay purchase={purchase} checkoutUrl={checkoutUrl} />}
          {!isSeller && isClosedUnpaid(purchase) && <Unpaid listing={listing} />}
          {purchase.refundUrls.length > 0 && <Claim urls={purchase.refundUrls} />}
          {purchase.deliveryStatus === "awaiting_trade" && <Trade purchase={purchase} isSeller={isSeller} />}
          {purchase.complaint !== null && (
            <Complaint purchase={purchase} complaint={purchase.complaint} isSeller={isSeller} />
          )}
          {!isSeller && <AfterDelivery purchase={purchase} />}
          {purchase.review !== null && <ReviewCard review={purchase.review} />}
          <Card aria-label="Steps">
            <h2 className="mb-4 font-semibold text-ink text-lg">Steps</h2>
            <PurchaseSteps purchase={purchase} isSeller={isSeller} />
          </Card>
        </div>
        <Terms purchase={purchase} isSeller={isSeller} />
      </div>
    </>
  );
}

/** One purchase, from the payment to the seller's money. */
export default function PurchasePage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(purchaseQuery(id));
  return (
    <>
      <Link
        href="/shop?tab=purchases"
        className="mb-3 inline-flex min-h-11 items-center gap-2 text-muted text-sm hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        Back to your purchases
      </Link>
      {data ? (
        <Shown purchase={data} />
      ) : (
        <>
          <PageHeading title="Purchase" />
          <Card>
            {isNotFound(error) ? (
              <EmptyState icon={ShoppingBag} text="You have no purchase at this address." />
            ) : (
              <Unloaded {...{ error, refetch }} what="This purchase" rows={4} className="h-14" />
            )}
          </Card>
        </>
      )}
    </>
  );
}
