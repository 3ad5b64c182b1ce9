/** Which copies of items can be staked: those in custody alone, or also those that a sync has shown. */
export const ITEMS_STAKED = ["custody", "sight"] as const;
export type ItemsStaked = (typeof ITEMS_STAKED)[number];
