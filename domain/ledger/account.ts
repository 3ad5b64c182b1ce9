/** The names of a product's accounts and assets, which it declares in here by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the product fills it
export interface LedgerNames {}

/** An account: its kind, or its kind and an id with a colon between them. */
export type Account = LedgerNames extends { readonly account: infer Name extends string } ? Name : string;
export type Asset = LedgerNames extends { readonly asset: infer Name extends string } ? Name : string;

/** The least that an account may hold of an asset; null means without limit. It is never above zero. */
export type LeastHolding = (account: string, asset: string) => bigint | null;
