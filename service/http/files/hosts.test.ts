import { expect, it } from "vitest";
import { isKnownHost } from "./hosts.ts";

const publicUrl = new URL("https://florin.example");
const alone = { publicUrl, logs: null, logId: 1 };
const several = {
  ...alone,
  logId: 2,
  logs: {
    secret: "s",
    all: [1, 2].map((id) => ({ id, origin: `http://10.0.0.${id}:3000`, keys: [] })),
  },
};

it.each(["florin.example", "FLORIN.example", "localhost:3000", "127.0.0.1:38080", "127.0.0.1", "[::1]:3000"])(
  "%s is a host of the service, in production too",
  (host) => {
    expect(isKnownHost(host, { ...alone, mode: "production" })).toBe(true);
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
])("%j is no host in production", (host) => {
  expect(isKnownHost(host, { ...alone, mode: "production" })).toBe(false);
});

it("addresses are hosts in the demo, for others on the same network; names are not", () => {
  expect(isKnownHost("192.168.1.7:3000", { ...alone, mode: "demo" })).toBe(true);
  expect(isKnownHost("[fd00::7]:3000", { ...alone, mode: "demo" })).toBe(true);
  expect(isKnownHost("rebound.example:3000", { ...alone, mode: "demo" })).toBe(false);
});

it("the address that the settings give to this log is a host, and that of another log is not", () => {
  expect(isKnownHost("10.0.0.2:3000", { ...several, mode: "production" })).toBe(true);
  expect(isKnownHost("10.0.0.1:3000", { ...several, mode: "production" })).toBe(false);
});
