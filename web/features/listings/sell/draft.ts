import {
  type EditListingRequest,
  editListingSchema,
  type ListingShown,
  type OpenListingRequest,
  openListingSchema,
} from "#domain/features/listings/contract.ts";
import { parseMinor } from "#domain/kernel/money.ts";

/** A listing as its form holds it. */
export interface Draft {
  /** The entry of the inventory; 0 while none is chosen. */
  readonly userLimitedId: number;
  readonly title: string;
  readonly description: string;
  /** Dollars. */
  readonly priceUSD: string;
  readonly condition: ListingShown["condition"];
  readonly paymentMethods: ListingShown["paymentMethods"];
  /** The number of a category; empty for none. */
  readonly category: string;
}

export const NEW_DRAFT: Draft = {
  userLimitedId: 0,
  title: "",
  description: "",
  priceUSD: "0.01",
  condition: "excellent",
  paymentMethods: ["paypal"],
  category: "",
};

/** What is wrong with a draft, by field. */
export type Faults = { readonly [F in keyof Draft]?: string };

const NOT_A_PRICE = "Enter a price with at most two decimals";

/** The form of a listing that is there already. */
export const draftOf = (listing: ListingShown): Draft => ({
  userLimitedId: 0,
  title: listing.title,
  description: listing.description ?? "",
  priceUSD: listing.priceUSD,
  condition: listing.condition,
  paymentMethods: listing.paymentMethods,
  category: listing.category === null ? "" : String(listing.category),
});

type Read<B> = { readonly body: B } | { readonly faults: Faults };
type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

function faultsIn(draft: Draft, issues: Issues): Faults {
  const faults: Record<string, string> = {};
  for (const { path, message } of issues) faults[String(path[0])] ??= message;
  if (parseMinor(draft.priceUSD.trim()) === null) faults.priceUSD = NOT_A_PRICE;
  return faults;
}

/** What a form says of a listing, without the copy. */
function offerIn({ title, description, priceUSD, condition, paymentMethods, category }: Draft) {
  const number = category === "" ? null : Number(category);
  return {
    title,
    description,
    priceUSD: Number(priceUSD.trim()),
    condition,
    paymentMethods,
    category: number,
  };
}

/** Reads a draft by the API's own schema: the request that it is, or what is wrong with it. */
export function readNew(draft: Draft): Read<OpenListingRequest> {
  const { userLimitedId } = draft;
  const read = openListingSchema.safeParse({ ...offerIn(draft), userLimitedId });
  const faults = faultsIn(draft, read.error?.issues ?? []);
  return read.success && Object.keys(faults).length === 0 ? { body: read.data } : { faults };
}

/** The same for the changes of a listing. */
export function readChanges(draft: Draft): Read<EditListingRequest> {
  const read = editListingSchema.safeParse(offerIn(draft));
  const faults = faultsIn(draft, read.error?.issues ?? []);
  return read.success && Object.keys(faults).length === 0 ? { body: read.data } : { faults };
}
