import { keptStore } from "#web/lib/store/kept-store.ts";

/** How numbers can be written, each by a locale that writes them so. */
export const NUMBER_LOCALES = {
  "1,234.50": "en-GB",
  "1.234,50": "de-DE",
  "1 234,50": "fr-FR",
  "1’234.50": "de-CH",
  "1,23,456.50": "en-IN",
} as const;
export type NumberLook = keyof typeof NUMBER_LOCALES;

/** Times are shown in the zone of the browser until a player chooses another. */
export const BROWSER_ZONE = "";

/** How the site looks in this browser. */
export interface DisplaySettings {
  /** Streamer mode: dots stand for every amount. */
  readonly hidesAmounts: boolean;
  readonly numbers: NumberLook;
  /** The name of a zone, such as Europe/Amsterdam, or {@link BROWSER_ZONE}. */
  readonly timeZone: string;
  /** Whether a new level is shown when it is reached. */
  readonly showsLevelUps: boolean;
}

const isLook = (look: unknown): look is NumberLook => typeof look === "string" && look in NUMBER_LOCALES;

/** Whether this browser knows a zone: another one throws at every time that is shown. */
function isZone(zone: unknown): zone is string {
  if (typeof zone !== "string" || zone === BROWSER_ZONE) return false;
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** The settings in force. */
export const displaySettings = keptStore<DisplaySettings>(
  "florin.display",
  ({ hidesAmounts, numbers, timeZone, showsLevelUps }) => ({
    hidesAmounts: hidesAmounts === true,
    numbers: isLook(numbers) ? numbers : "1,234.50",
    timeZone: isZone(timeZone) ? timeZone : BROWSER_ZONE,
    showsLevelUps: showsLevelUps !== false,
  }),
);

/** Changes some of the settings and keeps them for the next visit. */
export const changeDisplay = displaySettings.change;
