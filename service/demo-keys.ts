import { createHash } from "node:crypto";

/**
 * The keys of the demo and the tests. They follow from their published names, so anybody can make them: production
 * refuses them.
 */
const demoKey = (purpose: string): Buffer =>
  createHash("sha256").update(`florin demo key: ${purpose}`).digest();

const PURPOSES = ["master", "token", "head", "beacon"] as const;

/** The demo's keys as the environment would give them. */
export const DEMO_KEYS = {
  MASTER_KEYS: `demo:${demoKey("master").toString("base64")}`,
  TOKEN_KEYS: `demo:${demoKey("token").toString("base64")}`,
  HEAD_KEYS: `demo:${demoKey("head").toString("base64")}`,
  BEACON_KEYS: `demo:${demoKey("beacon").toString("base64")}`,
} as const;

/** Whether a key is one of the published ones. */
export const isDemoKey = (bytes: Uint8Array): boolean =>
  PURPOSES.some((purpose) => demoKey(purpose).equals(bytes));
