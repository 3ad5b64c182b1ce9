import { ofType, texts } from "../../kernel/events/columns.ts";
import { type DecodedEvents, decodedEvents, parsedOf } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";

/** Sales and undone sales. */
const sales: DecodedEvents = {
  name: "sales_of_sellers",
  columns: {
    seller_id: "payload ->> 'sellerId'",
    sales: "case type when 'ListingReturned' then -1 else 1 end",
  },
  from: parsedOf("type", "ListingSold", "ListingTraded", "ListingReturned"),
};

const reviews = decodedEvents("reviews_of_sellers", "SellerReviewed", {
  ...texts("purchaseId", "sellerId", "reviewerId"),
  rating: "(payload ->> 'rating')::int",
  comment: "payload ->> 'comment'",
  is_recommended: "(payload ->> 'isRecommended')::boolean",
});

/** The shop's sellers: their sales and reviews. */
export const sellersProjection: Projection = {
  name: "sellers",
  version: 2,
  tables: {
    sellers: {
      columns: {
        seller_id: "text not null",
        ...ofType("bigint not null", "sales", "reviews", "stars", "recommended"),
      },
      key: ["seller_id"],
      fillfactor: 70,
    },
    seller_reviews: {
      columns: {
        ...ofType("text not null", "purchase_id", "seller_id", "reviewer_id"),
        position: "bigint not null",
        at: "bigint not null",
        rating: "integer not null",
        comment: "text",
        is_recommended: "boolean not null",
      },
      key: ["purchase_id"],
      indexes: ["seller_id, position"],
    },
  },
  reads: [sales, reviews],
  apply: (table) => [
    `insert into ${table("sellers")} as t (seller_id, sales, reviews, stars, recommended)
    select seller_id, sum(sales), sum(reviews), sum(stars), sum(recommended) from (
      select seller_id, sales, 0 as reviews, 0 as stars, 0 as recommended from sales_of_sellers
      union all
      select seller_id, 0, 1, rating, is_recommended::int from reviews_of_sellers
    ) told group by seller_id
    on conflict (seller_id) do update set sales = t.sales + excluded.sales, reviews = t.reviews + excluded.reviews,
      stars = t.stars + excluded.stars, recommended = t.recommended + excluded.recommended`,
    `insert into ${table("seller_reviews")}
      (purchase_id, seller_id, reviewer_id, position, at, rating, comment, is_recommended)
    select purchase_id, seller_id, reviewer_id, position, recorded_at, rating, comment, is_recommended
    from reviews_of_sellers`,
  ],
};
