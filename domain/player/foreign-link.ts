/** What follows a name in addresses that are passed round; a path after a name of any ending is an address, too. */
const ENDINGS = [
  ...[
    "com",
    "net",
    "org",
    "info",
    "biz",
    "xyz",
    "app",
    "dev",
    "site",
    "online",
    "link",
    "shop",
    "store",
    "top",
    "vip",
  ],
  ...[
    "win",
    "bet",
    "club",
    "live",
    "pro",
    "fun",
    "tv",
    "gg",
    "io",
    "ru",
    "me",
    "co",
    "ly",
    "tk",
    "cc",
    "eu",
    "de",
    "uk",
  ],
];
const FOREIGN_LINK = new RegExp(
  `\\bhttps?:|\\bwww\\.|://|\\b[a-z0-9-]+\\.(?:(?:${ENDINGS.join("|")})\\b|[a-z]{2,}/[a-z0-9])`,
  "iu",
);

/** Whether a text holds the address of another site. @example holdsForeignLink("come to evil.example/now") // true */
export const holdsForeignLink = (text: string): boolean => FOREIGN_LINK.test(text.normalize("NFKC"));
