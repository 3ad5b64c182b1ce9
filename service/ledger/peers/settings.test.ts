import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { ConfigError, readConfig } from "#service/config.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { publicHalfOf } from "./settings.ts";

const [own, other] = [randomBytes(32), randomBytes(32)];
const log = (id: number, seed: Buffer, change: object = {}) => ({
  id,
  origin: `http://10.0.0.${id}:3000`,
  keys: { h1: publicHalfOf(seed) },
  ...change,
});
const both = [log(1, own), log(2, other)];
const env = (logs: unknown, change: Record<string, string> = {}) => ({
  ...DEMO_KEYS,
  HEAD_KEYS: `h1:${own.toString("base64")}`,
  LOG_ID: "1",
  LOGS: JSON.stringify(logs),
  LOGS_SECRET: "a secret that logs share among them".replaceAll(" ", "-"),
  ...change,
});

function refusal(given: Record<string, string>): string {
  try {
    readConfig(given, "test");
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return "";
}

it("the settings of several logs name each with its keys; without them there is one log", () => {
  expect(readConfig(DEMO_KEYS, "test")).toMatchObject({ logId: 1, logs: null });
  const { logs } = readConfig(env(both), "test");
  expect(logs?.all.map(({ id, keys }) => [id, keys.map(({ publicKey }) => publicKey)])).toEqual([
    [1, [publicHalfOf(own)]],
    [2, [publicHalfOf(other)]],
  ]);
});

it.each([
  ["is not JSON", "[", {}, "must be JSON such as"],
  ["names one log", [log(1, own)], {}, "must be JSON such as"],
  [
    "has no origin",
    [log(1, own, { origin: "http://a.example/path" }), log(2, other)],
    {},
    "must be an origin",
  ],
  ["has a short key", [log(1, own, { keys: { h1: "AAAA" } }), log(2, other)], {}, "must be the base64 of 32"],
  ["has no key", [log(1, own), log(2, other, { keys: {} })], {}, "must have a key"],
  ["names a log twice", [log(1, own), log(1, other)], {}, "must name each log once"],
  ["has one key for two logs", [log(1, own), log(2, own)], {}, "a key must count for one log only"],
  ["leaves this log out", both, { LOG_ID: "3" }, "must name this log too, which LOG_ID says is 3"],
  [
    "lacks the key that this log signs with",
    both,
    { HEAD_KEYS: `h2:${randomBytes(32).toString("base64")}` },
    "must name the public half of h2",
  ],
  ["has no secret", both, { LOGS_SECRET: "" }, "LOGS_SECRET: is needed"],
  ["has a short secret", both, { LOGS_SECRET: "short" }, "LOGS_SECRET: must have at least 24 characters"],
] as const)("a setting of several logs that %s is refused", (_, logs, change, said) => {
  const given = env(logs, change as Record<string, string>);
  expect(refusal(typeof logs === "string" ? { ...given, LOGS: logs } : given)).toContain(said);
});

it.each(["0", "-1", "1.5", "1000000000", "x"])("%s is no number of a log", (LOG_ID) => {
  expect(refusal({ ...DEMO_KEYS, LOG_ID })).toContain("LOG_ID:");
});

it("in production, addresses of logs are https or private, and no key is published", () => {
  const at = (origin: string) => {
    try {
      readConfig(env([log(1, own), log(2, other, { origin })]), "production");
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  for (const origin of [
    "https://log2.example",
    "http://172.20.0.7:3000",
    "http://192.168.1.2",
    "http://[fd00::2]:3000",
  ])
    expect(at(origin)).not.toContain("LOGS:");
  for (const origin of ["http://log2.example", "http://172.33.0.7:3000", "http://10.example"])
    expect(at(origin)).toContain("LOGS: must be https");
  const demo = Buffer.from(DEMO_KEYS.HEAD_KEYS.slice(DEMO_KEYS.HEAD_KEYS.indexOf(":") + 1), "base64");
  const published = env([log(1, own), log(2, demo)]);
  expect(() => readConfig(published, "production")).toThrow("LOGS: holds a published key");
});
