import { BlockList, isIP } from "node:net";

/** Addresses that a proxy may come from. */
export interface Proxies {
  has(address: string): boolean;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;
const familyOf = (address: string): "ipv4" | "ipv6" | null => {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? "ipv4" : "ipv6";
};

/**
 * Whether a text is an address or a range in CIDR notation, IPv4 or IPv6. A range of every address there is would have
 * everybody believed, and counts as neither.
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
  return {
    has: (address) => {
      const family = familyOf(address);
      return family !== null && list.check(address, family);
    },
  };
}
