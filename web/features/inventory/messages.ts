import type { SyncNotice, SyncTexts } from "#web/features/inventory/use-sync.ts";

export const TITLE = "My Roblox Limiteds";
export const DESCRIPTION = "Items synced from your Roblox inventory.";
export const DEMO_TITLE = "Demo: Roblox Limiteds";
export const DEMO_DESCRIPTION =
  "This is how limiteds appear for betting: items from the catalogue with their values. Sign in to see your own.";
export const SYNC = "Sync Inventory";
export const SYNCING = "Syncing...";

export const LOAD_FAILED = {
  title: "Error Loading Limiteds",
  description: "Could not load your Roblox limiteds. Please try syncing your inventory.",
} as const;

export const EMPTY_TITLE = "No Limiteds Found";
export const EMPTY_TEXT = "No items have been synced from your Roblox inventory yet.";
export const EMPTY_TIPS = [
  "Make sure that your Roblox inventory is public.",
  "Own limited items on Roblox: other items do not count.",
  "Sync your inventory again.",
] as const;

export const MAKE_DEPOSIT = "Make a Deposit";
export const NO_ITEMS = {
  title: "No Items in Inventory",
  text: "Deposit some Roblox limiteds to start gambling with them",
} as const;

const PRIVATE: SyncNotice = {
  title: "Inventory Private",
  description: "Please make your Roblox inventory public to sync limiteds",
};
const TOKEN: SyncNotice = {
  title: "Authentication Required",
  description: "Please sign out and sign back in to refresh your access",
};
const FAILED: SyncNotice = {
  title: "Sync Failed",
  description: "Could not sync your Roblox inventory. Please try again.",
};

/** Texts of a sync on the inventory pages. The kind of failure is recognised by a word of its message. */
export const SYNC_TEXTS: SyncTexts = {
  done: (count) => ({
    title: "Inventory Synced",
    description: `Found ${count} limited items from your Roblox account`,
  }),
  failed: ({ message }) =>
    message.includes("private") ? PRIVATE : message.includes("token") ? TOKEN : FAILED,
};
