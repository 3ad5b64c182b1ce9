import type { SellerShown } from "#domain/features/listings/contract.ts";
import type { Viewer } from "#domain/player/privacy.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { instantOf } from "../../kernel/values.ts";
import { isHidden, PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";

/** How many reviews of a seller are shown. */
const REVIEWS_MAX = 50;

interface SellerRow extends PlayerColumns {
  readonly sales: bigint;
  readonly reviews: bigint;
  readonly recommended: bigint;
  readonly rating: number | null;
  readonly active: bigint;
}
interface ReviewRow extends PlayerColumns {
  readonly rating: number;
  readonly comment: string | null;
  readonly is_recommended: boolean;
  readonly at: bigint;
}

/** The stars of a seller `z`, with one decimal. */
export const RATING = "case when z.reviews > 0 then round(z.stars::numeric / z.reviews, 1)::float8 end";

/** A seller, with the newest reviews; null if there is none, or if the viewer may not see them. */
export async function sellerShown(
  models: ReadModels,
  sellerId: string,
  viewer: Viewer,
): Promise<SellerShown | null> {
  const [row] = await models.ask<SellerRow>(
    (table) => `select i.player_id, ${PLAYER_COLUMNS}, coalesce(z.sales, 0)::bigint as sales,
        coalesce(z.reviews, 0)::bigint as reviews, coalesce(z.recommended, 0)::bigint as recommended,
        ${RATING} as rating,
        (select count(*) from ${table("listings")} l where l.seller_id = $1 and l.status = 'active') as active
      from identities i left join ${table("sellers")} z on z.seller_id = $1 where i.player_id = $1`,
    [sellerId],
  );
  if (row === undefined || isHidden(row, viewer)) return null;
  const reviews = await models.ask<ReviewRow>(
    (
      table,
    ) => `select r.reviewer_id as player_id, r.rating, r.comment, r.is_recommended, r.at, ${PLAYER_COLUMNS}
      from ${table("seller_reviews")} r ${withIdentity("i", "r.reviewer_id")}
      where r.seller_id = $1 order by r.position desc limit ${REVIEWS_MAX}`,
    [sellerId],
  );
  return {
    id: sellerId,
    username: row.username ?? "",
    profileImageUrl: row.profile_image_url,
    rating: row.rating,
    sales: Number(row.sales),
    activeListings: Number(row.active),
    reviewCount: Number(row.reviews),
    recommendedCount: Number(row.recommended),
    reviews: reviews.map((review) => ({
      rating: review.rating,
      comment: review.comment,
      isRecommended: review.is_recommended,
      createdAt: instantOf(review.at),
      reviewer: playerOf(review, viewer),
    })),
  };
}
