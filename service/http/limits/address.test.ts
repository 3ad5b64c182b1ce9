import { Hono } from "hono";
import { expect, it } from "vitest";
import type { Config } from "#service/config.ts";
import type { Env } from "#service/http/access/caller.ts";
import { addressOf, networkOf } from "./address.ts";
import { proxiesOf } from "./proxies.ts";

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["1.2.3.4, 203.0.113.9", "203.0.113.9"],
  ["1.2.3.4, 203.0.113.9, 10.0.0.3", "203.0.113.9"],
  // As proxies write them that name the client's port, or have one socket for IPv4 and IPv6.
  ["1.2.3.4, 203.0.113.9:4444", "203.0.113.9"],
  ["1.2.3.4, ::ffff:203.0.113.9, ::ffff:10.0.0.3", "203.0.113.9"],
  ["1.2.3.4, [2001:db8::7]:4444", "2001:db8::7"],
  ["1.2.3.4, [2001:db8::7]", "2001:db8::7"],
  // One person has one address, however it is spelled.
  ["1.2.3.4, ::ffff:cb00:7109", "203.0.113.9"],
  ["1.2.3.4, 0:0:0:0:0:FFFF:203.0.113.9, ::ffff:a00:3", "203.0.113.9"],
  ["1.2.3.4, 2001:0DB8:0:0:0:0:0:7", "2001:db8::7"],
  ["1.2.3.4, fe80::1%eth0", "fe80::1"],
  // Nothing before an unreadable hop is believed: a client could choose another address each time.
  ["1.2.3.4, unknown", "10.0.0.2"],
  ["1.2.3.4,", "10.0.0.2"],
  ["10.0.0.3", "10.0.0.2"],
  ["", "10.0.0.2"],
])("a request that a proxy forwards for %j came from %s", async (forwarded, address) => {
  const app = new Hono<Env>();
  const config = { trustedProxies: proxiesOf(["10.0.0.0/8"]) } as Config;
  app.get("/", (context) => context.text(addressOf(context, config)));
  const proxy = { incoming: { socket: { remoteAddress: "::ffff:10.0.0.2" } } };
  const answer = await app.request("/", { headers: { "X-Forwarded-For": forwarded } }, proxy);
  expect(await answer.text()).toBe(address);
});

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["unknown", "unknown"],
  ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
  ["2001:db8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"],
  ["2001:0DB8:0000:0007:0:0:0:1", "2001:db8:0:7::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8::5:1:2:3:4", "2001:db8:0:5::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["1:2:3::9.8.7.6", "1:2:3:0::/64"],
  ["1::2:3:4:5:9.8.7.6", "1:0:2:3::/64"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
