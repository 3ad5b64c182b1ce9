import { keptStore } from "#web/lib/kept-store.ts";

/** How numbers can be written, each by a locale that writes them so. */
export const NUMBER_LOCALES = {
  "1,234.50": "en-GB",
  "1.234,50": "de-DE",
  "1 234,50": "fr-FR",
  "1’234.50": "de-CH",
  "1,23,456.50": "en-IN",
} as const;
export type NumberLook = keyof typeof NUMBER_LOCALES;

/** How the site looks in this browser. */
export interface DisplaySettings {
  /** Streamer mode: dots stand for every amount. */
  readonly hidesAmounts: boolean;
  readonly numbers: NumberLook;
  /** Whether a new level is shown when it is reached. */
  readonly showsLevelUps: boolean;
}

const isLook = (look: unknown): look is NumberLook => typeof look === "string" && look in NUMBER_LOCALES;

/** The settings in force. */
export const displaySettings = keptStore<DisplaySettings>(
  "florin.display",
  ({ hidesAmounts, numbers, showsLevelUps }) => ({
    hidesAmounts: hidesAmounts === true,
    numbers: isLook(numbers) ? numbers : "1,234.50",
    showsLevelUps: showsLevelUps !== false,
  }),
);

/** Changes some of the settings and keeps them for the next visit. */
export const changeDisplay = displaySettings.change;
