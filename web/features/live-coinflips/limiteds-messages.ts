import type { SyncTexts } from "#web/features/inventory/use-sync.ts";
import { FAIR_NOTE } from "#web/features/live-coinflips/messages.ts";
import { errorText } from "#web/lib/api/api.ts";

export const TITLE = "Limiteds Coinflip";
export const SUBTITLE = `Stake limited items or currency against another player. ${FAIR_NOTE}.`;
export const NO_GAMES = "No active limiteds games";

export const INVALID_BET = {
  title: "Invalid Bet",
  description: "Please enter a valid bet amount (minimum 1 RBX/TIX)",
} as const;
export const CREATED = {
  title: "Coinflip Created!",
  description: "Your limiteds coinflip game is now live. Waiting for an opponent.",
} as const;

export const DEMO_WIN = "Demo Win!";
export const DEMO_LOSS = "Demo Loss";

export const STEPS = [
  {
    title: "Choose what to stake",
    text: "Limited items from your inventory, or an amount of RBX or TIX, and your side of the coin.",
  },
  {
    title: "Wait for an opponent",
    text: "Someone takes the other side, for the same amount or with items worth 100 to 110% of yours.",
  },
  {
    title: "The winner takes all",
    text: "A public beacon decides, 50/50. The winner receives all limited items of both players.",
  },
] as const;

/** What this page says of a sync. */
export const SYNC_TEXTS: SyncTexts = {
  done: (count) => ({
    title: "Inventory Synced!",
    description: `Found ${count} limited items from your Roblox account`,
  }),
  failed: (error) => ({
    title: "Sync Failed",
    description: errorText(error, "Failed to sync inventory. Try again later."),
  }),
};
