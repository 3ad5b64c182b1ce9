import { texts } from "../../kernel/events/columns.ts";
import { type DecodedEvents, parsedOf, when } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";
import { limitedListings } from "../limiteds/limiteds.ts";
import { keyStatements } from "./listing-keys.ts";

const OPENED = "'ListingOpened'";
const OFFERED = `${OPENED}, 'ListingEdited'`;

/** Everything that happened to a listing. */
const steps: DecodedEvents = {
  name: "listing_steps",
  columns: {
    position: "position",
    ...texts("listingId", "sellerId"),
    number: when(OPENED, "position"),
    created_at: when(OPENED, "recorded_at"),
    copy: when(OPENED, "payload ->> 'copy'"),
    asset_id: when(OPENED, "split_part(payload ->> 'copy', ':', 2)::bigint"),
    // Null keeps the old value: absence has a value of its own.
    serial: when(OPENED, "coalesce((payload ->> 'serial')::int, 0)"),
    in_custody: when(OPENED, "(payload ->> 'inCustody')::boolean"),
    title: when(OFFERED, "payload ->> 'title'"),
    description: when(OFFERED, "coalesce(payload ->> 'description', '')"),
    price: when(OFFERED, "(payload ->> 'price')::bigint"),
    condition: when(OFFERED, "payload ->> 'condition'"),
    category: when(OFFERED, "coalesce((payload ->> 'category')::int, 0)"),
    methods: when(
      OFFERED,
      "(select string_agg(method, ',' order by method) from jsonb_array_elements_text(payload -> 'paymentMethods') method)",
    ),
    is_featured: `case type when 'ListingFeatured' then (payload ->> 'isFeatured')::boolean when ${OPENED} then false end`,
    status: `case type when ${OPENED} then 'active' when 'ListingRemoved' then 'removed' when 'ListingReturned' then 'removed'
      when 'ListingReserved' then 'reserved' when 'ListingFreed' then 'active'
      when 'ListingSold' then 'sold' when 'ListingTraded' then 'sold' end`,
    ended_at: when("'ListingRemoved', 'ListingSold', 'ListingTraded', 'ListingReturned'", "recorded_at"),
  },
  from: parsedOf(
    "position, recorded_at, type",
    "ListingOpened",
    "ListingEdited",
    "ListingRemoved",
    "ListingFeatured",
    "ListingReserved",
    "ListingFreed",
    "ListingSold",
    "ListingTraded",
    "ListingReturned",
  ),
};

/** Columns that hold the newest word on something. */
const NEWEST = {
  seller_id: "text",
  number: "bigint",
  created_at: "bigint",
  copy: "text",
  asset_id: "bigint",
  serial: "integer",
  in_custody: "boolean",
  title: "text",
  description: "text",
  price: "bigint",
  condition: "text",
  category: "integer",
  methods: "text",
  is_featured: "boolean",
  status: "text",
  ended_at: "bigint",
} as const;
const ACTIVE = "status = 'active'";

/**
 * Every listing: item, price and status. Prices in cents. The search keys have their own table, since a listing is
 * reserved and freed more often than its text changes.
 */
export const listingsProjection: Projection = {
  name: "listings",
  version: 5,
  tables: {
    listings: {
      columns: { listing_id: "text not null", ...NEWEST },
      key: ["listing_id"],
      indexes: [
        "number",
        { on: "number desc", where: ACTIVE },
        { on: "price, number", where: ACTIVE },
        { on: "price, number desc", where: ACTIVE },
        { on: "asset_id, price, number desc", where: ACTIVE },
        { on: "category, number desc", where: ACTIVE },
        "seller_id, number",
        { on: "copy", where: ACTIVE },
        "asset_id, ended_at",
      ],
      fillfactor: 70,
    },
    listing_keys: {
      columns: { listing_id: "text not null", number: "bigint not null", keys: "bigint[] not null" },
      key: ["listing_id"],
      indexes: ["number", { elementsOf: "keys" }],
    },
    listed_items: {
      columns: { asset_id: "bigint not null", name: "text not null" },
      key: ["asset_id"],
    },
  },
  reads: [steps, limitedListings],
  apply: (table) => [
    newestWords(table, { name: "listings", source: "listing_steps", key: "listing_id", columns: NEWEST }),
    ...keyStatements(table),
  ],
};
