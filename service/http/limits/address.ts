import { isIP, SocketAddress } from "node:net";
import type { Context } from "hono";
import type { Config } from "#service/config.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { headerOf } from "#service/http/headers.ts";

/** Headers in which a proxy names the origin of a request. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip"] as const;
/** Least time between two warnings about a proxy missing from the settings, in milliseconds. */
const UNLISTED_EVERY_MS = 60_000;
const IPV6_GROUPS = 8;
/** A provider's customer has at least a /64: four groups of an IPv6 address. */
const NETWORK_GROUPS = 4;

/** The beginning of an IPv6 address that stands for an IPv4 one, as sockets for both give it. */
const IPV4_MAPPED = /^::ffff:(?=[\d.]+$)/i;

const peerOf = (context: Context<Env>): string =>
  (context.env?.incoming?.socket?.remoteAddress ?? "unknown").replace(IPV4_MAPPED, "");

/** Whether a request came through a trusted proxy. */
export const isFromProxy = (
  context: Context<Env>,
  { trustedProxies }: Pick<Config, "trustedProxies">,
): boolean => trustedProxies.has(peerOf(context));

/** The address that a request came from; only trusted proxies may name it. */
export function addressOf(context: Context<Env>, { trustedProxies }: Config): string {
  const peer = peerOf(context);
  if (!trustedProxies.has(peer)) return peer;
  const hops = (context.req.header("X-Forwarded-For") ?? "").split(",").map(addressIn);
  // What stands before an unreadable hop may be the client's invention.
  return hops.findLast((hop) => hop === null || !trustedProxies.has(hop)) ?? peer;
}

/** The address that a proxy names, also with a port or in the IPv6 form of an IPv4 address; null for none. */
function addressIn(hop: string): string | null {
  const address = hop
    .trim()
    .replace(/^\[(.*)\](?::\d{1,5})?$/, "$1")
    .replace(/^([\d.]+):\d{1,5}$/, "$1");
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? address : spelledOnce(address).replace(IPV4_MAPPED, "");
}

/** An IPv6 address has many spellings, of which an IPv4 one inside may be hexadecimal. */
const spelledOnce = (address: string): string =>
  new SocketAddress({ address: address.split("%")[0] ?? "", family: "ipv6" }).address;

/**
 * The key of an address for counting: the address, or in IPv6 the network of one customer.
 * @example networkOf("2001:db8:0:7::1") // "2001:db8:0:7::/64"
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [front = "", back] = (address.split("%")[0] ?? "").split("::");
  const groups = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const [left, right] = [groups(front), groups(back ?? "")];
  const rightSize = right.length + (right.at(-1)?.includes(".") ? 1 : 0);
  const gap = back === undefined ? 0 : Math.max(0, IPV6_GROUPS - left.length - rightSize);
  const all = [...left, ...Array.from({ length: gap }, () => "0"), ...right];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/** Whether a request is exempt from limits: from this machine, outside production. */
export const isExempt = (address: string, { mode }: Config): boolean =>
  mode !== "production" && (address === "127.0.0.1" || address === "::1" || address === "unknown");

/** Warns about proxies missing from the settings: all their visitors would count as one. */
export function watchForwarding({ config, log, now }: Pick<Deps, "config" | "log" | "now">) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (context: Context<Env>): void => {
    if (now() - toldAt < UNLISTED_EVERY_MS) return;
    const header = FORWARDING.find((name) => headerOf(context, name) !== undefined);
    if (header === undefined) return;
    const peer = peerOf(context);
    if (config.trustedProxies.has(peer)) return;
    toldAt = now();
    log.warn(
      { peer, header },
      `a forwarding header was ignored: if ${peer} is your proxy, set TRUSTED_PROXIES=${peer}`,
    );
  };
}
