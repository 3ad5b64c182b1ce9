/** Maximum characters of a trade's address. */
export const TRADE_URL_CHARS_MAX = 500;

/** https at the platform's domain or a subdomain: spelled out, so that no reader of addresses sees another host. */
const PLATFORM_URL = /^https:\/\/(?:[a-z0-9-]+\.)*roblox\.com(?:[/?#][!-~]*)?$/i;

/**
 * Whether an address may be that of a trade: at the platform, or at an origin that stands in for it.
 * @param standIn an origin such as `http://localhost:3001`; null for none
 */
export function isTradeUrl(text: string, standIn: string | null): boolean {
  if (text.length > TRADE_URL_CHARS_MAX) return false;
  if (PLATFORM_URL.test(text)) return true;
  return standIn !== null && /^[!-~]+$/.test(text) && text.startsWith(`${standIn}/`);
}

/** Where somebody takes trades at the platform. @param platformId what the platform calls their account */
export const tradeUrlAt = (platformId: string): string =>
  `https://www.roblox.com/users/${encodeURIComponent(platformId)}/trade`;
