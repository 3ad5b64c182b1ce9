import { createHash } from "node:crypto";

/** The keys of the demo and the tests, derived from published names. Production refuses them. */
const demoKey = (purpose: string): Buffer =>
  createHash("sha256").update(`florin demo key: ${purpose}`).digest();

/** The demo's keys as the environment would give them. */
export const DEMO_KEYS = {
  MASTER_KEYS: `demo:${demoKey("master").toString("base64")}`,
  TOKEN_KEYS: `demo:${demoKey("token").toString("base64")}`,
  HEAD_KEYS: `demo:${demoKey("head").toString("base64")}`,
  BEACON_KEYS: `demo:${demoKey("beacon").toString("base64")}`,
} as const;
