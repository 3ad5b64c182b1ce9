import { isTradeUrl } from "#domain/platform/trade-url.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The platform's stand-in: another port of one's own machine; none elsewhere. */
function standInOf(text: string): string | null {
  if (!LOOPBACK.test(window.location.hostname) || !URL.canParse(text)) return null;
  const { origin, protocol, hostname } = new URL(text);
  return protocol === "http:" && LOOPBACK.test(hostname) ? origin : null;
}

/** Whether an address may be given, and followed, as that of a trade: it is the platform's own. */
export const isTradeLink = (text: string): boolean => isTradeUrl(text, standInOf(text));
