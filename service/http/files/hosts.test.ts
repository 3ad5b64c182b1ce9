import { expect, it } from "vitest";
import { isKnownHost } from "./hosts.ts";

const publicUrl = new URL("https://florin.example");

it.each(["florin.example", "FLORIN.example", "localhost:3000", "127.0.0.1:38080", "127.0.0.1", "[::1]:3000"])(
  "%s is a host of the service, in production too",
  (host) => {
    expect(isKnownHost(host, { publicUrl, mode: "production" })).toBe(true);
  },
);

it.each([
  "evil.example",
  "florin.example.evil.example",
  "florin.example:8443",
  "127.0.0.1.evil.example",
  "localhost.evil.example:3000",
  "10.0.0.5:3000",
  "",
])("%j is none in production", (host) => {
  expect(isKnownHost(host, { publicUrl, mode: "production" })).toBe(false);
});

it("addresses are in the demo, which others on the same network may try, and names are not", () => {
  expect(isKnownHost("192.168.1.7:3000", { publicUrl, mode: "demo" })).toBe(true);
  expect(isKnownHost("[fd00::7]:3000", { publicUrl, mode: "demo" })).toBe(true);
  expect(isKnownHost("rebound.example:3000", { publicUrl, mode: "demo" })).toBe(false);
});
