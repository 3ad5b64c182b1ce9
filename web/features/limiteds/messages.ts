import type { Limited } from "#domain/features/limiteds/contract.ts";

export const TITLE = "Roblox Limiteds";
export const SUBTITLE = "Collect and gamble with rare Roblox limited items";
export const SEED = "Seed Limiteds";
export const SEEDING = "Seeding...";
export const SEEDED = { title: "Success", description: "Limiteds seeded successfully!" } as const;
export const SEED_FAILED = "Failed to seed limiteds";
export const NO_LIMITEDS = {
  title: "No Limiteds Available",
  text: 'Click "Seed Limiteds" to fill the catalogue.',
} as const;

export const NO_MATCH = {
  title: "No items match",
  text: "Try another name, rarity or range of values.",
} as const;

/** The source of a value, in words. */
export const VALUE_SOURCES: Readonly<Record<Limited["valueSource"], string>> = {
  median_of_daily_prices: "The median of its daily prices on the platform",
  few_daily_prices: "The median of a few daily prices on the platform",
  recent_average_price: "The average of recent sales reported by the platform",
  original_price: "Its original price",
  override: "Set by the house",
};
