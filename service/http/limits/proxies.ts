import { BlockList, isIP } from "node:net";

/** Addresses remembered with their results: every request asks, mostly about the same few. */
const REMEMBERED_MAX = 10_000;

/** Addresses of trusted proxies. */
export interface Proxies {
  has(address: string): boolean;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;
const familyOf = (address: string): "ipv4" | "ipv6" | null => {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? "ipv4" : "ipv6";
};

/**
 * Whether a text is an address or a range in CIDR notation, IPv4 or IPv6. A range of all addresses is refused, since it
 * would trust everybody.
 * @example isAddressOrRange("10.0.0.0/8") // true
 */
export function isAddressOrRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = familyOf(address);
  if (family === null || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= BITS[family];
}

/** The proxies of the settings. @param ranges addresses and ranges in CIDR notation */
export function proxiesOf(ranges: readonly string[]): Proxies {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    const family = familyOf(address) ?? "ipv4";
    list.addSubnet(address, Number(prefix ?? BITS[family]), family);
  }
  const isListed = (address: string): boolean => {
    const family = familyOf(address);
    return family !== null && list.check(address, family);
  };
  const remembered = new Map<string, boolean>();
  return {
    has: (address) => {
      const known = remembered.get(address);
      if (known !== undefined) return known;
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      const listed = isListed(address);
      remembered.set(address, listed);
      return listed;
    },
  };
}
