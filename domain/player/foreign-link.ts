/** Common endings of host names; a path after a name with any ending is an address, too. */
const ENDINGS =
  "com|net|org|info|biz|xyz|app|dev|site|online|link|shop|store|top|vip|win|bet|club|live|pro|fun|tv|gg|io|ru|me|co|ly|tk|cc|eu|de|uk|рф";
const FOREIGN_LINK = new RegExp(
  [
    "\\bhttps?:",
    "\\bwww\\.",
    "://",
    `(?<![\\p{L}\\p{N}-])[\\p{L}\\p{N}-]+\\.(?:${ENDINGS})(?![\\p{L}\\p{N}])`,
    "\\b[a-z0-9-]+\\.[a-z]{2,}/[a-z0-9]",
    "\\b(?:\\d{1,3}\\.){3}\\d{1,3}[:/]",
  ].join("|"),
  "iu",
);
/** Full stops of other scripts, which browsers accept in an address. */
const FULL_STOPS = /[。．｡]/gu;

/** Whether a text holds the address of another site. @example holdsForeignLink("come to evil.example/now") // true */
export const holdsForeignLink = (text: string): boolean =>
  FOREIGN_LINK.test(text.replace(FULL_STOPS, ".").normalize("NFKC"));
