import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Stars } from "#web/features/listings/browse/stars.tsx";
import { sellerQuery } from "#web/features/listings/queries.ts";
import type { Answer } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { shortTime } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";

type Seller = Answer<"GET /shop/sellers/{id}">;

function Review({ review }: { review: Seller["reviews"][number] }) {
  const { rating, comment, reviewer, createdAt } = review;
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
        <Stars rating={rating} />
        <bdi className="text-muted">{reviewer.username}</bdi>
        <time dateTime={createdAt}>{shortTime(createdAt)}</time>
      </p>
      {comment !== null && (
        <p className="mt-1 whitespace-pre-line text-muted text-sm [overflow-wrap:anywhere]">
          <bdi>{comment}</bdi>
        </p>
      )}
    </li>
  );
}

/** A player's sales in the shop and their reviews; absent for non-sellers. */
export default function SellerCard({ profile }: { profile: Answer<"GET /players/{id}"> }) {
  const isSignedIn = useSession().status === "signed-in";
  const { data } = useQuery({ ...sellerQuery(profile.id), enabled: isSignedIn });
  if (!data || (data.sales === 0 && data.activeListings === 0 && data.reviewCount === 0)) return null;
  const { rating, sales, activeListings, reviewCount, recommendedCount, reviews } = data;
  return (
    <Card aria-label="In the shop">
      <h2 className="font-semibold text-ink text-lg">In the shop</h2>
      <Facts className="mt-2">
        <Fact label="Rating">
          {rating === null ? "No reviews" : `${rating} of 5 stars, from ${reviewCount}`}
        </Fact>
        {reviewCount > 0 && (
          <Fact label="Recommended">
            by {recommendedCount} of {reviewCount}
          </Fact>
        )}
        <Fact label="Sold">{sales}</Fact>
        <Fact label="For sale">
          {activeListings === 0 ? (
            0
          ) : (
            <Link
              href={`/shop?seller=${encodeURIComponent(profile.id)}`}
              className="tap text-accent underline underline-offset-4"
            >
              {activeListings === 1 ? "1 item" : `${activeListings} items`}
              <span className="sr-only"> from this seller</span>
            </Link>
          )}
        </Fact>
      </Facts>
      {reviews.length > 0 && (
        <ul aria-label="Reviews" className="mt-2 divide-y divide-line">
          {reviews.map((review) => (
            <Review key={`${review.createdAt} ${review.reviewer.username}`} review={review} />
          ))}
        </ul>
      )}
    </Card>
  );
}
