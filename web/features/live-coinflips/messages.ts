import type { Side } from "#web/lib/stakes/stake.ts";

export const NO_FLIPS = {
  title: "No Active Coinflips",
  text: "Be the first to create a coinflip battle!",
} as const;
export const NO_MATCHES = {
  title: "No coinflip fits",
  text: "There are open coinflips, but none of this kind and value.",
} as const;

/** In the place of a coinflip that was joined, cancelled or waited too long. */
export const GONE = "No longer open";

/** What every coinflip between players is, in the words of all its pages. */
export const FAIR_NOTE = "Provably fair, 50/50, winner takes all";

export const CREATE = "Create Coinflip";
export const CREATING = "Creating...";
export const CREATE_TITLE = "Create New Coinflip";
export const CREATED = {
  title: "Success",
  description: "Coinflip created! Waiting for an opponent...",
} as const;
export const CREATE_FAILED = "Failed to create coinflip";
export const JOIN_FAILED = "Failed to join coinflip";
export const CANCEL_FAILED = "Failed to cancel coinflip";
export const CANCELLED = { title: "Coinflip cancelled", description: "Your stake is back." } as const;
export const CONNECTION_LOST =
  "The connection was lost. Send the same again to see the result: it cannot happen twice.";

export const INVALID_AMOUNT = {
  title: "Invalid Amount",
  description: "Please enter a valid bet amount",
} as const;
export const NO_ITEMS_SELECTED = {
  title: "No Items Selected",
  description: "Please select at least one limited item to bet",
} as const;
export const EMPTY_INVENTORY = "No limiteds in your inventory";

export const YOU_WON = "You Won!";
export const YOU_LOST = "You Lost!";
/** The result of a joined game, or of one against the bot. */
export const resultText = (result: Side, message: string): string =>
  `Result: ${result.toUpperCase()}. ${message}`;

export const VOID_TEXT = "This coinflip's beacon did not come for a day, so both stakes were returned.";
